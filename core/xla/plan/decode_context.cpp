#include "core/xla/plan/decode_context.h"

#include "core/xla/plan/hlo_parts.h"

namespace tidemark::xla {

DecodeContext::DecodeContext(std::string_view what, std::string_view bytes, std::uint64_t fileOffset,
                             const Progress& progress, Warnings& warnings)
    : m_what(what)
    , m_bytes(bytes)
    , m_fileOffset(fileOffset)
    , m_progress(progress)
    , m_warnings(warnings)
    , m_damage(bytes, fileOffset)
{ }

DecodeContext::DecodeContext(const DecodeContext& whole, Warnings& warnings)
    : DecodeContext(whole.m_what, whole.m_bytes, whole.m_fileOffset, whole.m_progress, warnings)
{ }

Result<void> DecodeContext::checkSize() const
{
    if (m_bytes.size() < FieldRef::kNone)
        return {};
    return Error{ErrorKind::TooLarge, "The " + std::string(m_what) + " is larger than 4 GiB.", m_fileOffset};
}

Result<void> DecodeContext::outcome() const
{
    if (m_isCancelled)
        return Progress::cancelledError();
    if (!m_damage)
        return {};
    return damagedError("The " + std::string(m_what), m_damage, " of the file. Capture or copy the profile again.");
}

void DecodeContext::warnOfText(std::string_view text)
{
    warn("damaged-text", "The name " + quotedName(text) + " in the " + std::string(m_what) + " is not valid text.",
         text);
}

std::string quotedName(std::string_view name)
{
    constexpr std::size_t kLongest = 60; // bytes
    return "“" + printable(name.substr(0, kLongest)) + "”";
}

} // namespace tidemark::xla
