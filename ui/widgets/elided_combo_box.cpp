#include "ui/widgets/elided_combo_box.h"

#include <QStylePainter>
#include <QWheelEvent>

#include <algorithm>

namespace tidemark::ui {

ElidedComboBox::ElidedComboBox(QWidget* parent, Qt::TextElideMode mode)
    : QComboBox(parent)
    , m_mode(mode)
{ }

QSize ElidedComboBox::minimumSizeHint() const
{
    const QSize wanted = QComboBox::minimumSizeHint();
    return {std::min(wanted.width(), fontMetrics().averageCharWidth() * 8 + 30), wanted.height()};
}

void ElidedComboBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = fontMetrics().elidedText(shownText(), m_mode, room.width() - 2);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

void ElidedComboBox::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace tidemark::ui
