#include "ui/widgets/wrapped_label.h"

#include "ui/widgets/pop_up.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>

namespace tidemark::ui {
namespace {

constexpr QChar kMayBreak(0x200b); // zero-width space

}

WrappedLabel::WrappedLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setMinimumWidth(40);
}

void WrappedLabel::setWrappedText(const QString& text)
{
    m_text = text;
    QString marked;
    int since = 0;
    for (const QChar c : text) {
        marked += c;
        ++since;
        if (c == u'/' || c == u',' || c == u'_' || c == u'>' || since >= 24) {
            marked += kMayBreak;
            since = 0;
        }
    }
    setText(marked);
}

void WrappedLabel::copy() const
{
    const QString selected = selectedText();
    QGuiApplication::clipboard()->setText(selected.isEmpty() ? m_text : QString(selected).remove(kMayBreak));
}

void WrappedLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else
        QLabel::keyPressEvent(event);
}

void WrappedLabel::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->addAction(tr("Copy"), this, &WrappedLabel::copy);
    popUp(menu, event->globalPos());
}

} // namespace tidemark::ui
