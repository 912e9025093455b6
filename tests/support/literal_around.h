#pragma once

#include "core/text/escaped_text.h"

namespace tidemark::test {

/// Returns the text of the string literal that contains byte `at` of a line, or the line without its escapes.
inline std::string literalAround(std::string_view line, std::size_t at)
{
    if (const auto found = LiteralFinder(line).around(at))
        return resolvedLiteral(line.substr(found->begin, found->end - found->begin), at - found->begin);
    return resolvedLiteral(line, at);
}

} // namespace tidemark::test
