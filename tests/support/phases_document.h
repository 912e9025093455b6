#pragma once

#include "core/view/document_kind.h"

#include <functional>
#include <string>

namespace tidemark::test {

/// Functions that a test runs in the middle of the work, on the thread that does the work. They may be empty and may
/// throw.
struct PhasesHooks {
    std::function<void(const Progress&)> opening; // when the files are read
    std::function<void(const Progress&)> viewing;
    std::function<void()> digesting; // when a program's digest is requested
    std::function<void(const Progress&)> meaning; // when categories are requested; empty: the kind has none
    std::function<void(const Progress&)> uses; // when uses are requested; empty: the kind has none
};

/// A made-up kind of documents that tests requirements on every kind: its axis has phases, it has two memories and
/// spikes inside phases, and it has no rows and no padding. Files end in ".phases" and consist of lines of text:
///
///     phases                         the first line
///     run train 7                    a program: its name, and an id if wanted
///     phase load 100 / 10            a phase: bytes in DRAM after it / bytes in L1
///     phase forward 300 700 / 50     700 in DRAM inside it
///     broken                         the run's plan cannot be read
///
/// A run whose phases give one memory only uses DRAM alone.
DocumentKind phasesKind(PhasesHooks hooks = {});

/// A run with a spike: in "train", DRAM peaks at 700 inside phase 1 of 4 with 300 after it, and L1 peaks at 50.
std::string phasesText();

} // namespace tidemark::test
