#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace tidemark::cli {

/// A folder with what one run of a command left: its output, itself in words, and what XLA dumped. Named by the time,
/// and new: nothing that is there is ever written over.
class Recording
{
public:
    /// Below `parent`, which is made where it is not there. Error: it cannot be written.
    static Result<Recording> create(const std::string& parent, const std::vector<std::string>& command);
    Recording(Recording&& other) noexcept;
    Recording(const Recording&) = delete;
    Recording& operator=(Recording&&) = delete;
    ~Recording();

    const std::string& folder() const { return m_folder; } // absolute
    std::string outputPath() const { return m_folder + "/output.log"; }
    int output() const { return m_output; } // open for writing
    /// Notes how the command ended, and takes away what XLA dumps beside the final HLO: code, how the compiler was
    /// asked, and early stages of modules of which a later one is there. Only in this folder. Error: the note cannot be
    /// written; all else is done.
    std::optional<Error> finish(int status);

private:
    Recording(std::string folder, int output, std::string about);
    void tidy() const;

    std::string m_folder;
    int m_output;
    std::string m_about; // what command.txt says
};

} // namespace tidemark::cli
