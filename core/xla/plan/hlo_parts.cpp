#include "core/xla/plan/hlo_parts.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

using proto::HloProto;

bool isPart(std::uint32_t field)
{
    return field == HloProto::kHloModuleFieldNumber || field == HloProto::kBufferAssignmentFieldNumber;
}

void addPart(std::uint32_t field, FilePiece piece, HloParts& parts)
{
    (field == HloProto::kHloModuleFieldNumber ? parts.module : parts.assignment).push_back(std::move(piece));
}

Result<void> findParts(const FilePiece& hlo, HloParts& parts)
{
    FileWindow window(hlo);
    Damage damage;
    FileCursor cursor(window, hlo.range, damage);
    while (cursor.next())
        if (!isPart(cursor.field()) || !cursor.isBytes())
            parts.unknown += cursor.size();
        else if (!cursor.isCut())
            addPart(cursor.field(), hlo.part(cursor.body()), parts);
    if (window.error())
        return *window.error();
    if (!damage)
        return {};
    const std::uint64_t at = cursor.isCut() ? std::min(hlo.range.end(), hlo.file->size()) : *damage.at();
    return Error{cursor.isCut() ? ErrorKind::Truncated : ErrorKind::Malformed,
                 std::string("The HLO ") + (cursor.isCut() ? "is cut off" : "is damaged") + " at byte "
                     + groupedNumber(static_cast<std::int64_t>(at)) + ". Capture or copy the profile again.",
                 damage.at()};
}

/// Pieces count as one message only if each is a valid message: the bytes of the next one must not complete a field
/// that is cut.
Result<void> checkPieces(std::string_view bytes, const ByteRanges& pieces)
{
    if (pieces.size() <= 1)
        return {};
    for (const FilePiece& piece : pieces) {
        const std::string_view message = bytes.substr(0, static_cast<std::size_t>(piece.range.size));
        Damage damage(message, piece.range.offset);
        WireReader reader(message, damage);
        while (reader.next()) { }
        if (damage)
            return damagedError("The HLO", damage, ". Capture or copy the profile again.");
        bytes.remove_prefix(message.size());
    }
    return {};
}

} // namespace

std::int64_t unlistedBytes(const std::optional<PlanGaps>& gaps, std::int64_t memory)
{
    std::int64_t bytes = 0;
    if (gaps)
        for (const ReportedTotal& total : gaps->totals)
            bytes += total.memory == memory ? total.unlisted() : 0;
    return bytes;
}

void HloParts::dropBytes()
{
    for (ByteRanges* const part : {&module, &assignment})
        for (FilePiece& piece : *part)
            if (piece.file)
                piece.bytes = nullptr;
}

Error damagedError(const std::string& what, const Damage& damage, std::string_view advice)
{
    return {ErrorKind::Malformed,
            (what + " is damaged at byte " + groupedNumber(static_cast<std::int64_t>(*damage.at()))).append(advice),
            damage.at()};
}

Result<std::shared_ptr<const Bytes>> readHloPart(const ByteRanges& part)
{
    auto bytes = Bytes::read(part);
    if (!bytes)
        return bytes;
    if (const auto whole = checkPieces((*bytes)->view(), part); !whole)
        return whole.error();
    return bytes;
}

Result<HloParts> findHloParts(const ByteRanges& hlo)
{
    constexpr std::size_t kMostPieces = 1000;
    HloParts parts;
    for (const FilePiece& piece : hlo)
        if (const auto done = findParts(piece, parts); !done)
            return done.error();
    if (parts.module.size() + parts.assignment.size() > kMostPieces)
        return Error{
            ErrorKind::Malformed,
            "The HLO is in more pieces than any compiler writes: it is damaged. Capture or copy the profile again.",
            hlo.empty() ? 0 : hlo.front().range.offset};
    return parts;
}

Result<HloParts> findHloParts(std::string_view hlo)
{
    const auto bytes = Bytes::copy(hlo);
    HloParts parts;
    Damage damage(bytes->view());
    for (WireReader reader(bytes->view(), damage); reader.next();)
        if (isPart(reader.field()) && reader.isBytes()) {
            const FileRange range{static_cast<std::uint64_t>(reader.bytes().data() - bytes->view().data()),
                                  reader.bytes().size()};
            addPart(reader.field(), {nullptr, range, Bytes::part(bytes, range)}, parts);
        }
    if (damage)
        return Error{ErrorKind::Malformed, "The HLO is damaged.", damage.at()};
    return parts;
}

} // namespace tidemark::xla
