#include "ui/widgets/copy_text.h"

#include <QClipboard>
#include <QGuiApplication>

namespace tidemark::ui {

QString withoutMarks(QString text)
{
    for (const char16_t mark : {u'\u200b', u'\u2060'}) // a line may break, or may not
        text.remove(QChar(mark));
    return text.replace(QChar(u'\u00a0'), u' ');
}

void copyText(const QString& text)
{
    QGuiApplication::clipboard()->setText(withoutMarks(text));
}

} // namespace tidemark::ui
