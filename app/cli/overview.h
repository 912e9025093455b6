#pragma once

#include "app/cli/options.h"
#include "core/view/viewed.h"

namespace tidemark::cli {

/// Buffers of one size, shape and origin.
struct EqualBuffers {
    std::size_t count = 0;
    std::int64_t size = 0; // bytes of each buffer
    std::string shape;
    std::string op; // its path in the program, the path of an argument, or the name of the buffer
    std::string sourceFile;
    std::int64_t sourceLine = 0;
    std::string category; // the id of the category

    std::int64_t total() const { return size * static_cast<std::int64_t>(count); }
    /// "lm.py:33"; empty if the file has no source location.
    std::string source() const;
};

/// A part of the peak.
struct PeakPart {
    std::string id;
    std::string label;
    std::int64_t bytes = 0;
};

/// A command that gives more detail.
struct NextStep {
    std::string command;
    std::string purpose;
};

/// The data of the one-screen overview of a program or message.
struct Overview {
    const View* view = nullptr;
    Figures figures;
    std::string sentence;
    std::vector<PeakPart> parts; // largest first
    std::vector<EqualBuffers> buffers; // largest sum first
    std::vector<Finding> findings; // largest saving first, without the sum of all
    std::vector<std::string> messages; // headlines of the messages opened together with the program
    std::size_t moreMessages = 0;
    std::size_t otherPrograms = 0;
    std::vector<NextStep> next;

    /// Whether the program fits its device; absent if the capacity is not known.
    std::optional<bool> fits() const
    {
        return figures.headroomBytes ? std::optional(*figures.headroomBytes >= 0) : std::nullopt;
    }
};

/// Collects what `report` prints about `shown`, which belongs to one of the documents. Error of kind Cancelled.
Result<Overview> overviewOf(const Options& options, const Documents& documents, const Viewed& shown);

} // namespace tidemark::cli
