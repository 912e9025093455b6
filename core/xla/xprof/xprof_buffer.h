#pragma once

#include "core/xla/plan/plan.h"
#include "core/xla/xprof/json_stream.h"

namespace tidemark {

using Json = nlohmann::ordered_json;

/// Mebibytes as proto3 JSON prints them: whole numbers without a point.
Json mib(std::int64_t bytes);

/// Sets a member unless proto3 JSON would leave it out.
void put(Json& object, const char* key, Json value);

/// One logical buffer as XProf sees it, faults included.
class XprofBuffer
{
public:
    XprofBuffer(const Plan& plan, std::uint32_t index);

    const Instruction& instruction() const { return m_instruction; }
    std::string hloName() const;
    /// With "{index}" behind the name.
    std::string instructionName() const;
    /// Of the top shape's tuple only the last index is used; out of range, the whole shape.
    ShapeView shape() const;
    std::int64_t unpaddedSize() const;
    Json sourceInfo() const;

private:
    const Plan& m_plan;
    const LogicalBuffer& m_buffer;
    std::uint32_t m_at;
    Instruction m_instruction;
};

} // namespace tidemark
