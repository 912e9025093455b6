#pragma once

#include "ui/charts/row_groups.h"

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QMenu;
class QToolButton;

namespace tidemark::ui {

/// The legend of the groups that the colours stand for, with the bytes of each group at the cursor. The groups are the
/// layers of the stack, or the groups by which rows are coloured if these differ from the layers. A click on a group
/// filters the rows to it; another click removes that filter. Groups without room are in a menu.
class GroupLegend : public QWidget
{
    Q_OBJECT

public:
    enum class Of { Layers, Rows };

    GroupLegend(ViewState* state, Of of, QWidget* parent = nullptr);

    bool isEmpty() const { return m_entries.empty(); }
    /// Shows the entries that fit into `room` pixels. Returns the width that they need.
    int arrange(int room);

signals:
    void entriesChanged(); // call arrange() again

protected:
    void changeEvent(QEvent* event) override;

private:
    /// A group that has bytes at some step of the view.
    struct Entry {
        GroupLook look;
        std::int64_t most = 0; // bytes: a layer's maximum, else at the peak; larger entries are kept longer
        std::size_t position = 0; // among layers or groups
    };

    void reload();
    void refresh();
    void refreshLooks();
    std::vector<Entry> entriesOf() const;
    /// Bytes at the cursor, by entry.
    std::vector<std::int64_t> bytes() const;
    QToolButton* makeButton(const Entry& entry);
    int widthOf(const Entry& entry, bool withBytes) const;
    /// Returns for each entry whether it is shown in `room` pixels. The largest come first, and room for "+9" is left
    /// if any entry is not shown.
    std::vector<bool> fitting(int room, bool withBytes) const;
    void makeMenu();
    QString text(const Entry& entry, std::int64_t bytes) const;

    ViewState* m_state;
    Of m_of;
    // The sources of the entries. The state may already have newer ones.
    std::shared_ptr<const View> m_view;
    std::shared_ptr<const Stack> m_stack;
    RowGroups m_groups;
    std::vector<Entry> m_entries;
    std::vector<QToolButton*> m_buttons; // by entry
    QLabel* m_caption; // the name of a scale
    QToolButton* m_more;
    QMenu* m_menu; // the entries that m_more stands for
    std::vector<bool> m_isShown; // by entry
    bool m_withBytes = true;
    int m_room = 0; // pixels, as of the last arrange()
};

} // namespace tidemark::ui
