#pragma once

#include "core/view/view.h"

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// How much of a memory there was, as a message in a text beside programs says.
struct ToldLimit {
    std::int64_t bytes = 0;
    std::optional<std::int64_t> needed = std::nullopt; // as the message says
    bool isOneBuffer = false; // that is needed; else all of the program
    std::string place; // of the message: "train.log:17"
    std::int64_t memory = 0; // that it is about
    bool isScoped = false; // of allocations in the scope of one instruction
    Platform platform = Platform::Unknown; // that such messages are of
    bool isHbm = false;
    std::string module; // of the program that it is about; empty: that is not known, and `why` tells
    std::string path = {}; // of a message that names no module, the file of that program; else empty
    std::string why = {}; // it is about that one, or about none
    bool isOfOther = false; // it names no module, but buffers that no program there has
};

/// Those of a folder.
struct ToldLimits {
    std::vector<ToldLimit> list;
    std::vector<std::string> unread; // names of texts that may tell others, which were too much to read

    bool isEmpty() const { return list.empty() && unread.empty(); }
};

/// Whether programs of a platform have the memory that a message is about, as far as it is known. HBM is of both kinds.
/// `path` is of the program's file.
bool hasMemory(Platform platform, std::string_view path, const ToldLimit& limit);

/// Whether a message's limit counts for a view: it has steps, and neither the user nor the file says how much there is.
/// It comes before the table.
bool isOpenToLimit(const View& view, const Figures& figures);

/// The figures of a view with the first limit that is about its program and memory as capacity, where one counts.
/// Headroom is left open where the plan does not tell all that is needed. Warnings are a message about another memory
/// or another program, one of which it is not known what it is about, one that needs more than the plan has, one that
/// cannot be about it (of another platform, or, where it names no module, if it needs more than twice or less than half
/// as much), and texts that were not read, where none counts.
Figures withLimits(Figures figures, const View& view, const ToldLimits& limits);

} // namespace tidemark
