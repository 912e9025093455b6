#pragma once

#include <QStyledItemDelegate>

namespace tidemark::ui {

/// Paints a bar beside the text of a size, a lifetime with the cursor's place in it, a swatch before a type. Knows
/// roles of BufferModel, no model. Text stays readable on a selected row.
class BufferDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace tidemark::ui
