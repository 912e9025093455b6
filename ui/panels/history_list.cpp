#include "ui/panels/history_list.h"

#include "ui/state/grouped.h"
#include "ui/state/row_history.h"
#include "ui/state/row_text.h"
#include "ui/theme/colors.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

namespace tidemark::ui {
namespace {

constexpr std::size_t kFirst = 4;
constexpr std::size_t kLast = 3;
constexpr std::size_t kMost = 400; // lines that a label draws without a noticeable delay
constexpr int kPiece = 8; // characters of a name that fit next to step and event in the narrowest card
constexpr QLatin1String kAll("all");

} // namespace

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

} // namespace tidemark::ui
