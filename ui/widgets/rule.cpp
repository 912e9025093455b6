#include "ui/widgets/rule.h"

#include <QFrame>

namespace tidemark::ui {

QFrame* makeRule(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

} // namespace tidemark::ui
