#include "ui/widgets/layouts.h"

#include <QFrame>

namespace tidemark::ui {
namespace {

template <class Layout>
Layout* laidOut(QWidget* parent, std::initializer_list<LaidOut> parts, const QMargins& margins, int spacing)
{
    auto* const all = parent ? new Layout(parent) : new Layout;
    all->setContentsMargins(margins);
    all->setSpacing(spacing);
    for (const LaidOut& part : parts) {
        if (part.widget)
            all->addWidget(part.widget, part.stretch, part.alignment);
        else if (part.layout)
            all->addLayout(part.layout, part.stretch);
        else
            all->addStretch(part.stretch);
    }
    return all;
}

} // namespace

QHBoxLayout* inLine(QWidget* parent, std::initializer_list<LaidOut> parts, const QMargins& margins, int spacing)
{
    return laidOut<QHBoxLayout>(parent, parts, margins, spacing);
}

QVBoxLayout* inColumn(QWidget* parent, std::initializer_list<LaidOut> parts, const QMargins& margins, int spacing)
{
    return laidOut<QVBoxLayout>(parent, parts, margins, spacing);
}

QFrame* makeRule(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    return line;
}

} // namespace tidemark::ui
