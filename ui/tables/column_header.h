#pragma once

#include <QHeaderView>

#include <map>
#include <vector>

class QMenu;

namespace tidemark::ui {

/// A header whose columns the user can choose, move and size: its menu, what gives way in a narrow window, what of all
/// that is remembered.
class ColumnHeader : public QHeaderView
{
    Q_OBJECT

public:
    /// What holds of a column until the user says otherwise.
    struct Column {
        int width = 0; // with a font of common size
        bool isShown = false;
        bool isShownNarrow = false;
        bool isFixed = false; // the user cannot hide it
        bool givesWay = false; // gets narrower first; one column at most
        int ifRoom = 0; // shown where it fits beside those that are shown: 1 before 2; 0: not so
        int standsInFor = -1; // shown in a narrow window as well where that section is not offered; -1: none
        bool grows = false; // takes what is left; one column at most
        bool fitsTitle = false; // at first at least as wide as its title with the mark of sorting
    };

    /// A column for each section of the model that will be set.
    ColumnHeader(std::vector<Column> columns, int sortedBy, Qt::SortOrder order, QWidget* parent = nullptr);

    /// Columns that can be shown at all, one for each section; the others are not even in the menu.
    void setOffered(std::vector<bool> offered);
    /// Fewer columns, unless the user chose them.
    void setNarrow(bool narrow);
    /// Columns that are at least so many pixels wide from now on, by section; where they may not shrink, also as wide
    /// as was needed before. Others give way to them.
    void setNeeded(std::map<int, int> widths, bool mayShrink);
    /// Of a column until the user sizes it, in pixels.
    int widthAtFirst(int section) const;
    /// Pixels that the columns take more for what is needed.
    int growth() const;
    /// What gives way does so for what grows, not only where it must.
    void setSpread(bool spread);
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);
    void resetColumns();
    void addColumnActions(QMenu* menu);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    const Column& column(int section) const { return m_columns[static_cast<std::size_t>(section)]; }
    int widthAsTold(int section) const;
    bool isWanted(int section) const;
    void choose(int section, bool isShown);
    void applyChoice();
    void showWhereRoom();
    void fit();
    void onSectionResized(int section);

    std::vector<Column> m_columns;
    std::vector<bool> m_offered;
    std::map<int, bool> m_chosen; // sections that the user turned on or off
    std::map<int, int> m_needed; // pixels, by section
    int m_sortedBy;
    Qt::SortOrder m_order;
    bool m_isNarrow = false;
    bool m_isWidthChosen = false; // of the column that gives way
    bool m_isGrowthChosen = false; // of the column that grows
    bool m_isSpread = false;
    bool m_isFitting = false;
};

} // namespace tidemark::ui
