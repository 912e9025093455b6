#pragma once

#include <QStyledItemDelegate>

namespace tidemark::ui {

/// Paints a row of a selection list: NameRole on the left, in the font of Qt::FontRole if there is one, and PeakRole on
/// the right.
class PeakDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    enum Role {
        NameRole = Qt::UserRole + 1, // "jit_train_step(137)"
        PeakRole, // "6.30 GiB", or why there is no peak
    };

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace tidemark::ui
