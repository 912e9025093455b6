#include "ui/panels/card_parts.h"

#include "ui/charts/curve_painter.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/swatch.h"

#include <QCursor>
#include <QDesktopServices>
#include <QEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QUrl>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::size_t kFirst = 4;
constexpr std::size_t kLast = 3;
constexpr std::size_t kMost = 400; // lines that a label draws without a noticeable delay
constexpr int kPiece = 8; // characters of a name that fit next to step and event in the narrowest card
constexpr QLatin1String kAll("all");

/// The text of a frame with at most the innermost folder of its path, because a card is narrow.
QString shortFrame(const QString& frame)
{
    const qsizetype name = frame.section(QStringLiteral(" in "), 0, 0).lastIndexOf(u'/');
    return name <= 0 ? frame : frame.mid(frame.lastIndexOf(u'/', name - 1) + 1);
}

} // namespace

CardScroll::CardScroll(QWidget* parent)
    : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::Box); // room for the focus frame
    setLineWidth(1);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
}

bool CardScroll::event(QEvent* event)
{
    if (event->type() != QEvent::Paint)
        return QScrollArea::event(event);
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    painter.setPen(hasFocus() ? colors.highlight : colors.base);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    return true;
}

void CardScroll::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (key == Qt::Key_Home || key == Qt::Key_End)
        verticalScrollBar()->triggerAction(key == Qt::Key_Home ? QScrollBar::SliderToMinimum
                                                               : QScrollBar::SliderToMaximum);
    else
        QScrollArea::keyPressEvent(event);
}

void CardScroll::focusInEvent(QFocusEvent* event)
{
    QScrollArea::focusInEvent(event);
    update();
}

void CardScroll::focusOutEvent(QFocusEvent* event)
{
    QScrollArea::focusOutEvent(event);
    update();
}

SourceLabel::SourceLabel(ViewState* state, QWidget* parent)
    : QLabel(parent)
    , m_state(state)
{
    setFont(monospaceFont());
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(this, &QLabel::linkActivated, this, &SourceLabel::popUpMenu);
    onRestyle(this, [this] { refresh(); });
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
                     .arg(QString::number(i), color.name(), breakable(shortFrame(line.text)).toHtmlEscaped());
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
    add("copy", tr("Copy %1").arg(whole), [whole] { copyText(whole); });
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

HistoryList::HistoryList(ViewState* state, QWidget* parent)
    : WrappedLabel(parent)
    , m_state(state)
{
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    setAccessibleName(tr("History"));
    connect(this, &QLabel::linkActivated, this, &HistoryList::follow);
}

void HistoryList::setRow(RowId row)
{
    const ItemRef shown = m_state->focus().refer(row);
    m_showsAll = m_showsAll && shown == m_row;
    m_row = shown;
    refresh();
}

QString HistoryList::lineOf(const RowEvent& event) const
{
    const RowUses::Actor actor = m_state->uses()->actor(event);
    const Axis& axis = m_state->view()->axis;
    QString at = QStringLiteral("–");
    if (event.step)
        at = QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>")
                 .arg(QString::number(event.step.value), positionText(axis, event.step).toHtmlEscaped());
    const QColor quiet = colorsFor(palette()).secondaryText;
    const QString name = breakable(ui::text(actor.name), kPiece).toHtmlEscaped();
    QString opcode;
    if (!actor.name.starts_with(actor.opcode))
        opcode = u' ' + colouredHtml(ui::text(actor.opcode), quiet);
    QString word = eventWord(event.kind);
    word.replace(u' ', QChar::Nbsp); // only names may wrap
    // An invisible character in the font of names, so that lines with and without a name have the same height and
    // baseline.
    const auto named = [](const QString& html) {
        return QStringLiteral("<span style=\"font-family:'%1'\">&#8203;%2</span>").arg(monospaceFont().family(), html);
    };
    return QStringLiteral("<tr><td align=\"right\" style=\"white-space:nowrap\">%1%2&nbsp;&nbsp;</td>"
                          "<td style=\"white-space:nowrap\">%1%3&nbsp;&nbsp;</td><td>%4%5</td></tr>")
        .arg(named({}), at, colouredHtml(word, quiet), named(name), opcode);
}

void HistoryList::refresh()
{
    const auto row = m_state->focus().find(m_row);
    if (!row || !m_state->uses())
        return;
    const auto events = m_state->uses()->of(*row);
    std::size_t most = kFirst + kLast + 1; // the line about the others takes the place of one event
    std::size_t first = kFirst;
    if (m_showsAll) {
        most = kMost;
        first = kMost - kLast;
    }
    const bool isCut = events.size() > most;
    QString lines;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (isCut && i == first) {
            QString left = tr("%1 more").arg(grouped(events.size() - first - kLast));
            if (!m_showsAll)
                left = linkHtml(kAll, left);
            lines += QStringLiteral("<tr><td></td><td colspan=\"2\">%1</td></tr>").arg(left);
            i = events.size() - kLast;
        }
        lines += lineOf(events[i]);
    }
    setText(QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\">%1</table>").arg(lines));
}

void HistoryList::follow(const QString& link)
{
    if (link == kAll) {
        m_showsAll = true;
        refresh();
        return;
    }
    m_state->axis().setCursor(StepId(link.toUInt()));
}

LifetimeCurve::LifetimeCurve(const ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setFixedHeight(24);
    setAccessibleName(tr("Lifetime in the program"));
    state->onChange(Aspect::Groups | Aspect::Uses | Aspect::Cursor, this, qOverload<>(&QWidget::update));
    onRestyle(this, [this] { m_curve = {}; });
}

void LifetimeCurve::setRow(RowId row)
{
    m_row = m_state->focus().refer(row);
    update();
}

void LifetimeCurve::paintEvent(QPaintEvent*)
{
    const std::optional<RowId> row = m_state->focus().find(m_row);
    if (m_state->isEmpty() || !row)
        return;
    const Colors colors = colorsFor(palette());
    const View& view = *m_state->view();
    if (m_curveOf != m_state->focus().generation()
        || m_curve.size() != (QSizeF(size()) * devicePixelRatioF()).toSize()) {
        m_curveOf = m_state->focus().generation();
        m_curve = curveImage(view.curves.front(), size(), devicePixelRatioF(), 1, colors.grid,
                             palette().color(backgroundRole()), colors);
    }
    QPainter painter(this);
    painter.drawImage(0, 0, m_curve);
    const double perCell = width() / static_cast<double>(view.axis.count);
    const std::uint32_t start = view.rows.start[*row].value;
    const std::uint32_t end = view.rows.end[*row].value;
    paintFill(painter, {start * perCell, height() / 2.0 - 4, std::max(2.0, (end - start) * perCell), 8},
              m_state->lifetimeFillOf(*row, colors));
    painter.fillRect(QRectF((m_state->cursor().value + 0.5) * perCell - 0.75, 1, 1.5, height() - 2), colors.text);
}

} // namespace tidemark::ui
