#pragma once

#include "core/base/text.h"
#include "core/view/document.h"

#include <optional>
#include <string>

namespace tidemark {

/// The peaks of the other sources that run a program of the same name. In bytes.
struct SourcePeaks {
    std::size_t sources = 0; // number of sources that run it, with the given one
    std::int64_t own = 0;
    std::int64_t leastOther = 0;
    std::int64_t mostOther = 0;
    std::string ownName;
    std::string largestOther; // name of the first other source with the largest peak
    std::string word; // the word for a source: "worker"

    bool areEqual() const { return own == leastOther && own == mostOther; }
    /// "w-11 needs 1.68 GiB more than each of the other 15 workers." Empty if all peaks are equal.
    std::string differenceText(ByteUnit unit) const;
};

/// Each source of the same run counts with its largest program of that name: hosts of one folder, or ranks whose files
/// differ in nothing but a number. Absent when no other source runs one. Outlines must be
/// known.
std::optional<SourcePeaks> peaksBySource(const Documents& documents, const Chosen& chosen);

} // namespace tidemark
