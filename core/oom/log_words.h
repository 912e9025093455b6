#pragma once

#include "core/text/phrase_finder.h"

namespace tidemark::oom {

/// Finds the words for which logs are searched: the words of all forms, and lineWords().
const PhraseFinder& logWords();

/// Returns whether a text that starts with one of the words may belong to a message. Errors that are not about memory
/// have some of the statuses, too.
bool mayBeOfMessage(std::string_view fromWord);

} // namespace tidemark::oom
