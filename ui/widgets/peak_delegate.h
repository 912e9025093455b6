#pragma once

#include <QStyledItemDelegate>

namespace tidemark::ui {

/// A row of a list to choose from: ModuleModel::NameRole at the left, PeakRole at the right.
class PeakDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 24;

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace tidemark::ui
