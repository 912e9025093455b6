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
/// The value of a hexadecimal digit in either case; -1 for any other character.
inline int hexDigit(char c)
{
    return isDigit(c) ? c - '0' : toLower(c) >= 'a' && toLower(c) <= 'f' ? toLower(c) - 'a' + 10 : -1;
}

} // namespace tidemark
