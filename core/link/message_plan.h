#pragma once

#include "core/files/find_inputs.h"
#include "core/oom/message.h"
#include "core/view/document.h"

namespace tidemark {

/// The program files in the folder of a log, by their names, in order of their paths. Nothing is read: the result is
/// for a hint that names what could be opened together with the log.
std::vector<std::string> programsNextTo(const std::string& logPath, const std::vector<FileEnding>& endings);

/// The plan of the program that a message is about.
struct MessagePlan {
    Chosen program; // the program, with the message's memory or the memory of its buffers
    std::shared_ptr<const View> view; // view of that program and memory
    bool isNamed = false; // the message names the program
    bool isOfBuffers = false; // the rows are the listed buffers; otherwise rows with the message's exact byte counts
    bool isOtherMemory = false; // a kernel's scratch memory has no buffer; its results are in another memory
    std::size_t asked = 0; // number of listed buffers that can be searched for, or of byte counts
    std::vector<RowId> rows; // rows of the view, one for each buffer or count that was found, ascending
};

/// Returns the parts of the plan's peak. Empty if there is no plan, the message does not name its program, or the plan
/// is of another memory.
std::vector<Part> partsOf(const std::optional<MessagePlan>& plan);

/// Finds the program of a message in documents: by the module that the message names. Without a module it is the
/// program with the message's exact byte counts of 1 MiB or more, or, if there are no such counts, with at least half
/// of the listed buffers. Listed buffers are found in the plan by shape and instruction, or by shape and op name. For
/// scratch memory of a kernel, the results of the kernel are found. Among equal rows, one that is live at the peak is
/// taken; among programs, the one with most found rows, and then the first. Nothing if no program matches. Errors:
/// Cancelled. Cost: decodes the plans of the candidates.
Result<std::optional<MessagePlan>> findMessagePlan(const oom::Message& message, const Documents& documents,
                                                   const Progress& progress = {});

} // namespace tidemark
