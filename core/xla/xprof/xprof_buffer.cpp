#include "core/xla/xprof/xprof_buffer.h"

#include "core/base/text.h"

namespace tidemark {
namespace {

constexpr std::int64_t kPointerBytes = 8;

} // namespace

Json mib(std::int64_t bytes)
{
    constexpr std::int64_t kMib = 1 << 20;
    if (bytes % kMib == 0)
        return bytes / kMib;
    return static_cast<double>(bytes) / static_cast<double>(kMib);
}

void put(Json& object, const char* key, Json value)
{
    if (!isProtoDefault(value))
        object[key] = std::move(value);
}

XprofBuffer::XprofBuffer(const Plan& plan, std::uint32_t index)
    : m_plan(plan)
    , m_buffer(plan.assignment().buffers[index])
    , m_at(plan.instructionOf(m_buffer))
{
    if (m_at != kNoIndex)
        m_instruction = plan.module().instruction(m_at);
}

std::string XprofBuffer::hloName() const
{
    return validUtf8(m_at == kNoIndex ? m_plan.assignment().text(m_buffer.instructionName) : m_instruction.name);
}

std::string XprofBuffer::instructionName() const
{
    std::string index;
    for (const std::int64_t i : m_plan.assignment().indices(m_buffer.shapeIndex))
        index += (index.empty() ? "{" : ",") + std::to_string(i);
    return hloName() + (index.empty() ? "" : index + "}");
}

ShapeView XprofBuffer::shape() const
{
    const auto index = m_plan.assignment().indices(m_buffer.shapeIndex);
    if (index.empty())
        return m_instruction.shape;
    return m_plan.subshape(m_instruction.shape, index.last(1)).value_or(m_instruction.shape);
}

std::int64_t XprofBuffer::unpaddedSize() const
{
    const ShapeView view = shape();
    if (isTuple(view))
        return tupleSize(view) * kPointerBytes;
    return xlaByteSize(view).value_or(0);
}

Json XprofBuffer::sourceInfo() const
{
    const auto frames = m_plan.module().stack(m_instruction.stackFrame);
    std::string stack;
    for (const SourceLocation& frame : frames)
        stack += (stack.empty() ? "" : "\n") + validUtf8(frame.file) + ":" + std::to_string(frame.line) + ":"
            + std::to_string(frame.column);
    const bool own = !m_instruction.sourceFile.empty();
    Json info = Json::object();
    put(info, "fileName", validUtf8(own || frames.empty() ? m_instruction.sourceFile : frames.front().file));
    put(info, "lineNumber", own || frames.empty() ? m_instruction.sourceLine : frames.front().line);
    put(info, "stackFrame", stack);
    return info;
}

} // namespace tidemark
