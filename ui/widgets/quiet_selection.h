#pragma once

#include <QStyledItemDelegate>

namespace tidemark::ui {

/// Paints selected rows in the pale colour of the table's palette, without a focus frame.
class QuietSelection : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace tidemark::ui
