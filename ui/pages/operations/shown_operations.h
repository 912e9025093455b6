#pragma once

#include "core/tenstorrent/xla/xla_document.h"
#include "ui/charts/chart_content.h"

namespace tidemark::ui {

/// A memory of a program of a profile over its operations, as the page shows it.
struct ShownOperations {
    /// `of` is the view of the same program and memory. Cost: some passes over the profile.
    ShownOperations(std::shared_ptr<const ttxla::XlaProfileDocument> document, const Selection& selection,
                    const View& of, ttxla::ShownAs shownAs);

    const ttxla::Operation& operation(std::size_t at) const { return profile->operations[at]; }
    /// "#8": its number among those that upstream lists; else "–".
    QString numberText(std::size_t at) const;
    /// Where it stands on the axis; none outside the program.
    std::optional<StepId> cellOf(std::size_t at) const;
    std::size_t operationAt(StepId cell) const { return extent.begin + cell.index(); }
    /// "one bank", "all 12 banks"
    QString banksText(std::int32_t banks) const;
    const ttxla::PeakCard* peak() const; // of the memory shown
    std::optional<CapacityLine> capacity() const;
    /// The peak is so much of the capacity that a line there does not flatten the curve.
    bool isSeenBelowCapacity() const;
    /// Positions in Profile::shortages, of any memory.
    std::vector<std::size_t> shortages() const;
    /// "1 allocation failed · DRAM peaks at 4.14 GiB, 34.6 % of 11.98 GiB, in ttnn.multiply #8"
    QString headline(ByteUnit unit) const;

    std::shared_ptr<const ttxla::Profile> profile;
    ttxla::Extent extent;
    ttxla::Memory memory;
    ttxla::ShownAs as;
    ttxla::OperationsView shown;
};

/// "DRAM"
QString memoryText(ttxla::Memory memory);

} // namespace tidemark::ui
