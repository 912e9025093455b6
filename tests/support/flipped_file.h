#pragma once

#include "tests/support/framing.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace tidemark::test {

/// A file on disk in which single bits are flipped and flipped back.
class FlippedFile
{
public:
    FlippedFile(const std::string& name, const std::string& bytes)
        : m_bytes(bytes)
        , m_path(m_folder.write(name, bytes))
        , m_descriptor(::open(m_path.c_str(), O_WRONLY | O_CLOEXEC))
    { }
    ~FlippedFile() { ::close(m_descriptor); }
    FlippedFile(const FlippedFile&) = delete;
    FlippedFile& operator=(const FlippedFile&) = delete;

    const std::string& path() const { return m_path; }
    const std::string& bytes() const { return m_bytes; }
    void flip(BitPlace place)
    {
        test::flip(m_bytes, place);
        ASSERT_EQ(::pwrite(m_descriptor, &m_bytes[place.byte], 1, static_cast<off_t>(place.byte)), 1);
    }

private:
    TempFolder m_folder;
    std::string m_bytes;
    std::string m_path;
    int m_descriptor;
};

} // namespace tidemark::test
