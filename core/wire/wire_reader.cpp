#include "core/wire/wire_reader.h"

namespace tidemark {

const char* skipRareField(const char* at, const char* end)
{
    const auto step = [&]() -> std::optional<FieldHead> {
        const std::optional<FieldHead> head = readFieldHead(at, end);
        if (!head || head->size > static_cast<std::uint64_t>(end - head->next))
            return std::nullopt;
        at = head->next + head->size;
        return head;
    };
    const std::optional<FieldHead> head = step();
    const bool isWhole
        = head && head->type != WireType::GroupEnd && (head->type != WireType::Group || skipGroup(head->field, step));
    return isWhole ? at : nullptr;
}

} // namespace tidemark
