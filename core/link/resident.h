#pragma once

#include "core/view/amount_text.h"
#include "core/view/document.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// What one program needs of a memory, in bytes.
struct ResidentProgram {
    ProgramId id;
    std::string name; // "jit_train_step(137)"
    std::string path; // of the file that holds it
    std::int64_t arguments = 0;
    std::int64_t constants = 0;
    std::int64_t rest = 0; // temporaries, outputs that are not donated, and fragmentation: only while it runs

    std::int64_t total() const { return arguments + constants + rest; }
};

enum class Fits { Yes, No, Maybe };

/// What several programs need that are loaded on one device at the same time and run one after the other.
///
/// Rule: a program's arguments and constants are in memory all the time, and its temporaries and outputs only while it
/// runs. A file does not say which programs take the same buffers as arguments. At most, each has its own: all
/// arguments, all constants, and the largest rest. At least, they hand the same buffers on: no less than the program
/// that needs most alone, with the constants of the others. The code of the programs is in no file and not counted.
struct Resident {
    std::vector<ResidentProgram> programs; // the largest total first
    std::vector<std::string> unread; // names of programs that cannot be read and are not counted
    std::vector<std::string> refused; // names of programs that the compiler refused: no device ever holds them
    std::int64_t arguments = 0; // sum of all
    std::int64_t leastArguments = 0; // the largest of a program, for the case that all share them
    std::int64_t constants = 0; // sum of all
    std::int64_t rest = 0; // the largest of a program
    std::int64_t least = 0;
    std::int64_t most = 0;
    Capacity capacity;
    Platform platform = Platform::Unknown; // unknown also for a memory that is not the device's main one

    /// Maybe: only if the programs share arguments. Nothing if the capacity is not known.
    std::optional<Fits> fits() const;
};

/// Those of the programs that ran while their files were captured, by the runs of programs on devices in an XSpace. All
/// of them if no file says so. Error: Cancelled. Cost: reads the planes of the devices, of which other lines are
/// skipped.
Result<std::vector<ProgramId>> programsThatRan(const Document& document, const std::vector<ProgramId>& programs,
                                               const Progress& progress);

/// Programs of one document, and the memory in question.
struct ProgramsInMemory {
    const Document& document;
    std::vector<ProgramId> programs;
    std::int64_t memory = 0;
};

/// What to do with programs that the compiler refused. Their dumps show what they would have needed.
enum class RefusedPrograms { LeaveOut, Count };

/// Programs with equal digests count once, also in different documents. `documents` has at least one program.
/// `chosen` may be null. Programs that do not use the memory are left out. Those that cannot be read are listed, and so
/// are those that the compiler refused, unless they count. Errors: none of the programs counts; Cancelled. Cost:
/// decodes all programs.
Result<Resident> residentOf(const std::vector<ProgramsInMemory>& documents, const Device* chosen,
                            RefusedPrograms refused, const Progress& progress);

/// The same for some of the programs, by their indexes. REQUIRES: at least one
Resident someOf(const Resident& all, const std::vector<std::size_t>& indexes);

/// What the answer assumes, in words.
extern const char* const kResidentAssumption;

/// The answer in words:
///
///     The 3 programs do not fit: together they need at least 62.1 of 15.75 GiB.
///     The 3 programs fit only if they share arguments: together they need between 12.3 and 18.1 of 15.75 GiB.
///     The 3 programs fit: together they need at most 12.3 of 15.75 GiB.
///     The 3 programs need between 12.3 and 18.1 GiB together. 18.1 GiB fits on TPU v4, TPU v5p, TPU v6e.
AmountText residentText(const Resident& resident);

} // namespace tidemark
