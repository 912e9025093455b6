#include "ui/panels/source_label.h"

#include "ui/state/view_state.h"
#include "ui/theme/colors.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"
#include "ui/widgets/wrapped_label.h"

#include <QClipboard>
#include <QCursor>
#include <QDesktopServices>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>

#include <QUrl>
#include <algorithm>

namespace tidemark::ui {

SourceLabel::SourceLabel(ViewState* state, QWidget* parent)
    : QLabel(parent)
    , m_state(state)
{
    setFont(monospaceFont());
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(this, &QLabel::linkActivated, this, &SourceLabel::popUpMenu);
}

void SourceLabel::setFacts(const Facts& facts, bool isWhole)
{
    m_isWhole = isWhole;
    m_lines = sourceLines(facts);
    m_note = sourceNote(facts);
    refresh();
}

QStringList SourceLabel::frames() const
{
    QStringList frames;
    for (const SourceLine& line : m_lines)
        frames << line.text;
    return frames;
}

void SourceLabel::refresh()
{
    const Colors colors = colorsFor(palette());
    QStringList lines;
    auto only = std::ranges::find(m_lines, false, &SourceLine::isInLibrary);
    if (only == m_lines.end())
        only = m_lines.begin();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const SourceLine& line = m_lines[i];
        if (!m_isWhole && &line != &*only)
            continue;
        const QColor color = line.isInLibrary ? colors.secondaryText : colors.highlight;
        lines << QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>")
                     .arg(QString::number(i), color.name(), breakable(line.text).toHtmlEscaped());
    }
    if (m_isWhole && !m_note.isEmpty())
        lines << colouredHtml(breakable(m_note), colors.secondaryText);
    setText(lines.join(QStringLiteral("<br>")));
}

QMenu* SourceLabel::makeMenu(int frame)
{
    QString whole;
    if (frame >= 0 && frame < std::ssize(m_lines))
        whole = m_lines[static_cast<std::size_t>(frame)].place;
    const std::string bytes = whole.toStdString();
    const SourceFrame at = parseFrame(bytes);
    const QString file = ui::text(at.file);
    const QString line = ui::text(frameText(at));
    auto* menu = new QMenu(this);
    const auto add = [&](const char* name, const QString& words, auto&& act) {
        QAction* action = menu->addAction(words, this, act);
        action->setObjectName(QLatin1String(name));
        return action;
    };
    add("filter", tr("Filter by %1").arg(line), [this, line] { m_state->filter().setText(line); });
    add("copy", tr("Copy %1").arg(whole), [whole] { QGuiApplication::clipboard()->setText(whole); });
    add("open", tr("Open in the Editor"), [file] {
        QDesktopServices::openUrl(QUrl::fromLocalFile(file));
    })->setEnabled(QFileInfo(file).isFile());
    return menu;
}

void SourceLabel::popUpMenu(const QString& link)
{
    QMenu* menu = makeMenu(link.toInt());
    const QPoint at = QCursor::pos();
    popUp(menu, rect().contains(mapFromGlobal(at)) ? at : mapToGlobal(rect().bottomLeft()));
}

void SourceLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace tidemark::ui
