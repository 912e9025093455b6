#include "ui/widgets/peak_delegate.h"

#include "ui/theme/colors.h"

#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kPadding = 8;
constexpr int kPeakGap = 12;

QFont nameFont(const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const QVariant font = index.data(Qt::FontRole);
    return font.isValid() ? font.value<QFont>() : option.font;
}

} // namespace

void PeakDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors colors = colorsFor(option.palette);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, colors.selectedRow);
    const QRect room = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    const QString peak = index.data(PeakRole).toString();
    painter->save();
    painter->setFont(option.font);
    painter->setPen(colors.secondaryText);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, peak);
    QRect name = room;
    name.setRight(room.right() - option.fontMetrics.horizontalAdvance(peak) - kPeakGap);
    const QFont font = nameFont(option, index);
    painter->setFont(font);
    painter->setPen(colors.text);
    const QString text = QFontMetrics(font).elidedText(index.data(NameRole).toString(), Qt::ElideMiddle, name.width());
    painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter, text);
    painter->restore();
}

QSize PeakDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics names(nameFont(option, index));
    const int name = names.horizontalAdvance(index.data(NameRole).toString());
    const int peak = option.fontMetrics.horizontalAdvance(index.data(PeakRole).toString());
    return {name + peak + kPeakGap + 2 * kPadding, std::max({24, names.height() + 6, option.fontMetrics.height() + 6})};
}

} // namespace tidemark::ui
