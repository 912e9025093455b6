#include "core/xla/programs/detect_format.h"

#include "core/wire/file_cursor.h"
#include "proto/hlo.pb.h"
#include "proto/xplane.pb.h"

#include <algorithm>

namespace tidemark {
namespace {

using proto::HloModuleProto;
using proto::HloProto;
using proto::XPlane;
using proto::XSpace;

bool looksLikeText(std::string_view start)
{
    return std::ranges::all_of(start, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x20 || c == '\n' || c == '\r' || c == '\t';
    });
}

/// Weighs the fields of the first message of a file: the two formats give the low field numbers different types.
int weighFirstMessage(FileWindow& window, FileRange message)
{
    int forHlo = 0;
    int seen = 0;
    for (FileCursor cursor(window, message); seen < 8 && cursor.next(); ++seen) {
        switch (cursor.field()) {
        case XPlane::kIdFieldNumber: // HloModuleProto: its name
            forHlo += cursor.isVarint() ? -4 : 4;
            break;
        case XPlane::kNameFieldNumber: { // HloModuleProto: the name of the entry computation
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

Result<FileFormat> detectFormat(const File& file)
{
    FileWindow window(file);
    constexpr std::size_t kStart = 256;
    const std::string start(window.at(0, static_cast<std::size_t>(std::min<std::uint64_t>(kStart, file.size()))));
    if (window.error())
        return *window.error();
    const auto unknown = [&](const std::string& what) {
        return Error{ErrorKind::Unsupported,
                     file.path() + " is " + what + ". Tidemark opens *.xplane.pb, *.hlo_proto.pb and *.hlo.pb.", 0};
    };
    if (start.starts_with("\x1f\x8b"))
        return unknown("compressed with gzip. Unpack it first");
    if (looksLikeText(start))
        return unknown("a text file, not a profile");

    int forHlo = 0;
    int modules = 0;
    int seen = 0;
    FileCursor cursor(window, {0, file.size()});
    for (; seen < 16 && cursor.next(); ++seen) {
        if (cursor.field() == HloProto::kHloModuleFieldNumber && cursor.isBytes() && modules++ == 0)
            forHlo += weighFirstMessage(window, cursor.body());
        else if (cursor.field() == HloProto::kBufferAssignmentFieldNumber)
            forHlo += 4;
        else if (cursor.field() == XSpace::kHostnamesFieldNumber)
            forHlo -= 4;
    }
    forHlo -= modules > 1 ? 4 : 0;
    if (modules == 0 && forHlo == 0)
        return unknown("neither an XSpace nor an HloProto");
    return forHlo > 0 ? FileFormat::Hlo : FileFormat::XSpace;
}

} // namespace tidemark
