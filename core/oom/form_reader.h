#pragma once

#include "core/oom/dense_text.h"
#include "core/oom/forms.h"

#include <optional>

namespace tidemark::oom {

/// A phrase that begins a message, without blanks.
struct HeadPhrase {
    std::string phrase;
    const Form* form;
    bool isWholeLine = false; // or its part before a colon
};
/// Form::begins of all forms of failures.
std::span<const HeadPhrase> headPhrases();

/// Reads the sentences of a message by the first form that matches: kind, code, names and amounts. Returns the source
/// position after the last text read, or 0 if no form matches; the message is then unchanged.
std::size_t readSentences(const DenseText& text, Message& message);

/// Reads a text by a form of Kind::State. REQUIRES: `form` is an element of forms(). Returns whether the form matches;
/// if not, the message is unchanged.
bool readState(const Form& form, const DenseText& text, Message& message);

/// Reads a sentence that follows other lines of its message: its amounts become figures.
void readFurtherSentence(const DenseText& text, Message& message);

} // namespace tidemark::oom
