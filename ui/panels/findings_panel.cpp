#include "ui/panels/findings_panel.h"

#include "core/explain/saving.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/restyle.h"

#include <QMimeData>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QUrl>

namespace tidemark::ui {
namespace {

constexpr QChar kNoBreak(0x2060); // word joiner
constexpr int kLongestPart = 30; // no word is longer, but a setting may be

/// Adds marks that prevent line breaks inside "copy.40488" and "bd->bk", where Qt would break.
QString unbroken(const QString& text)
{
    static const QRegularExpression places(QStringLiteral("((?<=\\p{L})\\.(?=\\p{Nd})|-(?=>))"));
    return QString(text).replace(places, QStringLiteral("\\1") + kNoBreak);
}

QString paragraph(const QString& html, int above)
{
    return QStringLiteral("<p style=\"margin:%1px 8px 0 8px\">%2</p>").arg(above).arg(html);
}

} // namespace

FindingsPanel::FindingsPanel(ViewState* state, AdviceFinder* finder, QWidget* parent)
    : QTextBrowser(parent)
    , m_state(state)
    , m_finder(finder)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    setAccessibleName(tr("How to reduce it"));
    connect(finder, &AdviceFinder::changed, this, &FindingsPanel::refresh);
    state->onChange(Aspect::Units, this, &FindingsPanel::refresh);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { select(link.path()); });
    onRestyle(this, [this] { refresh(); });
    refresh();
}

QString FindingsPanel::title() const
{
    if (m_finder->stage() != AdviceFinder::Stage::Found)
        return tr("How to reduce it");
    std::size_t count = m_finder->findings().size();
    if (count > 0 && m_finder->findings().back().isAll())
        --count;
    return tr("How to reduce it (%1)").arg(count);
}

bool FindingsPanel::hasNothing() const
{
    const auto stage = m_finder->stage();
    return m_finder->findings().empty()
        && (stage == AdviceFinder::Stage::Found || stage == AdviceFinder::Stage::NotOfThisKind);
}

void FindingsPanel::showEvent(QShowEvent* event)
{
    QTextBrowser::showEvent(event);
    m_finder->setWanted(true);
}

void FindingsPanel::hideEvent(QHideEvent* event)
{
    QTextBrowser::hideEvent(event);
    m_finder->setWanted(false);
}

QString FindingsPanel::emptyText() const
{
    switch (m_finder->stage()) {
    case AdviceFinder::Stage::NoView:
        return {};
    case AdviceFinder::Stage::NotOfThisKind:
        return tr("Savings cannot be computed from this kind of file.");
    case AdviceFinder::Stage::Waiting:
        return tr("Replaying the program with changes…");
    case AdviceFinder::Stage::Found:
        return ui::text(noFindingText(*m_state->view()));
    case AdviceFinder::Stage::Failed:
        break;
    }
    return tr("The findings could not be computed.") + u' ' + ui::text(m_finder->failure());
}

void FindingsPanel::refresh()
{
    QString html;
    const std::vector<Finding>& findings = m_finder->findings();
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (!findings[i].isAll() || !repeatsOnlyFinding(findings))
            html += htmlOf(i);
    if (html.isEmpty())
        html = paragraph(colouredHtml(emptyText(), colorsFor(palette()).secondaryText), 8);
    const auto stage = m_finder->stage();
    if ((stage == AdviceFinder::Stage::Found || stage == AdviceFinder::Stage::NotOfThisKind)
        && !m_state->view()->untriedAdvice.empty())
        html
            += paragraph(colouredHtml(ui::text(m_state->view()->untriedAdvice), colorsFor(palette()).secondaryText), 8);
    setHtml(html);
    emit titleChanged();
}

/// A card: the saving and the advice, the finding in one sentence, and a link that selects the rows.
QString FindingsPanel::htmlOf(std::size_t at) const
{
    const Finding& finding = m_finder->findings()[at];
    const Colors colors = colorsFor(palette());
    QString saved = m_state->bytes(finding.savedBytes);
    if (finding.isUpperBound)
        saved = tr("At most %1").arg(saved);
    QString title = tr("%1: %2").arg(saved, ui::text(finding.label));
    QString peaks = tr("Not in the peak");
    if (finding.peakBefore && finding.peakAfter)
        peaks = tr("Peak %1 → %2").arg(m_state->bytes(*finding.peakBefore), m_state->bytes(*finding.peakAfter));
    if (finding.isNeededToFit() && *finding.headroomAfter >= 0)
        peaks += tr(" · then fits");
    else if (finding.isNeededToFit())
        peaks += tr(" · %1").arg(ui::text(withAmounts(finding.stillOver, m_state->units().unit())));
    if (finding.isEstimate)
        peaks += tr(" · estimate");
    if (finding.isAll()) {
        title = ui::text(finding.label);
        peaks = tr("%1 less. %2").arg(saved, peaks);
    }
    const auto wordsOf = [this](const Finding& each) {
        return unbroken(capitalised(ui::text(withAmounts(each, m_state->units().unit())))) + u'.';
    };
    QString words = wordsOf(finding);
    if (repeatsOnlyFinding(m_finder->findings()))
        words += u' ' + wordsOf(m_finder->findings().back());
    QString html = paragraph(boldHtml(breakable(title, kLongestPart)), 0);
    html += paragraph(colouredHtml(peaks, colors.secondaryText), 1);
    html += paragraph(words.toHtmlEscaped(), 3);
    html += paragraph(colouredHtml(tr("Assumes: %1").arg(ui::text(finding.assumption)), colors.secondaryText), 3);
    if (!finding.rows.empty()) {
        const QString show = tr("Show %1").arg(countedRows(m_state->view().get(), finding.rows.size()));
        html += paragraph(QStringLiteral("<a href=\"%1\">%2</a>").arg(at).arg(show), 3);
    }
    return QStringLiteral("<table width='100%' cellpadding='7' style='margin-top:7px;border:1px solid %1;"
                          "border-collapse:collapse'><tr><td style='border:1px solid %1'>%2</td></tr></table>")
        .arg(colors.border.name(), html);
}

void FindingsPanel::select(const QString& finding)
{
    bool isNumber = false;
    const std::size_t at = finding.toULongLong(&isNumber);
    if (isNumber && at < m_finder->findings().size())
        m_state->show(m_finder->findings()[at].rows);
}

QMimeData* FindingsPanel::createMimeDataFromSelection() const
{
    auto* mime = new QMimeData;
    mime->setText(withoutMarks(textCursor().selection().toPlainText()));
    return mime;
}

} // namespace tidemark::ui
