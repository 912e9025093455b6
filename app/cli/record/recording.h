#pragma once

#include "core/include/tidemark/result.h"

#include <string>
#include <vector>

namespace tidemark::cli {

/// The folder with the results of one run of a command: its output, a description of the command, and the XLA dump. The
/// folder is new and named by the time, so nothing is ever overwritten.
class Recording
{
public:
    /// Makes the folder below `parent`, and `parent` too if it does not exist. Error: it cannot be written.
    static Result<Recording> create(const std::string& parent, const std::vector<std::string>& command);
    Recording(Recording&& other) noexcept;
    Recording(const Recording&) = delete;
    Recording& operator=(Recording&&) = delete;
    ~Recording();

    const std::string& folder() const { return m_folder; } // absolute
    std::string outputPath() const { return m_folder + "/output.log"; }
    int output() const { return m_output; } // descriptor, open for writing
    /// Notes how the command ended. In this folder only, deletes dump files other than the final HLO: code, compiler
    /// options, and early stages of modules that have a later one. Error: the note cannot be written; everything else
    /// is done.
    Result<void> finish(int status);

private:
    Recording(std::string folder, int output, std::string about);
    Result<void> note() const;
    void tidy() const;

    std::string m_folder;
    int m_output;
    std::string m_about; // the contents of command.txt
};

} // namespace tidemark::cli
