#pragma once

#include <QItemSelection>
#include <QStyledItemDelegate>
#include <QTableView>

#include <functional>

class QMenu;

namespace tidemark::ui {

/// Paints cells by the roles of TableRole: a bar next to a size, a life with the position of the cursor, a swatch
/// before a kind. All texts of a row share one baseline, monospaced or not, and stay readable on a selected row. They
/// wrap if the table wraps and the row is high enough. A cell of a tree is indented and has the arrow of the style.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// The rectangle of the arrow in a cell of a tree. Empty if the cell has no arrow.
    static QRect arrow(const QRect& cell, const QModelIndex& index);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// The lines of a model for which `is` holds, as whole rows in runs of neighbours.
QItemSelection linesWhere(const QAbstractItemModel& model, const std::function<bool(int line)>& is);

/// The look and the clipboard functions of all tables of a window, for any model with the roles of TableRole. Rows have
/// no grid, are as high as their fonts need, and are selected and copied as a whole.
class FlatTable : public QTableView
{
    Q_OBJECT

public:
    explicit FlatTable(QWidget* parent = nullptr);

    /// The size of the header and two rows.
    QSize minimumSizeHint() const override;
    /// The shown columns, from left to right.
    QList<int> shownColumns() const;
    /// The selected rows, from top to bottom.
    std::vector<int> selectedRows() const;
    /// Sets the columns that are copied, shown or not. By default these are the shown columns.
    void setCopiedColumns(QList<int> columns) { m_copied = std::move(columns); }
    /// The rows as tab-separated text with a header line. A cell without a value for `role` uses its displayed text.
    QString rowsAsText(const std::vector<int>& rows, int role = Qt::DisplayRole) const;
    QString allRowsAsText() const;
    /// Keeps the last row, such as a total, always visible: if there is no room below the other rows, it covers some of
    /// them.
    void setLastRowFrozen(bool isFrozen) { m_isLastRowFrozen = isFrozen; }
    /// Makes the next or previous row current. After the last row comes the first. `from`: −1 if no row is current.
    void goBy(int by, int from);

    QModelIndex indexAt(const QPoint& at) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

public slots:
    /// Copies the selected rows. Does nothing without a selection.
    void copyRows();
    void copyRowsPlain();
    void copyAll();

signals:
    /// `what` describes what was copied.
    void copied(const QString& what);
    /// The user opens the row with a double-click or Enter. While nothing is connected, Enter has no effect here.
    void opened(int row);

protected:
    /// While rows are selected the table handles the copy keys itself, whatever they copy elsewhere in the window.
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    virtual void addToMenu(QMenu* menu);
    /// "2 of 268 rows"
    virtual QString describeRows(std::size_t count) const;
    static QString describeRows(std::size_t count, std::size_t all);
    void copy(const QString& text, std::size_t rows);

private:
    void fitRows();
    /// The rectangle of the frozen row if it covers other rows; null if it stands below them.
    QRect frozenRect() const;

    QList<int> m_copied; // empty: the shown columns
    bool m_isLastRowFrozen = false;
};

} // namespace tidemark::ui
