#pragma once

#include "ui/pages/operations/shown_operations.h"
#include "ui/state/text_matches.h"
#include "ui/tables/grid.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;

namespace tidemark::ui {

/// The lists of operations of the page, in their order.
enum class OperationList { Suspects, Highest, Padding, Failed, All };
constexpr int kOperationLists = 5;

QString listTitle(OperationList list);
/// The text for a list without rows.
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
    /// The table of the visible list.
    GridTable* table() const { return m_lists[at(m_now)].table; }
    /// Makes the row of the operation current in the list of all operations.
    void showOperation(std::size_t operation);
    /// Filters the list of all operations by words in name, location or shapes, and shows it.
    void setText(const QString& text);
    /// Makes the next or previous row of the visible list current.
    void goToMatch(int by);

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
