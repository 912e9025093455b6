#include "core/tenstorrent/xla/list_facts.h"
#include "core/tenstorrent/xla/list_reader.h"
#include "core/tenstorrent/xla/weights.h"

#include <algorithm>
#include <charconv>

namespace tidemark::ttxla {
namespace {

constexpr std::array<std::string_view, kMemories> kKeys = {"dram", "l1", "l1_small", "trace"};

/// Returns the records in the order in which they were taken. The members of an object are sorted by their numeric
/// keys.
std::vector<const LocatedJson*> recordsIn(const LocatedJson& root)
{
    std::vector<std::pair<std::uint64_t, const LocatedJson*>> numbered;
    for (std::size_t i = 0; i < root.items.size(); ++i) {
        std::uint64_t number = i;
        if (root.type == LocatedJson::Type::Object)
            std::from_chars(root.keys[i].text.data(), root.keys[i].text.data() + root.keys[i].text.size(), number);
        numbered.emplace_back(number, &root.items[i]);
    }
    std::ranges::stable_sort(numbered, {}, [](const auto& each) { return each.first; });
    std::vector<const LocatedJson*> records;
    for (const auto& [number, record] : numbered)
        records.push_back(record);
    return records;
}

std::vector<AllocatorBlock> blocksIn(const JsonSource& source, const LocatedJson& memory)
{
    std::vector<AllocatorBlock> blocks;
    for (const LocatedJson& item : JsonSource::list(memory.find("block_table"))) {
        AllocatorBlock block;
        block.address = source.integer(item, "address");
        block.size = source.integer(item, "size");
        block.isAllocated = source.text(item, "allocated") == "yes";
        if (block.address < 0 || block.size < 0 || block.address > kEndOfABank - block.size)
            source.warn("bad-value", item, "this block has no address or no size that is possible");
        else
            blocks.push_back(block);
    }
    std::ranges::stable_sort(blocks, {}, &AllocatorBlock::address);
    return blocks;
}

BankState tableState(const JsonSource& source, const LocatedJson& memory)
{
    BankState state;
    state.banks = static_cast<std::int32_t>(std::min<std::int64_t>(source.integer(memory, "num_banks"), INT32_MAX));
    state.total = source.integer(memory, "total_bytes_per_bank");
    state.allocated = source.integer(memory, "total_bytes_allocated_per_bank");
    state.free = source.integer(memory, "total_bytes_free_per_bank");
    state.largest = source.integer(memory, "largest_contiguous_bytes_free_per_bank");
    keepPossible(state, [&](std::string_view code, std::string_view words) {
        source.warn(code, memory, "this memory " + std::string(words));
    });
    return state;
}

} // namespace

Result<Profile> readBlockTables(NamedText file)
{
    Profile profile;
    profile.origin = Origin::BlockTables;
    profile.moment = Moment::After;
    const auto source = JsonSource::parse(std::move(file.path), std::move(file.text), profile.warnings);
    if (!source)
        return source.error();
    ListedOperations listed(profile);
    for (const LocatedJson* record : recordsIn(source->root())) {
        Operation& operation = listed.add();
        if (auto facts = readOperation(source->text(*record, "debug_str")))
            listed.addFacts(operation, std::move(*facts));
        else
            source->warn("bad-operation", *record, "the operation of this record cannot be read");
        auto& blocks = profile.blocks.emplace_back();
        for (std::size_t i = 0; i < kMemories; ++i) {
            const LocatedJson* const memory = record->find(kKeys[i]);
            if (!memory || memory->type != LocatedJson::Type::Object)
                continue;
            operation.hasState = true;
            profile.states.back()[i] = tableState(*source, *memory);
            blocks[i] = blocksIn(*source, *memory);
        }
        if (!operation.hasState)
            source->warn("no-block", *record, "this operation has no memory");
    }
    if (std::ranges::none_of(profile.operations, &Operation::hasState))
        return Error{ErrorKind::Unsupported, source->name() + ": this JSON has no records of an allocator.",
                     std::nullopt};
    numberListed(profile);
    listed.finish();
    return profile;
}

} // namespace tidemark::ttxla
