#pragma once

#include "core/oom/dense_text.h"
#include "core/oom/report.h"

#include <span>

namespace tidemark::oom {

/// What may follow the sentences of a message.
enum class Family {
    Line, // nothing
    Tpu, // figures of a memory, and its largest allocations
    Gpu, // figures of a buffer assignment, and its largest buffers
    Bfc, // the chunks of an allocator
};

/// A phrase that a message begins with, written without blanks.
struct HeadPhrase {
    std::string_view phrase;
    Family family;
    bool isSecond = false; // also in the second sentence of a message
};
std::span<const HeadPhrase> headPhrases();

/// Reads the sentences of a message: kind, code, names and amounts. `report.kind` stays where none is known.
/// Returns where in the source the last thing that was read ends; 0 if there was nothing.
std::size_t readHead(const DenseText& text, Report& report);

} // namespace tidemark::oom
