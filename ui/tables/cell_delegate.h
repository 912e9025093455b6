#pragma once

#include <QStyledItemDelegate>

namespace tidemark::ui {

/// Paints cells as the roles of TableRole tell: a bar beside a size, a life with the cursor's place in it, a swatch
/// before a kind. All texts of a row stand on one line, monospaced or not, and stay readable where it is selected; they
/// are wrapped where the table wraps and the row is high enough.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace tidemark::ui
