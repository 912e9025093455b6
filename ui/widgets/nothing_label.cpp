#include "ui/widgets/nothing_label.h"

#include <QLabel>

namespace tidemark::ui {

QLabel* makeNothingLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMargin(8);
    label->hide();
    return label;
}

} // namespace tidemark::ui
