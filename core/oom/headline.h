#pragma once

#include "core/oom/message.h"

namespace tidemark::oom {

/// Returns the message in one sentence: "Over by 284.2 GiB: needs 300 of 15.75 GiB of HBM for HLO temporaries."
std::string headlineOf(const Message& message);

/// Returns in one sentence what to change so that the program does not fail again: "Use smaller blocks, or fewer
/// stages." Empty if the form of the message has no such sentence.
std::string nextStepOf(const Message& message);

} // namespace tidemark::oom
