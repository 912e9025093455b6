#pragma once

#include <QHeaderView>

#include <map>
#include <set>
#include <vector>

class QMenu;

namespace tidemark::ui {

/// A header whose columns the user can choose, move and resize. It has the menu of columns, shrinks or hides columns in
/// a narrow window, and saves and restores the user's choices.
class ColumnHeader : public QHeaderView
{
    Q_OBJECT

public:
    /// The defaults of a column, until the user changes them.
    struct Column {
        int width = 0; // for a font of usual size
        int most = 0; // the same, for texts that need more, while others need the room; 0: all that it needs
        bool isShown = false;
        bool isShownNarrow = false;
        bool isFixed = false; // the user cannot hide it
        bool givesWay = false; // shrinks first; at most one column
        bool leavesFirst = false; // hidden if the columns do not fit, unless it is the last; at most one column
        int ifRoom = 0; // shown if there is room next to the shown ones, 1 before 2; 0: never for this reason
        int standsInFor = -1; // also shown if that section is not offered; -1: none
        bool grows = false; // also takes room that its content does not need
        bool fitsTitle = false; // initially at least as wide as its title and sort indicator
    };

    /// `columns` has one entry for each section of the model that will be set.
    ColumnHeader(std::vector<Column> columns, int sortedBy, Qt::SortOrder order, QWidget* parent = nullptr);

    /// Sets which columns can be shown at all, one entry for each section. The others are not in the menu either.
    void setOffered(std::vector<bool> offered);
    /// Shows fewer columns, except those that the user chose.
    void setNarrow(bool narrow);
    /// Sets the widths in pixels that the contents of columns need, by section. If they may not shrink, an earlier
    /// larger width of a column is kept. A column that needs 0 pixels has no content and is hidden until the user
    /// chooses it.
    void setNeeded(std::map<int, int> widths, bool mayShrink);
    /// The width of a column in pixels until the user resizes it.
    int widthAtFirst(int section) const;
    /// The pixels that the columns take in addition because of their contents.
    int growth() const;
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);
    void resetColumns();
    void addColumnActions(QMenu* menu);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    const Column& column(int section) const { return m_columns[static_cast<std::size_t>(section)]; }
    bool isOffered(int section) const { return m_offered[static_cast<std::size_t>(section)]; }
    int ownWidth(int section) const; // without a minimum
    bool isWanted(int section) const;
    void choose(int section, bool isShown);
    void applyChoice();
    void showWhereRoom();
    /// Returns whether texts have less than their widths at first.
    bool fit();
    int lastShown() const; // visual index; -1: no column is
    void onSectionResized(int section);

    std::vector<Column> m_columns;
    std::vector<bool> m_offered;
    std::map<int, bool> m_chosen; // sections that the user turned on or off
    std::map<int, int> m_needed; // widths in pixels, by section
    std::set<int> m_sized; // sections that the user resized
    int m_sortedBy;
    Qt::SortOrder m_order;
    bool m_isNarrow = false;
    bool m_isFitting = false;
};

} // namespace tidemark::ui
