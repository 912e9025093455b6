#pragma once

#include "core/base/digest.h"
#include "core/base/progress.h"
#include "core/xla/plan/hlo_parts.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace tidemark::xla {

/// Identifies compiled programs by their HLO module and buffer assignment. Two captures of one program on two hosts
/// have the same digest, although they differ in the module's id (which counts compilations) and in the order of map
/// entries (which protobuf leaves open). All other fields count in file order. Source of the list of maps:
/// xla/service/hlo.proto and xla/xla_data.proto of openxla/xla: the schedule's sequences, and the frontend attributes
/// of the module and of each instruction. Returns an error when the bytes are cut or visibly damaged, and an error of
/// kind Cancelled. An unreadable program equals no other. Cost: one pass, about a quarter of a nanosecond per byte.
/// Reads the program into memory, first the module and then the assignment.
Result<Digest> digestOf(const HloParts& parts, const Progress& progress = {});

/// Computes the digests of many programs. Most workers of a job have the same program, byte for byte. So a program is
/// first compared with an earlier one of the same size, which is faster than computing its digest. Threads may share an
/// object. It keeps the bytes of one program of each size, up to 32 MiB together.
class Digests
{
public:
    /// Errors: as digestOf().
    Result<Digest> of(const HloParts& parts);

private:
    struct Program {
        std::shared_ptr<const Bytes> module; // null if there is none
        std::shared_ptr<const Bytes> assignment; // null if there is none
        Digest digest;
    };
    using Sizes = std::pair<std::uint64_t, std::uint64_t>; // of the module and of the assignment

    std::mutex m_mutex; // for the members below
    std::map<Sizes, std::shared_ptr<const Program>> m_programs;
    std::uint64_t m_kept = 0; // bytes of m_programs
};

} // namespace tidemark::xla
