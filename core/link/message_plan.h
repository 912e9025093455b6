#pragma once

#include "core/files/find_inputs.h"
#include "core/oom/report.h"
#include "core/view/document.h"

namespace tidemark {

/// The program files in the folder of a log, by their names, in order of their paths. Nothing is read: the result is
/// for a hint that names what could be opened together with the log.
std::vector<std::string> programsNextTo(const std::string& logPath, const std::vector<FileEnding>& endings);

/// The plan of the program that a message is about.
struct MessagePlan {
    Chosen program; // and the message's memory, or the one that has its buffers
    std::shared_ptr<const View> view; // of these
    bool isNamed = false; // the message names the program
    bool isOfBuffers = false; // what is found are the buffers that it lists; else its exact byte counts
    bool isOtherMemory = false; // a kernel's scratch memory is no buffer: what it writes lies elsewhere
    std::size_t asked = 0; // buffers that the message lists with what they can be found by, or byte counts
    std::vector<RowId> rows; // of the view, one for each that was found, ascending
};

/// What its peak is made of. Empty: there is no plan, or it is not surely that of the message, or of another memory.
std::vector<Part> partsOf(const std::optional<MessagePlan>& plan);

/// Looks among the programs of documents for that of a message: by the module that it names, and in its plan for the
/// buffers that it lists, by instruction, else op name, and shape; without a name by exact byte counts of a MiB and
/// more, or where it has none by half of these buffers or more. Of scratch memory what its kernel writes is meant,
/// whatever its shape, in any memory. Of rows that fit equally well one that is live at the peak is meant. The one with
/// most that is found, the first among equals. Nothing where there is none. Errors: Cancelled. Cost: decodes the plans
/// in question.
Result<std::optional<MessagePlan>> findMessagePlan(const oom::Report& report, const Documents& documents,
                                                   const Progress& progress = {});

} // namespace tidemark
