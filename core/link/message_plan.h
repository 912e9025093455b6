#pragma once

#include "core/files/find_inputs.h"
#include "core/oom/report.h"
#include "core/view/document.h"

namespace tidemark {

/// Files that may hold the program of a message: those with an ending of their own in the folder of its log and up to
/// two folders below. In order of their paths, at most 64; of a large folder only the first 5000 entries are looked at.
std::vector<std::string> profilesBeside(const std::string& logPath, const std::vector<FileEnding>& endings);

/// The plan of the program that a message is about.
struct MessagePlan {
    Chosen program; // and the message's memory, or the one that has its buffers
    std::shared_ptr<const View> view; // of these
    bool isNamed = false; // the message names the program
    bool isOfBuffers = false; // what is found are the buffers that it lists; else its exact byte counts
    bool isOtherMemory = false; // a kernel's scratch memory is no buffer: what it writes lies elsewhere
    std::size_t asked = 0; // buffers that the message lists with what they can be found by, or byte counts
    std::vector<RowId> rows; // of the view, one for each that was found, ascending
    bool isBeside = false; // it lies beside the log; nobody had to name it
};

/// What its peak is made of. Empty: there is no plan, or it is not surely that of the message, or of another memory.
std::vector<Part> partsOf(const std::optional<MessagePlan>& plan);

/// Looks among the programs of documents for that of a message: by the module that it names, and in its plan for the
/// buffers that it lists, by instruction, else op name, and shape; without a name by exact byte counts of a MiB and
/// more, or where it has none by half of these buffers or more. Of scratch memory what its kernel writes is meant,
/// whatever its shape, in any memory. Of rows that fit equally well one that is live at the peak is meant. The one with
/// most that is found, the first among equals. Nothing where there is none. Errors: Cancelled. Cost: decodes the plans
/// in question, at most 16.
Result<std::optional<MessagePlan>> findMessagePlan(const oom::Report& report, const Documents& documents,
                                                   const Progress& progress = {});

} // namespace tidemark
