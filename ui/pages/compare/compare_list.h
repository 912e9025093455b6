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

/// The groups of a comparison: a switch for each state with what is in it, the table, and below it what those shown add
/// up to.
class CompareList : public QWidget
{
    Q_OBJECT

public:
    CompareList(const Units* units, QWidget* parent);

    /// Groups that are selected stay so where it shows them, which is not told.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    void setText(const QString& text);
    /// Rows are told by their shapes before all else.
    void setShapesFirst(bool areFirst);
    /// The switches say how many alone, as they do where all has no room; what they take is in their tips.
    void setCompact(bool isCompact);
    FlatTable* table() const { return m_table; }
    CompareRowsModel* model() const { return m_model; }
    QToolButton* button(ChangeState state) const { return m_buttons[static_cast<std::size_t>(state)]; }
    /// Selects the row after the one that is selected, or before; past the last comes the first.
    void goBy(int by);
    /// Those selected.
    std::vector<const ComparedGroup*> selected() const;
    /// As it was at first: all that differ.
    bool showsUsualStates() const;
    void showUsualStates();

signals:
    void allRequested(); // of every state, which are shown by then, and every text
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
    /// What the groups of a state take, or change.
    QString bytesOf(ChangeState state) const;
    void refreshButtons();
    void refreshNames();
    void refreshFooter();
    void refreshNothing();
    void showAll();

    const Units* m_units;
    CompareRowsModel* m_model;
    FlatTable* m_table;
    QLabel* m_nothing; // over the table while it is empty
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
