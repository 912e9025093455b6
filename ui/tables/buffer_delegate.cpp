#include "ui/tables/buffer_delegate.h"

#include "ui/tables/buffer_model.h"
#include "ui/theme/colors.h"

#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kPadding = 7;
constexpr int kTextWidth = 74;
constexpr int kSwatch = 9;

BufferKind kindAt(const QModelIndex& index)
{
    return static_cast<BufferKind>(index.data(BufferModel::KindRole).toInt());
}

void paintBar(QPainter* painter, const QRect& cell, const QModelIndex& index, const Colors& colors)
{
    const int room = cell.width() - kTextWidth - 2 * kPadding;
    if (room < 12)
        return;
    const double part = index.data(BufferModel::BarRole).toDouble();
    const int width = std::max(part > 0 ? 2 : 0, static_cast<int>(part * room));
    painter->fillRect(cell.left() + kPadding, cell.center().y() - 3, width, 8, colors.kind(kindAt(index)));
}

void paintLifetime(QPainter* painter, const QRect& cell, const QModelIndex& index, const Colors& colors)
{
    const auto life = index.data(BufferModel::LifetimeRole).value<BufferModel::Lifetime>();
    const double left = cell.left() + kPadding;
    const double width = std::max(1, cell.width() - 2 * kPadding);
    const int middle = cell.center().y() + 1;
    painter->fillRect(QRectF(left, middle - 0.5, width, 1), colors.border);
    painter->fillRect(QRectF(left + life.begin * width, middle - 4, std::max(2.0, (life.end - life.begin) * width), 8),
                      colors.lifetime(kindAt(index)));
    painter->fillRect(QRectF(left + life.cursor * width - 0.5, middle - 7, 1.5, 14), colors.text);
}

} // namespace

void BufferDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Colors colors = colorsFor(option->palette);
    const auto column = static_cast<BufferColumn>(index.column());
    option->palette.setColor(QPalette::Highlight, colors.selectedRow);
    option->palette.setColor(QPalette::HighlightedText, colors.text);
    if (column == BufferColumn::OpName || column == BufferColumn::Source || column == BufferColumn::Lifetime)
        option->textElideMode = Qt::ElideMiddle;
    if (column == BufferColumn::Padding && index.data(BufferModel::SortRole).toLongLong() == 0)
        option->palette.setColor(QPalette::Text, colors.secondaryText);
    option->state &= ~QStyle::State_HasFocus;
    if (index.data(BufferModel::HoveredRole).toBool()) {
        QColor tint = colors.highlight;
        tint.setAlpha(38);
        option->backgroundBrush = tint;
    }
    if (column == BufferColumn::Lifetime)
        option->text.clear();
    if (column == BufferColumn::Type) {
        QPixmap swatch(kSwatch, kSwatch);
        swatch.fill(colors.kind(kindAt(index)));
        option->icon = QIcon(swatch);
        option->icon.addPixmap(swatch, QIcon::Selected);
        option->decorationSize = swatch.size();
        option->features |= QStyleOptionViewItem::HasDecoration;
    }
}

void BufferDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors colors = colorsFor(option.palette);
    QStyledItemDelegate::paint(painter, option, index);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    if (!index.data(BufferModel::BarRole).isNull())
        paintBar(painter, option.rect, index, colors);
    else if (!index.data(BufferModel::LifetimeRole).isNull())
        paintLifetime(painter, option.rect, index, colors);
    painter->restore();
}

} // namespace tidemark::ui
