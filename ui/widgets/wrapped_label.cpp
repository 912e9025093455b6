#include "ui/widgets/wrapped_label.h"

#include "ui/widgets/pop_up.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QTextDocumentFragment>

namespace tidemark::ui {
namespace {

constexpr QChar kMayBreak(0x200b); // zero-width space

}

QString breakable(const QString& text, int longest)
{
    QString marked;
    int since = 0;
    bool isNumber = true; // of the word so far: no breaks at its separators
    for (const QChar c : text) {
        marked += c;
        ++since;
        isNumber = c == u' ' || (isNumber && (c.isDigit() || c == u',' || c == u'('));
        const bool isEnd = c == u'/' || (c == u',' && !isNumber) || c == u'_' || c == u'>';
        if (isEnd || (since >= longest && !c.isHighSurrogate())) {
            marked += kMayBreak;
            since = 0;
        } else if (c == u' ') {
            since = 0;
        }
    }
    return marked;
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
    setText(breakable(text));
}

void WrappedLabel::copy() const
{
    QString copied = selectedText();
    if (copied.isEmpty())
        copied = textFormat() == Qt::RichText ? QTextDocumentFragment::fromHtml(text()).toPlainText() : text();
    for (const QChar line : {QChar(QChar::ParagraphSeparator), QChar(QChar::LineSeparator)}) // line ends of rich text
        copied.replace(line, u'\n');
    QGuiApplication::clipboard()->setText(copied.remove(kMayBreak));
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
