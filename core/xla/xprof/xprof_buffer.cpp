#include "core/xla/xprof/xprof_buffer.h"

#include "core/base/text.h"
#include "core/shapes/element_type.h"
#include "core/xla/xprof/xprof_shape.h"

namespace tidemark::xla {
namespace {

constexpr std::int64_t kPointerBytes = 8;

} // namespace

const char* xprofGroup(const Allocation& allocation)
{
    if (allocation.isParameter)
        return "Parameter";
    if (allocation.isLiveOut)
        return "Output";
    if (allocation.isThreadLocal)
        return "Thread-local";
    return allocation.isConstant ? "Constant" : "Temporary";
}

XprofBuffer::XprofBuffer(const Plan& plan, BufferId buffer)
    : m_plan(plan)
    , m_buffer(plan.assignment().buffers[buffer])
{
    if (m_buffer.instruction)
        m_instruction = plan.module().instruction(m_buffer.instruction);
}

std::string XprofBuffer::hloName() const
{
    return std::string(m_buffer.instruction ? m_instruction.name : m_plan.assignment().text(m_buffer.instructionName));
}

std::string XprofBuffer::instructionName() const
{
    return hloName() + framed("{", joined(m_plan.assignment().indices(m_buffer.shapeIndex), ","), "}");
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
    const ArrayMeasure measure = m_plan.measure(shape());
    return measure.type == kTuple ? measure.tupleSize * kPointerBytes : xlaByteSize(measure).value_or(0);
}

XprofBuffer::Source XprofBuffer::source() const
{
    const auto frames = m_plan.module().stack(m_instruction.stackFrame);
    Source source;
    for (const SourceLocation& frame : frames)
        addTo(source.stack, "\n",
              std::string(frame.file) + ":" + std::to_string(frame.line) + ":" + std::to_string(frame.column));
    source.file = m_instruction.sourceFile;
    source.line = m_instruction.sourceLine;
    if (source.file.empty() && !frames.empty()) {
        source.file = frames.front().file;
        source.line = frames.front().line;
    }
    return source;
}

} // namespace tidemark::xla
