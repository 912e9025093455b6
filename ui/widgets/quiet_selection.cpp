#include "ui/widgets/quiet_selection.h"

#include "ui/theme/colors.h"

namespace tidemark::ui {

void QuietSelection::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Colors colors = colorsFor(option->palette);
    option->palette.setColor(QPalette::Highlight, colors.selectedRow);
    option->palette.setColor(QPalette::HighlightedText, colors.text);
    option->state &= ~QStyle::State_HasFocus;
}

} // namespace tidemark::ui
