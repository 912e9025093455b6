#pragma once

#include "core/tenstorrent/tt_xla/operations_report.h"
#include "core/tenstorrent/tt_xla/profile_document.h"
#include "ui/charts/chart_scene.h"
#include "ui/state/text_matches.h"
#include "ui/tables/grid.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;

namespace tidemark::ui {

/// A memory of a program in a profile over its operations, as the page shows it.
struct ShownOperations {
    /// `of` is the view of the same program and memory. Cost: some passes over the profile.
    ShownOperations(std::shared_ptr<const ttxla::ProfileDocument> document, const Selection& selection, const View& of,
                    ttxla::Banks banks);

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

/// The lists of operations of the page, in their order.
enum class OperationList { Suspects, Highest, Padding, Failed, All };
constexpr int kOperationLists = 5;

QString listTitle(OperationList list);
QString emptyText(OperationList list);
std::vector<Grid::Column> listColumns(OperationList list);

/// A list and the operation of each row: an index into the profile, or one past its end.
struct OperationGrid {
    Grid grid;
    std::vector<std::size_t> operations;
};
/// REQUIRES: not OperationList::All
OperationGrid gridOf(const ShownOperations& shown, OperationList list);

/// Makes the list of all given operations, which must be in ascending order, with the effect of each on the memory.
/// Rows are computed on request.
Grid gridOfAll(std::shared_ptr<const ShownOperations> shown,
               std::shared_ptr<const std::vector<std::size_t>> operations);

/// The text that a search looks in: name, location, shapes of the results.
std::string searchedText(const ttxla::Profile& profile, const ttxla::Operation& operation);

/// The lists of operations; one is visible at a time. The list of all operations can be searched and follows the
/// cursor.
class OperationLists : public QWidget
{
    Q_OBJECT

public:
    OperationLists(const Units* units, QWidget* parent);

    /// Shows the failed operations first if there are any and the profile is a new one.
    void setShown(std::shared_ptr<const ShownOperations> shown);
    GridTable* table() const { return m_lists[at(m_now)].table; }
    /// Makes the row of the operation current in the list of all operations.
    void showOperation(std::size_t operation);
    /// Filters the list of all operations by words in name, location or shapes, and shows it.
    void setText(const QString& text);
    void goToMatch(int by) { table()->goBy(by, table()->currentIndex().row()); }

signals:
    void operationChosen(std::size_t operation); // an index into the profile, or one past its end
    void opened(); // by a double click or Enter
    void listChanged();

private:
    struct List {
        GridTable* table = nullptr;
        std::shared_ptr<const std::vector<std::size_t>> operations; // operation of each row
    };
    static std::size_t at(OperationList list) { return static_cast<std::size_t>(list); }

    void makeList(OperationList list);
    void refreshAll();
    void showList();
    void emitChosen(OperationList list, int row);

    std::shared_ptr<const ShownOperations> m_shown;
    QString m_text; // of the search
    TextMatches m_matches; // of the operations of the profile's extent
    std::array<List, kOperationLists> m_lists;
    OperationList m_now = OperationList::Suspects;
    std::size_t m_operation = 0; // the current operation of the list of all
    bool m_isFilling = false; // tables are being refilled: not a click
    bool m_isAllStale = true; // the list of all is long, so it is filled when visible
    QComboBox* m_which = nullptr;
    QStackedWidget* m_tables = nullptr;
};

} // namespace tidemark::ui
