#pragma once

#include "core/xla/plan/plan.h"

#include <string>

namespace tidemark {

/// "Parameter", "Output", "Thread-local", "Constant" or "Temporary": the first that holds.
const char* xprofGroup(const Allocation& allocation);

/// One logical buffer as XProf sees it, faults included. Names are as the file has them: no valid UTF-8 is promised.
class XprofBuffer
{
public:
    struct Source {
        std::string file;
        std::int64_t line = 0;
        std::string stack; // "file:line:column" from the innermost, a line each
        bool isKnown() const { return !file.empty() || line != 0 || !stack.empty(); }
    };

    XprofBuffer(const Plan& plan, BufferId buffer);

    const Instruction& instruction() const { return m_instruction; }
    std::string hloName() const;
    /// With "{index}" behind the name.
    std::string instructionName() const;
    /// Of the top shape's tuple only the last index is used; out of range, the whole shape.
    ShapeView shape() const;
    std::int64_t unpaddedSize() const;
    Source source() const;

private:
    const Plan& m_plan;
    const LogicalBuffer& m_buffer;
    Instruction m_instruction;
};

} // namespace tidemark
