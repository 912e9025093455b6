#include "core/tenstorrent/xla/list_facts.h"
#include "core/tenstorrent/xla/list_reader.h"
#include "core/tenstorrent/xla/weights.h"

#include <algorithm>
#include <charconv>

namespace tidemark::ttxla {
namespace {

constexpr std::array<std::string_view, kMemories> kKeys = {"dram", "l1", "l1_small", "trace"};

/// The records in the order of their operations. An object's keys are the numbers of its records.
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
    for (const LocatedJson& item : source.list(memory, "block_table", LocatedJson::Type::Object)) {
        AllocatorBlock block;
        block.address = source.integerOrText(item, "address"); // ttrt writes them as strings
        block.size = source.integerOrText(item, "size");
        block.isAllocated = source.text(item, "allocated") == "yes";
        if (block.address < 0 || block.size < 0 || block.address > kEndOfABank - block.size)
            source.warn("bad-value", item, "this block has no possible address or no possible size");
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
    const bool isOlder = source.find(memory, "bytes_allocated_per_bank", LocatedJson::Type::Number);
    const auto bytes = [&](std::string_view name, std::string_view olderName) {
        return source.integer(memory, isOlder ? olderName : name);
    };
    state.total = bytes("total_bytes_per_bank", "bytes_allocatable_per_bank");
    state.allocated = bytes("total_bytes_allocated_per_bank", "bytes_allocated_per_bank");
    state.free = bytes("total_bytes_free_per_bank", "bytes_free_per_bank");
    state.largest = bytes("largest_contiguous_bytes_free_per_bank", "largest_contiguous_free_block_per_bank");
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
            const LocatedJson* memory = source->find(*record, kKeys[i], LocatedJson::Type::Object);
            if (!memory)
                continue;
            // Older versions of ttrt write each device of a mesh. The first one stands for all, as in logs.
            if (const LocatedJson* const device = source->find(*memory, "device_0", LocatedJson::Type::Object))
                memory = device;
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
