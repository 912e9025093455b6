#pragma once

#include <QStyledItemDelegate>

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

} // namespace tidemark::ui
