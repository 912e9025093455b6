#include "core/xla/programs/detect_format.h"

#include "core/wire/file_cursor.h"
#include "proto/hlo.pb.h"
#include "proto/xplane.pb.h"

#include <algorithm>

namespace tidemark {
namespace {

using proto::BufferAssignmentProto;
using proto::HloModuleProto;
using proto::HloProto;
using proto::LogicalBufferProto;
using proto::XPlane;
using proto::XSpace;

/// Whether the first message of a file is a logical buffer: where that has its size, the others have a name.
bool isLogicalBuffer(FileWindow& window, FileRange message)
{
    Damage damage;
    FileCursor cursor(window, message, damage);
    bool isMore = cursor.next();
    if (isMore && cursor.field() == LogicalBufferProto::kIdFieldNumber && cursor.isVarint())
        isMore = cursor.next();
    return isMore && cursor.field() == LogicalBufferProto::kSizeFieldNumber && cursor.isVarint();
}

/// Weighs the fields of the first message of a file: the two formats give the low field numbers different types.
int weighFirstMessage(FileWindow& window, FileRange message, Damage& damage)
{
    int forHlo = 0;
    int seen = 0;
    for (FileCursor cursor(window, message, damage); seen < 8 && cursor.next(); ++seen) {
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

std::optional<FileFormat> detectFormat(const File& file)
{
    FileWindow window(file);
    Damage damage; // of what is looked at to guess: whoever reads it for good tells of it
    int forHlo = 0;
    int modules = 0;
    int seen = 0;
    FileCursor cursor(window, {0, file.size()}, damage);
    for (; seen < 16 && cursor.next(); ++seen) {
        if (seen == 0 && cursor.field() == BufferAssignmentProto::kLogicalBuffersFieldNumber && cursor.isBytes()
            && isLogicalBuffer(window, cursor.body()))
            return FileFormat::BufferAssignment;
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

} // namespace tidemark
