#pragma once

#include "proto/hlo.pb.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::test {

/// A row as the oracle sees it. The order of the members is the sort order of rows.
struct OracleRow {
    std::int64_t allocationIndex = 0;
    std::size_t allocation = 0; // position in the file
    std::int64_t start = 0;
    std::int64_t buffer = 0; // id; −1 for an allocation without any
    std::int64_t end = 0;
    std::int64_t offset = 0;
    std::int64_t size = 0;
    std::int64_t unpadded = 0;
    bool isChunk = false;
    friend auto operator<=>(const OracleRow&, const OracleRow&) = default;
};

struct OracleTimeline {
    bool hasTrace = false;
    std::vector<std::int64_t> bytes, occupied, unpadded; // per step
    std::int64_t total = 0;
    std::int64_t base = 0;
    std::int64_t untraced = 0;
    std::int64_t threadLocal = 0;
    std::vector<OracleRow> rows; // sorted

    std::int64_t sizeAt(std::int64_t step) const; // Σ size of the rows live there
};

/// Computes one memory space of a module directly from the definitions of its numbers, slowly and obviously: it keeps
/// sets of holders per root and sorts and merges ranges at every step. It uses only the generated protobuf classes, no
/// code of the library. NEVER FOR PRODUCTION: quadratic.
OracleTimeline oracleOf(const proto::HloProto& hlo, std::int64_t space);

/// Returns the spaces with an allocation that is not thread-local, ascending.
std::vector<std::int64_t> oracleSpaces(const proto::HloProto& hlo);

/// Returns the bytes of a shape without padding; nullopt for tuples and unknown types.
std::optional<std::int64_t> oracleUnpadded(const proto::ShapeProto& shape);

/// Returns a shape as XLA prints it.
std::string oracleShapeText(const proto::ShapeProto& shape);

/// Returns the size of the union of [begin, end) ranges.
std::int64_t oracleUnion(std::vector<std::pair<std::int64_t, std::int64_t>> ranges);

} // namespace tidemark::test
