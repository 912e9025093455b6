#include "core/xla/plan/stack_frames.h"

#include "proto/hlo.pb.h"

#include <set>

namespace tidemark::xla {

using proto::StackFrameIndexProto;

void StackFrames::add(std::string_view body, DecodeContext& context)
{
    Damage damage(context.bytes());
    for (WireReader reader(body, damage); reader.next();) {
        switch (reader.field()) {
        case StackFrameIndexProto::kFileNamesFieldNumber:
            if (reader.isBytes()) {
                m_fileNames.push_back(reader.bytes());
                context.checkText(reader.bytes());
            }
            break;
        case StackFrameIndexProto::kFunctionNamesFieldNumber:
            if (reader.isBytes()) {
                m_functionNames.push_back(reader.bytes());
                context.checkText(reader.bytes());
            }
            break;
        case StackFrameIndexProto::kFileLocationsFieldNumber:
            if (reader.isBytes())
                addLocation(reader.bytes(), damage);
            break;
        case StackFrameIndexProto::kStackFramesFieldNumber:
            if (reader.isBytes())
                addFrame(reader.bytes(), damage);
            break;
        default:
            break;
        }
    }
    if (damage)
        context.warnings().addNamed("damaged-stack-frames",
                                    "The table of source lines is damaged: they may be wrong or missing.",
                                    context.inFile(context.offsetOf(body)));
}

void StackFrames::addLocation(std::string_view body, Damage& damage)
{
    auto& location = m_locations.emplace_back();
    for (WireReader reader(body, damage); reader.next();) {
        if (reader.field() == StackFrameIndexProto::FileLocation::kFileNameIdFieldNumber)
            reader.storeInt32(location.file);
        else if (reader.field() == StackFrameIndexProto::FileLocation::kFunctionNameIdFieldNumber)
            reader.storeInt32(location.function);
        else if (reader.field() == StackFrameIndexProto::FileLocation::kLineFieldNumber)
            reader.storeInt32(location.line);
        else if (reader.field() == StackFrameIndexProto::FileLocation::kColumnFieldNumber)
            reader.storeInt32(location.column);
    }
}

void StackFrames::addFrame(std::string_view body, Damage& damage)
{
    auto& frame = m_frames.emplace_back();
    for (WireReader reader(body, damage); reader.next();) {
        if (reader.field() == StackFrameIndexProto::StackFrame::kFileLocationIdFieldNumber)
            reader.storeInt32(frame.location);
        else if (reader.field() == StackFrameIndexProto::StackFrame::kParentFrameIdFieldNumber)
            reader.storeInt32(frame.parent);
    }
}

std::optional<SourceLocation> StackFrames::locationOf(const Frame& frame) const
{
    if (frame.location <= 0 || frame.location > static_cast<std::int64_t>(m_locations.size()))
        return std::nullopt;
    const Location& location = m_locations[static_cast<std::size_t>(frame.location - 1)];
    if (location.file <= 0 || location.file > static_cast<std::int64_t>(m_fileNames.size()))
        return std::nullopt;
    const bool hasFunction
        = location.function > 0 && location.function <= static_cast<std::int64_t>(m_functionNames.size());
    return SourceLocation{m_fileNames[static_cast<std::size_t>(location.file - 1)],
                          hasFunction ? m_functionNames[static_cast<std::size_t>(location.function - 1)]
                                      : std::string_view(),
                          location.line, location.column};
}

std::vector<SourceLocation> StackFrames::stack(std::int64_t frame) const
{
    constexpr std::size_t kDeepest = 1000;
    std::vector<SourceLocation> result;
    std::set<std::int64_t> seen;
    while (frame > 0 && frame <= static_cast<std::int64_t>(m_frames.size()) && result.size() < kDeepest) {
        if (!seen.insert(frame).second)
            break;
        const Frame& at = m_frames[static_cast<std::size_t>(frame - 1)];
        if (const auto location = locationOf(at))
            result.push_back(*location);
        else if (result.empty())
            break; // the caller's frame is not the place of the instruction
        frame = at.parent;
    }
    return result;
}

} // namespace tidemark::xla
