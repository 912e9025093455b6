#pragma once

namespace tidemark {

// ASCII letters and digits, in any locale.

inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
inline bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}
inline bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}
inline bool isLetter(char c)
{
    return isLower(c) || isUpper(c);
}
inline bool isAlphanumeric(char c)
{
    return isDigit(c) || isLetter(c);
}
inline char toLower(char c)
{
    return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
inline char toUpper(char c)
{
    return isLower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
/// 1 for an opening bracket, −1 for a closing one, else 0.
inline int bracketStep(char c)
{
    if (c == '(' || c == '[' || c == '{')
        return 1;
    return c == ')' || c == ']' || c == '}' ? -1 : 0;
}

/// The value of a hexadecimal digit in either case; -1 for any other character.
inline int hexDigit(char c)
{
    return isDigit(c) ? c - '0' : toLower(c) >= 'a' && toLower(c) <= 'f' ? toLower(c) - 'a' + 10 : -1;
}

} // namespace tidemark
