#include "core/xla/programs/detect_format.h"

#include "core/base/text.h"
#include "core/text/text_cursor.h"
#include "core/wire/file_cursor.h"
#include "proto/hlo.pb.h"
#include "proto/xplane.pb.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

using proto::BufferAssignmentProto;
using proto::HloModuleProto;
using proto::HloProto;
using proto::LogicalBufferProto;
using proto::XPlane;
using proto::XSpace;

/// Detects the format of a file whose first message begins with a size or a memory space instead of a name: it is a
/// logical buffer, or the space of a memory usage report. The size of a buffer is followed by its definition, the size
/// of a space by its first allocation, which begins with numbers.
std::optional<FileFormat> formatOfSizes(FileWindow& window, FileRange message)
{
    Damage damage;
    FileCursor cursor(window, message, damage);
    bool isMore = cursor.next();
    if (isMore && cursor.field() == LogicalBufferProto::kIdFieldNumber && cursor.isVarint())
        isMore = cursor.next();
    if (!isMore || cursor.field() != LogicalBufferProto::kSizeFieldNumber || !cursor.isVarint())
        return std::nullopt;
    if (!cursor.next())
        return std::nullopt; // the sample type of a pprof profile, two numbers alone
    if (cursor.field() != proto::MemoryUsageReportProto::Space::kAllocationsFieldNumber || !cursor.isBytes())
        return FileFormat::BufferAssignment;
    FileCursor inside(window, cursor.body(), damage);
    const bool isAllocation = inside.next() && inside.isVarint()
        && inside.field() <= proto::MemoryUsageReportProto::Allocation::kSizeFieldNumber;
    return isAllocation ? FileFormat::UsageProto : FileFormat::BufferAssignment;
}

/// Detects reports by their first lines.
std::optional<FileFormat> formatOfText(FileWindow& window)
{
    constexpr std::size_t kSample = 256;
    const std::string_view start = trimmedLeft(window.at(0, kSample));
    const std::string_view line = start.substr(0, start.find('\n'));
    if (trimmed(line) == "BufferAssignment:" && start.size() > line.size())
        return FileFormat::AssignmentReport;
    if (line.starts_with("HloLiveRange (max "))
        return FileFormat::LiveRangeReport;
    if (line.starts_with("Memory Space: ") && line.find("(color=") != std::string_view::npos)
        return FileFormat::UsageReport;
    TextCursor cursor(line);
    if (cursor.take("Total bytes used: ") && cursor.takeDigits(1, 18) && cursor.take(" (")
        && start.find("Allocations sorted by size") != std::string_view::npos)
        return FileFormat::UsageReport;
    return std::nullopt;
}

/// A message of any length soon has control characters, as tags and sizes.
bool looksLikeText(FileWindow& window)
{
    constexpr std::size_t kSample = 256;
    constexpr std::size_t kLeast = 16; // a shorter start may be anything
    const std::string_view start = window.at(0, kSample);
    const bool isEnough = start.size() >= kLeast || trimmedLeft(start).empty(); // no message is blank
    constexpr std::string_view kOfText = "\n\r\t\x1b\b\f"; // a short message has few others
    const auto isOther = [kOfText](char c) {
        return static_cast<unsigned char>(c) < 0x20 && kOfText.find(c) == std::string_view::npos;
    };
    return isEnough && std::ranges::none_of(start, isOther);
}

/// Whether the first message of a file has a number in field 2, where planes and modules have a name. Profiles of pprof
/// start so, with the type and the unit of a sample.
bool isSampleType(FileWindow& window, FileRange message)
{
    Damage damage;
    FileCursor cursor(window, message, damage);
    while (cursor.next())
        if (cursor.field() == XPlane::kNameFieldNumber)
            return cursor.isVarint();
    return false;
}

/// Returns a weight for HLO (positive) or a container (negative) by the fields of the first message. The two formats
/// use the low field numbers with different types.
int weighFirstMessage(FileWindow& window, FileRange message, Damage& damage)
{
    int forHlo = 0;
    int seen = 0;
    for (FileCursor cursor(window, message, damage); seen < 8 && cursor.next(); ++seen) {
        switch (cursor.field()) {
        case XPlane::kIdFieldNumber: // in a HloModuleProto: its name
            forHlo += cursor.isVarint() ? -4 : 4;
            break;
        case XPlane::kNameFieldNumber: { // in a HloModuleProto: the entry computation's name
            const std::string name = cursor.text(64);
            forHlo += name.starts_with('/') || name == "Task Environment" ? -4 : 1;
            break;
        }
        case HloModuleProto::kIdFieldNumber:
        case HloModuleProto::kEntryComputationIdFieldNumber:
            forHlo += cursor.isVarint() ? 2 : -1;
            break;
        default:
            break;
        }
    }
    return forHlo;
}

} // namespace

std::optional<FileFormat> detectFormat(const File& file)
{
    FileWindow window(file);
    if (const auto format = formatOfText(window))
        return format;
    if (looksLikeText(window))
        return std::nullopt;
    Damage damage; // ignored here; it is reported when the file is read completely
    int forHlo = 0;
    int modules = 0;
    int seen = 0;
    FileCursor cursor(window, {0, file.size()}, damage);
    for (; seen < 16 && cursor.next(); ++seen) {
        if (seen == 0 && cursor.field() == BufferAssignmentProto::kLogicalBuffersFieldNumber && cursor.isBytes())
            if (const auto format = formatOfSizes(window, cursor.body()))
                return format;
        if (seen == 0 && cursor.field() == HloProto::kHloModuleFieldNumber && cursor.isBytes()
            && isSampleType(window, cursor.body()))
            return std::nullopt;
        if (cursor.field() == HloProto::kHloModuleFieldNumber && cursor.isBytes() && modules++ == 0)
            forHlo += weighFirstMessage(window, cursor.body(), damage);
        else if (cursor.field() == HloProto::kBufferAssignmentFieldNumber)
            forHlo += 4;
        else if (cursor.field() == XSpace::kHostnamesFieldNumber)
            forHlo -= 4;
    }
    forHlo -= modules > 1 ? 4 : 0;
    if (window.error() || (modules == 0 && forHlo == 0))
        return std::nullopt;
    return forHlo > 0 ? FileFormat::Hlo : FileFormat::XSpace;
}

} // namespace tidemark::xla
