#pragma once

#include "core/xla/plan/plan.h"

#include <string>

namespace tidemark::xla {

/// "Parameter", "Output", "Thread-local", "Constant" or "Temporary": the first that applies.
const char* xprofGroup(const Allocation& allocation);

/// One logical buffer as XProf sees it, including faults. Names are those of the file and may be invalid UTF-8.
class XprofBuffer
{
public:
    struct Source {
        std::string file;
        std::int64_t line = 0;
        std::string stack; // "file:line:column", one line per frame, the innermost first
        bool isKnown() const { return !file.empty() || line != 0 || !stack.empty(); }
    };

    XprofBuffer(const Plan& plan, BufferId buffer);

    const Instruction& instruction() const { return m_instruction; }
    std::string hloName() const;
    /// The name followed by "{index}".
    std::string instructionName() const;
    /// XProf uses only the last index in the tuple of the top shape, and the whole shape when the index is out of
    /// range.
    ShapeView shape() const;
    std::int64_t unpaddedSize() const;
    Source source() const;

private:
    const Plan& m_plan;
    const LogicalBuffer& m_buffer;
    Instruction m_instruction;
};

} // namespace tidemark::xla
