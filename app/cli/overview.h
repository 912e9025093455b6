#pragma once

#include "app/cli/options.h"
#include "core/view/viewed.h"

namespace tidemark::cli {

/// Buffers of one size, shape and origin.
struct EqualBuffers {
    std::size_t count = 0;
    std::int64_t size = 0; // of each, in bytes
    std::string shape;
    std::string op; // its path in the program, the path of an argument, or the name of the buffer
    std::string sourceFile;
    std::int64_t sourceLine = 0;
    std::string category; // its id

    std::int64_t total() const { return size * static_cast<std::int64_t>(count); }
    /// "lm.py:33"; empty: the file does not say.
    std::string source() const;
};

/// A part of the peak.
struct PeakPart {
    std::string id;
    std::string label;
    std::int64_t bytes = 0;
};

/// A command that tells more.
struct NextStep {
    std::string command;
    std::string purpose;
};

/// What one screen says of a program or a message.
struct Overview {
    const View* view = nullptr;
    Figures figures;
    std::string sentence;
    std::vector<PeakPart> parts; // the largest first
    std::vector<EqualBuffers> buffers; // the largest sum first
    std::vector<Finding> findings; // the largest saving first, without the sum of all
    std::vector<std::string> messages; // headlines of the messages that were opened with the program
    std::size_t moreMessages = 0;
    std::size_t otherPrograms = 0;
    std::vector<NextStep> next;

    /// Whether the program fits its device; absent: nobody knows how much memory there is.
    std::optional<bool> fits() const
    {
        return figures.headroomBytes ? std::optional(*figures.headroomBytes >= 0) : std::nullopt;
    }
};

/// What `report` says of what is shown, which is one of the documents. Prints warnings about the user's rules. Errors: of
/// reading the rules, Cancelled.
Result<Overview> overviewOf(const Options& options, const Documents& documents, const Viewed& shown);

} // namespace tidemark::cli
