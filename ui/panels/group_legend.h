#pragma once

#include "ui/state/view_state.h"

#include <QWidget>

#include <vector>

class QLabel;
class QMenu;
class QToolButton;

namespace tidemark::ui {

/// The legend of the groups by which rows are coloured, with the bytes of each group at the cursor. A click on a group
/// filters the rows to it; another click removes that filter. Groups without room are in a menu.
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
        // Entries that are larger at the peak are kept longer; among equal ones those that are larger at any step.
        std::int64_t atPeak = 0;
        std::int64_t most = 0;
        QToolButton* button = nullptr;
        int width = 0; // of the widest text since arrange(), so that a move of the cursor rarely moves entries
        bool isShown = true;
    };

    const GroupLook& lookOf(const Entry& entry) const { return m_groups->looks[entry.look]; }
    void reload();
    /// Updates the texts. They get more room if they need it.
    void refresh();
    bool refreshTexts();
    void arrange();
    void showWhatFits();
    void forgetWidths();
    bool place(); // false if the shown entries need more lines
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
    QMenu* m_menu; // the entries that m_more stands for
};

} // namespace tidemark::ui
