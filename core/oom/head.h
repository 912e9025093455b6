#pragma once

#include "core/oom/dense_text.h"
#include "core/oom/report.h"

#include <span>

namespace tidemark::oom {

/// The kind of lines that may follow the sentences of a message.
enum class Family {
    Line, // nothing follows
    Tpu, // figures of a memory and its largest allocations
    Gpu, // figures of a buffer assignment and its largest buffers
    Bfc, // chunks of a BFC allocator
};

/// A phrase that begins a message, written without blanks.
struct HeadPhrase {
    std::string_view phrase;
    Family family;
    bool isSecond = false; // the phrase may also begin the second sentence of a message
};
std::span<const HeadPhrase> headPhrases();

/// Reads the sentences of a message: kind, code, names and amounts. `report.kind` is unchanged if the sentences show
/// none. Returns the source position after the last text read, or 0 if nothing was read.
std::size_t readHead(const DenseText& text, Report& report);

} // namespace tidemark::oom
