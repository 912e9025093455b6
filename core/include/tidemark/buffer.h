#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// A frame of the call stack in which the program created a buffer's operation.
struct CallFrame {
    std::string place; // "lm.py:33:10"
    std::string function; // "Net.__call__"; empty if the file does not state it

    friend bool operator==(const CallFrame&, const CallFrame&) = default;
};

/// The facts of a file about a buffer, as valid UTF-8. An empty text, no number and line 0 mean unknown. Meant to be
/// reused for many buffers.
struct Facts {
    std::optional<std::int64_t> id; // id in the file
    std::string instruction; // the instruction that defines it: "fusion.67"
    std::vector<std::int64_t> shapeIndex;
    std::string name; // "fusion.67{1}"; never empty
    std::string shape; // with layout
    std::string shapeWithoutLayout;
    std::string layout;
    std::string opName;
    std::string opcode;
    std::string argument; // path of the argument whose memory it is: "params['embed']"; empty for others
    std::string sourceFile;
    std::int64_t sourceLine = 0;
    /// The copied instruction whose source line a copy without a source line shows; otherwise empty.
    std::string sourceOf;
    std::vector<CallFrame> stack; // innermost first
    std::optional<std::int64_t> allocation; // number in the file of the allocation that holds it
    bool liveOut = false;
    bool aliased = false; // an argument whose memory an output takes over
    // What the bytes mean. Empty if the meaning is not known, or was not looked up.
    std::string category; // "model_parameters"
    std::string categoryLabel; // "Model parameters"
    std::string role; // "held"
    std::string rule; // text of the rule that decided
    bool certain = true; // false if the rule has weak evidence: the category is only probable

    /// The label for users: the path of an argument of the user's program, otherwise the name.
    const std::string& label() const;
};

/// A buffer, an allocation, or another item that takes memory: a row of the command `buffers`, whose JSON fields have
/// the names of these members.
struct Buffer : Facts {
    std::int64_t sizeBytes = 0; // with padding
    std::optional<std::int64_t> unpaddedBytes; // the size without the padding of the layout
    /// The bytes that earlier buffers of the same list already cover, because memory is re-used in place. The sum of
    /// sizeBytes − overlapBytes over all buffers of a step is the level at that step.
    std::int64_t overlapBytes = 0;
    std::string kind; // "parameter", "output", "constant", "thread_local" or "temporary"; other files have other words
    // It lives in the steps [startStep, endStep). Absent: the file has no steps, or does not state the life.
    std::optional<std::int64_t> startStep;
    std::optional<std::int64_t> endStep;
    std::optional<std::int64_t> offsetBytes; // offset in its allocation

    /// The bytes that the layout adds to the array. Absent: unknown.
    std::optional<std::int64_t> paddingBytes() const
    {
        return unpaddedBytes ? std::optional(sizeBytes - *unpaddedBytes) : std::nullopt;
    }
};

} // namespace tidemark
