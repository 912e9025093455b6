#include "ui/panels/region_panel.h"

#include "ui/charts/chart_navigation.h"
#include "ui/charts/region_scene.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/restyle.h"

#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QUrl>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kTextMargin = 8;
constexpr std::size_t kStackedShown = 8; // rows at the highest address that are listed

/// A paragraph with less space around it than Qt's default.
QString paragraph(const QString& html)
{
    return QStringLiteral("<p style='margin-top:6px;margin-bottom:0px'>%1</p>").arg(html);
}

/// A cursor that selects the first link with this target. Without a selection if there is none.
QTextCursor cursorOf(const QString& link, QTextDocument* document)
{
    QTextCursor cursor(document);
    for (QTextBlock block = document->begin(); !link.isEmpty() && block.isValid(); block = block.next())
        for (QTextBlock::iterator piece = block.begin(); !piece.atEnd(); ++piece)
            if (const QTextFragment words = piece.fragment(); words.charFormat().anchorHref() == link) {
                cursor.setPosition(words.position());
                cursor.setPosition(words.position() + words.length(), QTextCursor::KeepAnchor);
                return cursor;
            }
    return cursor;
}

} // namespace

RegionPanel::RegionPanel(ViewState* state, QWidget* parent)
    : QTextBrowser(parent)
    , m_state(state)
{
    setFrameShape(QFrame::NoFrame);
    document()->setDocumentMargin(kTextMargin);
    setOpenLinks(false);
    setAccessibleName(tr("Region at the cursor"));
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { follow(link.toString()); });
    m_state->onChange(Aspect::View | Aspect::Meanings | Aspect::Uses | Aspect::Region | Aspect::Cursor | Aspect::Units,
                      this, &RegionPanel::refresh);
    onShow(this, [this] { refresh(); });
    onRestyle(this, [this] { refresh(); });
}

void RegionPanel::follow(const QString& link)
{
    const std::uint32_t number = link.mid(1).toUInt();
    if (m_state->isEmpty())
        return;
    if (link.startsWith(u's'))
        ChartNavigation(m_state).goTo(StepId(number));
    else
        m_state->focus().setPinned(RowId(number));
}

/// The text about live and free memory at the cursor.
QString RegionPanel::levelText(const RegionMap& map) const
{
    const QString faint = colorsFor(palette()).secondaryText.name();
    const RegionLevel level = map.levelAt(m_state->cursor());
    const auto bytes = [&](std::int64_t value) { return m_state->bytes(value); };
    QString lines;
    const auto line = [&](const QString& name, const QString& value, const QString& remark) {
        lines += QStringLiteral("<tr><td align=right style='color:%1;padding-right:8px'>%2</td><td><b>%3</b> "
                                "<span style='color:%1'>%4</span></td></tr>")
                     .arg(faint, name.toHtmlEscaped(), value.toHtmlEscaped(), remark.toHtmlEscaped());
    };
    if (map.region().banks > 1)
        line(tr("Banks"), grouped(map.region().banks), tr("amounts are per bank"));
    QString exact;
    if (m_state->units().unit() != ByteUnit::B)
        exact = exactBytes(map.height());
    line(tr("Region"), bytes(map.height()), exact);
    line(tr("Live here"), bytes(level.live), countedRows(&map.view(), level.rows));
    if (level.free > 0) {
        QString inGaps = tr("%1 of it").arg(bytes(level.inGaps));
        if (level.inGaps == level.free)
            inGaps = tr("all of it");
        else if (bytes(level.inGaps) == bytes(level.free)) // the same amount twice would say nothing
            inGaps = tr("nearly all of it");
        line(tr("Free"), bytes(level.free),
             tr("%1 in %2 of 64 KiB or more").arg(inGaps, countText(level.largeGaps, tr("gap"), tr("gaps"))));
        line(tr("Largest gap"), bytes(level.largestGap), {});
    } else {
        line(tr("Free"), bytes(level.free), {});
    }
    // Allocators hold whole pages. A map of all segments has a byte between two segments, which is less.
    constexpr std::int64_t kPage = 4096;
    const std::int64_t notHeld = map.height() - level.live - level.free;
    if (!map.view().rows.held.empty() && notHeld >= kPage)
        line(tr("Not held"), bytes(notHeld), tr("by the allocator at this event"));
    if (map.isPlanned())
        line(tr("Fragmentation of the region"), percent(map.height() - map.mostLive(), map.height()),
             tr("(%1 region − %2 most live) ÷ %1").arg(bytes(map.height()), bytes(map.mostLive())));
    else if (level.free > 0)
        line(tr("Free, but not in one piece"), percent(level.free - level.largestGap, level.free),
             tr("(%1 free − %2 largest gap) ÷ %1").arg(bytes(level.free), bytes(level.largestGap)));
    return QStringLiteral("<table cellspacing=3>%1</table>").arg(lines);
}

const RegionLevel& RegionPanel::top()
{
    if (const auto& map = m_state->regionMap(); m_topOf.lock() != map) {
        m_topOf = map;
        m_top = map->levelAt(map->topStep());
        std::ranges::stable_sort(m_top.boxes, std::ranges::greater(), &MapBox::size);
    }
    return m_top;
}

/// The text about the memory below the highest used address, at the step with most live bytes there, and about the rest
/// of the region.
QString RegionPanel::whyText(const RegionMap& map)
{
    const QString title = QStringLiteral("<b>%1</b><br>").arg(tr("Why is it not smaller?"));
    if (map.boxes().isEmpty())
        return paragraph(title + tr("The region is empty at every step."));
    const View& view = map.view();
    const auto bytes = [&](std::int64_t value) { return m_state->bytes(value).toHtmlEscaped(); };
    QString reach = (top().rows == 1 ? tr("%1 of %2 lies below %3.") : tr("%1 of %2 in total lie below %3."))
                        .arg(countedRows(&view, top().rows).toHtmlEscaped(), bytes(map.liveAtTop()), bytes(map.top()));
    if (hasCells(view.axis))
        reach = tr("Its highest address is in use at %1: %2")
                    .arg(QStringLiteral("<a href='s%1'>%2</a>")
                             .arg(map.topStep().value)
                             .arg(cellText(view.axis, map.topStep()).toHtmlEscaped()),
                         reach);
    const std::int64_t left = map.height() - map.liveAtTop();
    QStringList sentences{reach};
    if (left > 0)
        sentences << tr("That is %1 less than the region's size.").arg(bytes(left));
    else
        sentences << tr("The region cannot be smaller than what is live at that step.");
    if (map.neverUsed() > 0)
        sentences << tr("%1 of the region is never used.").arg(bytes(map.neverUsed()));
    return paragraph(title + sentences.join(u' ')) + topList(map);
}

/// The largest rows at topStep(), in address order.
QString RegionPanel::topList(const RegionMap& map)
{
    const auto bytes = [&](std::int64_t value) { return m_state->bytes(value).toHtmlEscaped(); };
    const std::vector<MapBox>& boxes = top().boxes;
    std::vector<MapBox> shown(boxes.begin(),
                              boxes.begin() + static_cast<std::ptrdiff_t>(std::min(boxes.size(), kStackedShown)));
    std::ranges::sort(shown, std::ranges::greater(), &MapBox::begin);
    QString html;
    if (boxes.size() > 1)
        html = paragraph(boxes.size() > shown.size() ? tr("The %1 largest, highest address first:").arg(shown.size())
                                                     : tr("Highest address first:"));
    html += QStringLiteral("<table cellspacing=3>");
    std::int64_t rest = map.liveAtTop();
    for (const MapBox& box : shown) {
        rest -= box.size();
        html += QStringLiteral("<tr><td align=right>%1</td><td><a href='r%2'>%3</a></td></tr>")
                    .arg(bytes(box.size()))
                    .arg(box.row.value)
                    .arg(text(map.view().rows.label(box.row)).toHtmlEscaped());
    }
    if (boxes.size() > shown.size())
        html += QStringLiteral("<tr><td align=right>%1</td><td>%2</td></tr>")
                    .arg(bytes(rest), tr("%1 more").arg(grouped(boxes.size() - shown.size())));
    return html + QStringLiteral("</table>");
}

/// The text about rows that are not drawn. Empty if all rows are drawn.
QString RegionPanel::lifelessText(const RegionMap& map) const
{
    if (map.lifeless() == 0)
        return {};
    const QString words
        = map.lifeless() == 1 ? tr("%1 that is never live is not drawn.") : tr("%1 that are never live are not drawn.");
    return paragraph(words.arg(countedRows(&map.view(), map.lifeless())).toHtmlEscaped());
}

void RegionPanel::refresh()
{
    if (!isVisible())
        return;
    const auto& map = m_state->regionMap();
    if (m_state->isEmpty() || !map) {
        clear();
        return;
    }
    QString html = levelText(*map);
    if (map->isPlanned())
        html += whyText(*map);
    showHtml(html + lifelessText(*map));
}

/// Keeps the scroll position and the link that has the keyboard focus.
void RegionPanel::showHtml(const QString& html)
{
    QString link;
    if (textCursor().hasSelection())
        link = textCursor().charFormat().anchorHref();
    const int scrolled = verticalScrollBar()->value();
    setHtml(html);
    if (const QTextCursor there = cursorOf(link, document()); there.hasSelection())
        setTextCursor(there);
    verticalScrollBar()->setValue(scrolled);
    const int needed = static_cast<int>(document()->size().height());
    if (m_textOf.lock() == m_state->regionMap() && needed <= m_needed)
        return;
    m_textOf = m_state->regionMap();
    m_needed = needed;
    emit grew();
}

QSize RegionPanel::sizeHint() const
{
    const int most = grown(380, font());
    return {grown(300, font()), m_needed > 0 ? std::min(m_needed, most) : most};
}

} // namespace tidemark::ui
