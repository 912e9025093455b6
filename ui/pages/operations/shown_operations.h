#pragma once

#include "core/tenstorrent/xla/operations_report.h"
#include "core/tenstorrent/xla/xla_document.h"
#include "ui/charts/chart_scene.h"

#include <QCoreApplication>

namespace tidemark::ui {

/// The words of this folder.
struct OperationsText {
    Q_DECLARE_TR_FUNCTIONS(Operations)
};

/// A memory of a program in a profile over its operations, as the page shows it.
struct ShownOperations {
    /// `of` is the view of the same program and memory. Cost: some passes over the profile.
    ShownOperations(std::shared_ptr<const ttxla::XlaProfileDocument> document, const Selection& selection,
                    const View& of, ttxla::Banks banks);

    const ttxla::Operation& operation(std::size_t at) const { return profile->operations[at]; }
    /// "operation 8", or "–" if it lies outside the program.
    QString placeText(std::size_t at) const;
    /// Its cell on the axis; none if it lies outside the program.
    std::optional<StepId> cellOf(std::size_t at) const;
    std::size_t operationAt(StepId cell) const { return extent.begin + cell.index(); }
    /// "one bank", "all 12 banks"
    QString banksText(std::int32_t count) const;
    const ttxla::PeakCard* peak() const; // the peak of the current memory
    std::optional<CapacityLine> capacity() const;
    /// True if the peak is a large enough part of the capacity that a line there does not flatten the curve.
    bool isSeenBelowCapacity() const;
    /// Indices into Profile::shortages of failures in any memory, within the extent.
    std::vector<std::size_t> shortages() const;
    /// "1 allocation failed · DRAM peaks at 4.14 GiB, 34.6 % of 11.98 GiB, in ttnn.multiply, operation 8"
    QString headline(ByteUnit unit) const;

    std::shared_ptr<const ttxla::Profile> profile;
    ttxla::Extent extent;
    ttxla::Memory memory;
    ttxla::Banks banks;
    ttxla::OperationsView shown;
};

/// One bank or all of them.
inline ttxla::Banks banksOf(bool isOne)
{
    return isOne ? ttxla::Banks::One : ttxla::Banks::All;
}
/// "1x32 bf16, …"
QString tensorsText(const std::vector<ttxla::TensorType>& tensors);
/// "DRAM"
QString memoryText(ttxla::Memory memory);

} // namespace tidemark::ui
