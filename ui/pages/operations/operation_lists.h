#pragma once

#include "ui/pages/operations/operation_grids.h"
#include "ui/state/text_matches.h"
#include "ui/tables/grid_table.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QStackedWidget;

namespace tidemark::ui {

/// The lists of operations, one at a time; all of them can be searched, and follow the cursor.
class OperationLists : public QWidget
{
    Q_OBJECT

public:
    OperationLists(const Units* units, QWidget* parent);

    /// What failed is shown first where something did and another profile was shown before.
    void setShown(std::shared_ptr<const ShownOperations> shown);
    /// Of the list that is shown.
    GridTable* table() const { return m_lists[at(m_now)].table; }
    /// Its row in the list of all is the current one.
    void showOperation(std::size_t operation);
    /// The search has the keyboard.
    void search();
    bool isSearched() const;
    void endSearch();

signals:
    void operationChosen(std::size_t operation); // a position in the profile, or one behind its end
    void opened(); // by a double click or Enter
    void told(const QString& what);
    void listChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct List {
        GridTable* table = nullptr;
        std::shared_ptr<const std::vector<std::size_t>> operations; // by row
    };
    static std::size_t at(OperationList list) { return static_cast<std::size_t>(list); }

    void makeList(OperationList list);
    void setText(const QString& text);
    void refreshAll();
    void showList();
    void tellOf(OperationList list, int row);

    std::shared_ptr<const ShownOperations> m_shown;
    TextMatches m_matches; // of the operations of its extent
    std::array<List, kOperationLists> m_lists;
    OperationList m_now = OperationList::Suspects;
    std::size_t m_operation = 0; // that the list of all is at
    bool m_isFilling = false; // tables are made anew: nobody clicked
    bool m_isAllStale = true; // it is long: made when it is seen
    QComboBox* m_which = nullptr;
    QLineEdit* m_search = nullptr;
    QStackedWidget* m_tables = nullptr;
};

} // namespace tidemark::ui
