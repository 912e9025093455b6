#pragma once

#include "ui/pages/compare/compare_rows_model.h"
#include "ui/tables/column_header.h"

#include <QWidget>

#include <memory>

class QLabel;
class QToolButton;

namespace tidemark::ui {

class ElidedLabel;
class FlatTable;

/// The groups of a comparison: a switch for each change state with its amount, the table, and below it the sum of the
/// shown groups.
class CompareList : public QWidget
{
    Q_OBJECT

public:
    CompareList(const Units* units, QWidget* parent);

    /// Keeps the selection where the groups still exist, without a signal.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setText(const QString& text);
    /// Shows the shapes of rows in the first column.
    void setShapesFirst(bool areFirst);
    /// The switches show only the number of groups, as in a narrow window. Their bytes are in the tool tips.
    void setCompact(bool isCompact);
    FlatTable* table() const { return m_table; }
    CompareRowsModel* model() const { return m_model; }
    QToolButton* button(ChangeState state) const { return m_buttons[static_cast<std::size_t>(state)]; }
    /// Selects the next or previous row. After the last row comes the first.
    void goBy(int by);
    /// The selected groups.
    std::vector<const ComparedGroup*> selected() const;
    /// Returns whether the default states are shown: all that differ.
    bool showsUsualStates() const;
    void showUsualStates();

signals:
    void allRequested(); // show all states and all texts; the list already does
    void selectionChanged();
    void hovered(const ComparedGroup* group); // null: none
    void shownChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeBar();
    void fitNumbers(bool mayShrink);
    void fitColumns();
    void takeStates();
    void refresh();
    /// The bytes of the groups of a state, or their change.
    QString bytesOf(ChangeState state) const;
    void refreshButtons();
    void refreshNames();
    void refreshFooter();
    void refreshNothing();
    void showAll();

    const Units* m_units;
    CompareRowsModel* m_model;
    FlatTable* m_table;
    QLabel* m_nothing; // covers the table while it is empty
    ColumnHeader* m_header = nullptr;
    std::array<QToolButton*, CompareRowsModel::kStates> m_buttons{};
    QWidget* m_bar = nullptr;
    ElidedLabel* m_title = nullptr;
    ElidedLabel* m_footer = nullptr;
    std::shared_ptr<const Comparison> m_comparison;
    bool m_isCompact = false;
    bool m_areShapesFirst = false;
};

} // namespace tidemark::ui
