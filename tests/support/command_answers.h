#pragma once

#include "app/cli/program.h"
#include "core/open/open_documents.h"
#include "proto/hlo.pb.h"
#include "proto/xplane.pb.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace tidemark::test {

/// The exit status of a command and what it printed.
struct Answer {
    int status = 0;
    std::string out;
    std::string err;
};

/// Captures the output of a stream during its lifetime.
class Captured
{
public:
    explicit Captured(std::ostream& stream)
        : m_stream(stream)
        , m_before(stream.rdbuf(m_text.rdbuf()))
    { }
    ~Captured() { m_stream.rdbuf(m_before); }
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;

    std::string text() const { return m_text.str(); }

private:
    std::ostringstream m_text;
    std::ostream& m_stream;
    std::streambuf* m_before;
};

/// Runs a command in this process.
inline Answer ask(const std::vector<std::string>& words, const std::string& path)
{
    std::vector<const char*> arguments{"tidemark-cli"};
    for (const std::string& word : words)
        arguments.push_back(word.c_str());
    arguments.push_back(path.c_str());
    const Captured out(std::cout);
    const Captured err(std::cerr);
    const int status = cli::run(static_cast<int>(arguments.size()), arguments.data(), allKinds());
    return {status, out.text(), err.text()};
}

/// Returns the serialized HLO programs of a capture as protobuf reads it; nullopt if protobuf refuses the capture.
inline std::optional<std::vector<std::string>> programsOf(const std::string& capture)
{
    proto::XSpace space;
    if (!space.ParseFromString(capture))
        return std::nullopt;
    std::vector<std::string> programs;
    for (const proto::XPlane& plane : space.planes())
        if (plane.name() == "/host:metadata")
            for (const auto& [key, entry] : plane.event_metadata())
                for (const proto::XStat& stat : entry.stats())
                    if (stat.value_case() == proto::XStat::kBytesValue)
                        programs.push_back(stat.bytes_value());
    return programs;
}

inline bool isHlo(const std::string& bytes)
{
    return proto::HloProto().ParseFromString(bytes);
}

/// Returns true if protobuf refuses any part that an answer is computed from.
inline bool isRefused(const std::string& bytes, bool isCapture)
{
    if (!isCapture)
        return !isHlo(bytes);
    const auto programs = programsOf(bytes);
    return !programs || !std::ranges::all_of(*programs, isHlo);
}

} // namespace tidemark::test
