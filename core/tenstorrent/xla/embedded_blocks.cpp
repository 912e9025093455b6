#include "core/tenstorrent/xla/embedded_blocks.h"

#include <charconv>

namespace tidemark::ttxla {
namespace {

constexpr const char* kBlocks = "blocks";

std::string textOfBlocks(const std::vector<AllocatorBlock>& blocks)
{
    std::string text;
    for (const AllocatorBlock& block : blocks)
        text += (text.empty() ? "" : " ") + std::to_string(block.address) + ' ' + std::to_string(block.size)
            + (block.isAllocated ? " 1" : " 0");
    return text;
}

/// Takes a number that is not negative, and a space before it.
std::optional<std::int64_t> takeNumber(std::string_view& text)
{
    if (text.starts_with(' '))
        text.remove_prefix(1);
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

std::optional<std::vector<AllocatorBlock>> blocksOfText(std::string_view text)
{
    std::vector<AllocatorBlock> blocks;
    while (!text.empty()) {
        const auto address = takeNumber(text);
        const auto size = takeNumber(text);
        const auto isAllocated = takeNumber(text);
        if (!address || !size || !isAllocated || *isAllocated > 1 || *size > kEndOfABank
            || *address > kEndOfABank - *size || (!blocks.empty() && *address < blocks.back().address))
            return std::nullopt;
        blocks.push_back({*address, *size, *isAllocated == 1});
    }
    return blocks;
}

} // namespace

void writeBlocks(JsonWriter& json, const Profile& profile)
{
    if (profile.blocks.empty())
        return;
    json.key(kBlocks).beginObject();
    for (std::size_t memory = 0; memory < kMemories; ++memory) {
        json.key(kMemoryNames[memory]).beginArray();
        for (const auto& tables : profile.blocks)
            json.value(textOfBlocks(tables[memory]));
        json.endArray();
    }
    json.endObject();
}

bool readBlocks(const LocatedJson& record, Profile& profile)
{
    const LocatedJson* const all = record.find(kBlocks);
    if (!all)
        return true;
    profile.blocks.resize(profile.operations.size());
    for (std::size_t memory = 0; memory < kMemories; ++memory) {
        const auto texts = JsonSource::list(all->find(kMemoryNames[memory]));
        if (texts.size() != profile.blocks.size())
            return false;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            auto blocks = blocksOfText(texts[i].text);
            if (!blocks)
                return false;
            profile.blocks[i][memory] = std::move(*blocks);
        }
    }
    return true;
}

} // namespace tidemark::ttxla
