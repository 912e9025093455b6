#pragma once

#include "core/text/phrase_finder.h"

namespace tidemark::oom {

/// The words for which logs are searched: those of all forms, and those of lines by which a message is recognised.
const PhraseFinder& logWords();

/// Returns whether a text that starts with one of the words may belong to a message. Some statuses are also those of
/// errors that are not about memory.
bool mayBeOfMessage(std::string_view fromWord);

} // namespace tidemark::oom
