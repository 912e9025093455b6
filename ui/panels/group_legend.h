#pragma once

#include "ui/state/view_state.h"

#include <QWidget>

#include <vector>

class QLabel;
class QMenu;
class QToolButton;

namespace tidemark::ui {

/// The legend of the groups by which rows are coloured, with the bytes of each group at the cursor. A click on a group
/// filters the rows to it; another click removes that filter. Groups without room are in a menu: those without bytes at
/// the cursor, then the smallest.
class GroupLegend : public QWidget
{
    Q_OBJECT

public:
    explicit GroupLegend(ViewState* state, QWidget* parent = nullptr);

    bool isEmpty() const { return m_entries.empty(); }

signals:
    void entriesChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A group with a row in the view.
    struct Entry {
        std::size_t look = 0; // position in the looks of the groups
        // Entries that are larger at the cursor are kept longer; among equal ones those that are larger at the peak,
        // then those that are larger at any step.
        std::int64_t now = 0;
        std::int64_t atPeak = 0;
        std::int64_t most = 0;
        QToolButton* button = nullptr;
        int width = 0; // of the widest text since layOut(), so that a move of the cursor rarely moves entries
        bool isShown = true;
    };

    const GroupLook& lookOf(const Entry& entry) const { return m_groups->looks[entry.look]; }
    void reload();
    void refresh();
    /// Counts and sorts the entries at the cursor. True if an entry moved, gained its first byte or lost its last one.
    bool sortEntries();
    bool setTexts(); // true if a shown entry needs more room
    void describe();
    void arrange();
    void layOut();
    bool showWhatFits(); // false if a group with bytes at the cursor has no room
    int place(); // the number of lines of the shown entries
    int lineHeight() const;
    QToolButton* makeButton(const GroupLook& look);
    QString help(const GroupLook& look, bool isChosen) const;
    std::vector<std::int64_t> bytes() const; // at the cursor, by look
    void openMenu();

    ViewState* m_state;
    std::shared_ptr<const RowGroups> m_groups; // null: nothing is shown
    std::vector<Entry> m_entries;
    QLabel* m_scale; // the name of a scale
    QToolButton* m_more;
    QLabel* m_hatch; // explains the hatch; hidden if nothing is hatched
    int m_longestName = 0; // pixels at the default font size
    int m_lines = 0; // most since arrange(), so that a move of the cursor does not resize the chart again and again
    QMenu* m_menu; // the entries that m_more stands for
};

} // namespace tidemark::ui
