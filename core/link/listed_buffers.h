#pragma once

#include "core/oom/report.h"

#include <string>
#include <vector>

namespace tidemark {

/// The properties by which a buffer that a message lists is found among the rows of programs.
struct ListedBuffer {
    std::string opName;
    std::string instruction;
    std::string shape; // without layout; empty for any shape, as for the results of a kernel
    bool isScratch = false;

    bool operator==(const ListedBuffer&) const = default;
    /// "(f32[8]{0}, f32[4]{0})" is of rows of each.
    bool hasShape(const std::string& ofRow) const;
};

/// The buffers of a message that have such a property.
std::vector<ListedBuffer> listedBuffers(const oom::Report& report);

} // namespace tidemark
