#pragma once

#include "core/oom/message.h"

#include <span>
#include <string_view>
#include <vector>

namespace tidemark::oom {

/// The kind of lines that may follow the sentences of a message.
enum class Family {
    Line, // nothing follows
    Tpu, // figures of a memory and its largest allocations
    Gpu, // figures of a buffer assignment and its largest buffers
    Bfc, // chunks and statistics of an allocator
    Kernel, // what Linux logs before it kills a process: many lines that are not read
};

/// What the absence of a part of a sentence means.
enum class Absence {
    IsFine, // not all programs write the part
    IsCut, // the message was cut: all programs write the part
    EndsForm, // the parts after it are absent as well
};

/// A part of a form's sentences.
struct FormPart {
    /// A regular expression of RE2. Blanks in it are for the reader only: patterns are matched against the text without
    /// blanks, so that a message may be wrapped at any character. "{name}" is an amount with a unit, "{name#}" an
    /// amount that may lack its unit, "{name*4}" a number of words of four bytes, "{name*x}" a number of bytes
    /// as "0x1f", "{name*K}" a number of KiB and "{name*G}" of GiB.
    /// "{memory}" is the name of a memory. "^" is the end of the part before. Names of captures are fields of a message
    /// (see core/README.md); any other name is the name of a figure, with '_' for each blank.
    std::string_view pattern;
    Absence absence = Absence::IsFine;
    /// What a message lacks whose part is absent or has no amount. Empty: its absence is not reported.
    std::string_view missing = {};
    bool repeats = false; // each further match is read as well
};

/// A form of message: the words of one program for one failure. forms() is the only list of such words. To add a form,
/// add an entry and its example in tests/data/messages, with its facts in facts.tsv.
struct Form {
    std::string_view id;
    Kind kind;
    Family family = Family::Line;
    /// The memory if the sentences do not name it. Empty: the main memory of a device.
    std::string_view memory = {};
    /// A message begins in the line in which one of these phrases ends. "^": the phrase is a whole line, or
    /// its part before a colon. Empty: another form has the same phrase.
    std::vector<std::string_view> begins = {};
    /// Further words by which a log is searched for the form, in case a line ends inside its first phrase.
    std::vector<std::string_view> words = {};
    /// The first part makes a text a message of this form. Each part is searched after the parts before it.
    std::vector<FormPart> parts = {};
    /// Text with this phrase is no message of the form.
    std::string_view unless = {};
    /// The words may also be a later sentence of a message of the same family.
    bool isSecond = false;
    /// People quote these words apart from their message: with the same amounts they are no further event.
    bool isQuote = false;
    /// Number of lines before the one with the first phrase that a form of Kind::State reads as well.
    std::size_t linesBefore = 0;
    /// The headline. Empty: that of the kind. "{name}" is the amount or the text of that capture. A part in "[…]" is
    /// left out if the message lacks a capture in it. "{name#}" is an amount as a number of bytes.
    std::string_view headline = {};
    /// What to change so that it does not fail again: one sentence, with captures like the headline.
    std::string_view next = {};
    /// The kind of recording (tidemark-cli record --kind) that shows what filled the memory. kSnapshot: a script must
    /// record it. Empty: there is none.
    std::string_view recording = "xla";
    /// Computes what follows from the captures. May be null.
    void (*complete)(Message& message) = nullptr;
};

constexpr std::string_view kSnapshot = "snapshot"; // Form::recording of messages of PyTorch

/// All forms. A text has the first form that matches it. A form of Kind::State begins no message.
std::span<const Form> forms();
/// Null if there is no form with this id.
const Form* formWithId(std::string_view id);
/// The command that records the program of a message, see Form::recording: "tidemark-cli record -- COMMAND". Empty:
/// none shows what filled the memory.
std::string recordCommand(const Message& message);
/// Says how a script records what holds the memory, for a failed allocation at run time of PyTorch or JAX. Empty for
/// any other message.
std::string recordingAdvice(const Message& message);

/// A phrase of Form::begins without its mark.
std::string_view unanchored(std::string_view phrase);

/// Facts that messages of any form may state, anywhere in their sentences and statistics: module, device, memory. The
/// amounts of a form replace theirs.
std::span<const std::string_view> contexts();

/// Words that stand before a sentence of any form, maybe in earlier lines.
std::span<const std::string_view> openings();

} // namespace tidemark::oom
