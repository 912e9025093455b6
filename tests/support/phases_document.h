#pragma once

#include "core/view/document_kind.h"

#include <functional>
#include <string>

namespace tidemark::test {

/// What a test does in the middle of the work; called from the thread that does it. May be empty, may throw.
struct PhasesHooks {
    std::function<void(const Progress&)> opening; // when the files are read
    std::function<void(const Progress&)> viewing;
    std::function<void()> digesting; // when somebody asks which program it is
    std::function<void(const Progress&)> meaning; // when somebody asks what bytes are; empty: the kind does not know
    std::function<void(const Progress&)> uses; // the same, of what uses them
};

/// A made-up kind of documents, for what must hold for every kind: phases as axis, two memories, spikes inside phases,
/// no rows, no padding. Files end in ".phases" and are lines of text:
///
///     phases                         the first line
///     run train 7                    a program: its name, and an id if wanted
///     phase load 100 / 10            a phase: bytes in DRAM after it / bytes in L1
///     phase forward 300 700 / 50     700 in DRAM inside it
///     broken                         the run's plan cannot be read
///
/// A run whose phases tell of one memory uses DRAM alone.
DocumentKind phasesKind(PhasesHooks hooks = {});

/// A run with a spike: "train", DRAM peaks at 700 inside and 300 after phase 1 of 4, L1 at 50.
std::string phasesText();

} // namespace tidemark::test
