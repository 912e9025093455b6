#include "ui/panels/buffers_panel.h"

#include "ui/panels/marked_bar.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kLongest = 60; // characters, if there is room
constexpr int kShortest = 12;

/// A button as wide as its text, or with elided text if there is no room.
class Chip : public QToolButton
{
public:
    using QToolButton::QToolButton;

    QSize sizeHint() const override { return sizeFor(kLongest); }
    QSize minimumSizeHint() const override { return sizeFor(kShortest); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStyleOptionToolButton option;
        initStyleOption(&option);
        // Elide only if room is missing. Text advances are rounded, so text with exactly enough room could be elided
        // otherwise.
        if (const int missing = QToolButton::sizeHint().width() - width(); missing > 0)
            option.text
                = fontMetrics().elidedText(text(), Qt::ElideMiddle, fontMetrics().horizontalAdvance(text()) - missing);
        QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
    }

private:
    QSize sizeFor(int characters) const
    {
        const int whole = fontMetrics().horizontalAdvance(text());
        const int left = std::max(0, whole - fontMetrics().averageCharWidth() * characters);
        return QToolButton::sizeHint() - QSize(left, 0);
    }
};

} // namespace

FacetChips::FacetChips(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    inLine(this, {roomBetween()}, {8, 4, 8, 4}, 4);
    state->onChange(Aspect::View | Aspect::Filter, this, &FacetChips::refresh);
    onRestyle(this, [this] { refresh(); });
    refresh();
}

void FacetChips::refresh()
{
    std::vector<Facet> facets = m_state->filter().facets();
    std::erase_if(facets, [](const Facet& facet) { return facet.grouping == Facet::kByMarked; });
    QList<Chip*> chips;
    for (QToolButton* chip : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
        chips << static_cast<Chip*>(chip);
    // The button whose click caused this must live until its handler returns.
    for (; chips.size() > static_cast<qsizetype>(facets.size()); chips.removeLast()) {
        chips.back()->hide();
        chips.back()->setParent(nullptr);
        chips.back()->deleteLater();
    }
    for (std::size_t i = 0; i < facets.size(); ++i) {
        if (static_cast<qsizetype>(i) == chips.size()) {
            auto* chip = new Chip(this);
            chip->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
            chip->setObjectName(QStringLiteral("facet"));
            chip->setIcon(themedIcon(QStringLiteral("close")));
            chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
            chip->setFocusPolicy(Qt::StrongFocus);
            static_cast<QHBoxLayout*>(layout())->insertWidget(static_cast<int>(i), chip);
            chips << chip;
        }
        Chip* chip = chips[static_cast<qsizetype>(i)];
        const QString& text = facets[i].text;
        chip->disconnect(this);
        connect(chip, &QToolButton::clicked, this,
                [this, grouping = facets[i].grouping] { m_state->filter().dropFacet(grouping); });
        chip->setText(text);
        chip->setToolTip(plainToolTip(tr("Only %1. Click to show all again.").arg(text)));
        chip->setAccessibleName(tr("Only %1").arg(text));
        chip->setAccessibleDescription(tr("Shows all again"));
        chip->show();
    }
    setVisible(!facets.empty());
}

BuffersPanel::BuffersPanel(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_table(new RowTable(state, this))
    , m_count(new QLabel(this))
    , m_nothing(makeNothingLabel(m_table->viewport()))
    , m_selected(new ElidedLabel(this))
    , m_totals(new ElidedLabel(this))
{
    auto* marked = new MarkedBar(state, this);
    auto* chips = new FacetChips(state, this);
    inColumn(this, {marked, chips, {m_table, 1}, makeRule(this), makeFooter()}, {1, 0, 1, 1});
    connect(m_nothing, &QLabel::linkActivated, this, &BuffersPanel::follow);

    state->onChange(Aspect::View | Aspect::Cursor | Aspect::Filter | Aspect::Units, this, &BuffersPanel::refresh);
    connect(m_table, &RowTable::selectionSumsChanged, this, &BuffersPanel::refreshSelected);
    connect(m_table->finder(), &MatchFinder::finished, this, &BuffersPanel::refreshNothing);
    onResize(this, [this] { m_nothing->setGeometry(m_table->viewport()->rect()); });
    onRestyle(this, [this] { refreshColors(); });
    refreshColors();
    refresh();
}

QWidget* BuffersPanel::makeFooter()
{
    auto* footer = new QWidget(this);
    m_totals->setFont(secondaryFont());
    m_count->setFont(secondaryFont());
    inLine(footer, {m_count, {m_selected, 1}, m_totals}, {9, 4, 9, 5}, kStyleSpacing);
    return footer;
}

void BuffersPanel::refresh()
{
    const QString rows = capitalised(rowsWord(m_state->view().get()));
    const auto& range = m_state->listedRange();
    m_table->setAccessibleName(range ? tr("%1 live in %2").arg(rows, rangeText(m_state->view()->axis, *range))
                                     : tr("%1 live at the cursor").arg(rows));
    refreshSums();
    refreshSelected();
    const bool isNothing = m_table->rows()->shown().rows == 0 && !m_state->isEmpty() && !m_state->filter().isEmpty();
    m_nothing->setVisible(isNothing);
    if (isNothing) {
        if (!m_state->filter().isAtCursor())
            m_table->finder()->search(1);
        refreshNothing();
    }
}

void BuffersPanel::refreshSums()
{
    if (m_state->isEmpty()) {
        m_count->clear();
        m_totals->setFullText({});
        return;
    }
    const RowTotals& all = m_table->rows()->all();
    const RowTotals& shown = m_table->rows()->shown();
    QString rows = countText(all.rows, tr("row"), tr("rows"));
    if (shown.rows != all.rows)
        rows = tr("%1 of %2 rows").arg(grouped(shown.rows), grouped(all.rows));
    m_count->setText(rows);
    if (m_state->listedRange()) {
        m_totals->setFullText(tr("sizes %1, not all at the same time").arg(m_state->bytes(shown.size)));
        m_totals->setHelp(tr("Sum of the sizes: %1").arg(exactBytes(shown.size)));
        return;
    }
    QString totals = (m_state->markedParts().marked ? tr("all rows of both steps %1") : tr("all rows %1"))
                         .arg(m_state->bytes(all.occupied()));
    QString help = tr("Occupied: %1. Sum of the sizes: %2.").arg(exactBytes(all.occupied()), exactBytes(all.size));
    if (all.overlap > 0)
        totals += tr(" (sizes %1, %2 re-used in place)").arg(m_state->bytes(all.size), m_state->bytes(all.overlap));
    if (shown.rows != all.rows)
        totals = tr("shown %1 · ").arg(m_state->bytes(shown.occupied())) + totals;
    if (const auto unpadded = m_state->view()->values(CurveRole::Unpadded); !unpadded.empty()) {
        totals += tr(" · unpadded %1").arg(m_state->bytes(unpadded[m_state->cursor().index()]));
        help += tr(" Unpadded: %1.").arg(exactBytes(unpadded[m_state->cursor().index()]));
    }
    m_totals->setFullText(totals);
    m_totals->setHelp(help);
}

void BuffersPanel::refreshSelected()
{
    const RowTotals& selected = m_table->selectedTotals();
    const std::size_t chosen = m_state->focus().selected().size();
    if (chosen == 0 || selected.rows == 0) {
        QString words;
        if (chosen > 0) // they do not pass the filter, or are not live at the cursor
            words = tr("%1 selected, not shown here").arg(grouped(chosen));
        m_selected->setFullText(words);
        m_selected->setHelp({});
        return;
    }
    QString words = tr("%1 selected").arg(grouped(selected.rows));
    if (selected.rows < chosen)
        words = tr("%1 of the %2 selected").arg(grouped(selected.rows), grouped(chosen));
    words += QStringLiteral(" · ") + m_state->bytes(selected.occupied());
    if (!m_state->listedRange())
        words += tr(" · %1 of this %2")
                     .arg(percent(selected.occupied(), m_table->rows()->all().occupied()),
                          text(m_state->view()->axis.cell));
    m_selected->setFullText(words);
    m_selected->setHelp(exactBytes(selected.occupied()));
}

QString BuffersPanel::nothingText() const
{
    const View& view = *m_state->view();
    const QString one = rowWord(&view).toHtmlEscaped();
    const QString asked = m_state->filter().description().toHtmlEscaped();
    const QString here = cellText(view.axis, m_state->cursor()).toHtmlEscaped();
    const QString clear = QStringLiteral("<a href=\"clear\">%1</a>").arg(tr("Clear the filter"));
    if (m_state->filter().isAtCursor()) // other rows may pass at another step
        return tr("No %1 matches %2 at %3. %4").arg(one, asked, here, clear);
    const MatchFinder& finder = *m_table->finder();
    if (finder.isSearching())
        return tr("No %1 matches %3 at %2. Looking elsewhere… %4").arg(one, here, asked, clear);
    if (!finder.found())
        return tr("No %1 matches %2, here or anywhere in this program. %3").arg(one, asked, clear);
    const RowId row = *finder.found();
    const QString there = cellText(view.axis, view.rows.start[row]).toHtmlEscaped();
    return tr("No %1 matches %3 at %2. %4 matches from %5 on.<br>%6 · %7")
        .arg(one, here, asked, text(view.rows.label(row)).toHtmlEscaped(), there,
             QStringLiteral("<a href=\"go\">%1</a>").arg(tr("Go to %1").arg(there)), clear);
}

void BuffersPanel::refreshNothing()
{
    if (m_nothing->isHidden())
        return;
    m_nothing->setText(nothingText());
    m_nothing->setGeometry(m_table->viewport()->rect());
}

void BuffersPanel::follow(const QString& link)
{
    if (link == QLatin1String("go"))
        m_table->goToMatch(1);
    else
        m_state->filter().clear();
}

void BuffersPanel::refreshColors()
{
    const Colors colors = colorsFor(palette());
    for (QLabel* label : std::initializer_list<QLabel*>{m_count, m_totals})
        setTextColor(label, colors.secondaryText);
}

} // namespace tidemark::ui
