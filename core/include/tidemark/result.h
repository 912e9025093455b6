#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tidemark {

enum class ErrorKind {
    NotFound, // no such path, module, space or step
    Io, // the system refused: permission, device, full disk
    Empty, // a file of 0 bytes
    Truncated, // the bytes end inside a record
    Malformed, // the bytes are not the valid protobuf that they should be
    Unsupported, // readable, but of no kind that this program knows
    TooLarge, // well-formed, but above a limit of this program
    NoPlan, // a program without a memory plan
    Ambiguous, // several candidates; the message lists them
    WrongRule, // a rule of the user refers to something that does not exist
    Cancelled,
};

/// An error in words for the user. The message names the file and says what is wrong and what to do.
struct Error {
    ErrorKind kind = ErrorKind::Io;
    std::string message;
    std::optional<std::uint64_t> offset; // byte in the file at which the error is, if there is one
};

/// A value or an Error. The member names are those of std::expected, which will replace it when compilers have it.
template <class T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    { }
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    { }

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }
    /// REQUIRES: has_value()
    T& operator*() & { return *std::get_if<0>(&m_state); }
    const T& operator*() const& { return *std::get_if<0>(&m_state); }
    T&& operator*() && { return std::move(*std::get_if<0>(&m_state)); }
    T* operator->() { return std::get_if<0>(&m_state); }
    const T* operator->() const { return std::get_if<0>(&m_state); }
    /// REQUIRES: !has_value()
    const Error& error() const { return *std::get_if<1>(&m_state); }

private:
    std::variant<T, Error> m_state;
};

/// Nothing, or the Error of work that gives no value.
template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error)
        : m_error(std::move(error))
    { }

    bool has_value() const { return !m_error; }
    explicit operator bool() const { return has_value(); }
    /// REQUIRES: !has_value()
    const Error& error() const { return *m_error; }

private:
    std::optional<Error> m_error;
};

} // namespace tidemark
