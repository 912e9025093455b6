#include "ui/pages/address_map/address_map_page.h"

#include "core/address_map/region_map.h"
#include "core/rules/attribution_rules.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/lanes.h"
#include "ui/charts/region_chart.h"
#include "ui/charts/region_painter.h"
#include "ui/pages/export_view.h"
#include "ui/panels/marked_bar.h"
#include "ui/session/session.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>

namespace tidemark::ui {
namespace {

ExportView::Result drawMap(const ExportQuestion& question, const ExportSubject& subject)
{
    const View& view = *subject.view;
    const auto regions = regionsWithMap(view);
    if (regions.empty())
        return subject.without(view.programText + " has no addresses with live ranges, so there is no map.");
    ViewState state;
    if (const auto done = showIn(state, question, subject); !done)
        return done.error();
    if (view.uses) {
        auto uses = view.uses({});
        if (!uses)
            return uses.error();
        state.setUses(std::move(*uses));
    }
    const std::size_t at = fullestOf(view, regions);
    auto map = RegionMap::of(subject.view, regions[at]);
    if (!map)
        return map.error();
    state.setRegionMap(*map);
    state.axis().setCursor((*map)->openingStep());
    const RegionContent content = regionContentOf(state, (*map)->opening(), nullptr, contentOf(state));
    const QString name = regionName(regions[at], at, regions.size(), content.chart.unit);
    return regionPicture(content, regionLegendOf(state), regionTitle(name, content), subject.options);
}

} // namespace

AddressMapPage::AddressMapPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_regions(new QComboBox(this))
    , m_title(new ElidedLabel(this))
    , m_chart(new RegionChart(context.state, this))
    , m_empty(new QLabel(this))
    , m_overview(new OverviewStrip(context.state, this))
{
    // The overview is as wide as the map above. No table has the bar of the marked step above it here.
    QLayout* const below = inLine(nullptr, {m_overview}, {0, 0, kRegionColumnWidth + kRegionColumnGap, 0});
    inColumn(this, {makeHeader(), new MarkedBar(m_state, this), {m_chart, 1}, {m_empty, 1}, below});
    m_overview->setCaption(tr("live bytes"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    setFocusProxy(m_chart);

    m_state->onChange(Aspect::View, this, &AddressMapPage::refreshRegions);
    m_state->onChange(Aspect::Region, this, &AddressMapPage::showMap);
    m_state->onChange(Aspect::Units, this, [this] {
        nameRegions();
        showMap();
    });
    connect(m_regions, &QComboBox::activated, this, [this](int index) {
        m_chosen = index;
        m_chosenOf = shownMemory();
        makeMap();
    });
    connect(m_chart, &RegionChart::hoveredStep, this, &Page::pointed);
    connect(m_chart, &RegionChart::pictureRequested, this, &Page::pictureRequested);
    connect(m_chart, &RegionChart::gutterChanged, m_overview, &OverviewStrip::setGutter);
    connect(m_chart, &RegionChart::contentChanged, this, [this] {
        if (!isVisible())
            return; // another page zooms or filters
        showTitle();
        emit commandsChanged();
    });
    onShow(this, [this] {
        if (m_isStale)
            makeMap();
        else
            showTitle();
    });
    answerCommands();
    refreshRegions();
}

void AddressMapPage::answerCommands()
{
    const auto canZoomOut = [this] { return !m_chart->isWhole(); };
    answerSteps(m_chart->navigation(), [this] { return hasAxis(); });
    answerMark();
    answer(Command::Copy, [this] { emit copyRequested(); });
    answer(
        Command::Back, [this] { m_chart->back(); }, [this] { return m_chart->canGoBack(); });
    answer(
        Command::Forward, [this] { m_chart->forward(); }, [this] { return m_chart->canGoForward(); });
    answer(Command::ZoomIn, [this] { m_chart->zoomIn(); });
    answer(
        Command::ZoomOut, [this] { m_chart->zoomOut(); }, canZoomOut);
    answer(
        Command::ShowAll, [this] { m_chart->fit(); }, canZoomOut);
    answer(Command::Escape, [this] {
        if (hasMap())
            m_chart->escape();
        else
            m_state->escape();
    });
}

QWidget* AddressMapPage::makeHeader()
{
    auto* header = new QWidget(this);
    m_heading = new QLabel(header);
    m_heading->setFont(boldFont(font()));
    m_regions->setAccessibleName(tr("Region"));
    m_regions->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_title->setFont(secondaryFont());
    m_title->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_clear = new QLabel(header);
    m_clear->setFont(secondaryFont());
    m_clear->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_clear, &QLabel::linkActivated, this, [this] { m_state->filter().clear(); });
    m_state->onChange(Aspect::View | Aspect::Filter, this, &AddressMapPage::refreshClear);
    onRestyle(m_clear, [this] { refreshClear(); });
    refreshClear();
    inLine(header, {m_heading, m_regions, {m_title, 1}, m_clear}, {9, 5, 14, 3}, 8);
    return header;
}

void AddressMapPage::refreshClear()
{
    m_clear->setVisible(!m_state->filter().isEmpty());
    m_clear->setText(linkHtml(QStringLiteral("clear"), tr("Clear the filter"), colorsFor(palette()).highlight));
}

/// The fullest region, or all of them if it has less than half of their memory.
int AddressMapPage::usualItem() const
{
    const std::size_t fullest = fullestOf(*m_state->view(), m_offered);
    const auto sizeOf = [](const Rows::Region& region) { return (region.end - region.begin) * region.banks; };
    std::int64_t all = 0;
    for (const Rows::Region& region : m_offered)
        all += sizeOf(region);
    return m_offersAll && sizeOf(m_offered[fullest]) < all / 2 ? 0 : itemOf(fullest);
}

/// Keeps the chosen region while the same program and memory are shown; else chooses the usual one.
void AddressMapPage::refreshRegions()
{
    m_tasks.abandon();
    m_isStale = true;
    m_offered.clear();
    if (!m_state->isEmpty())
        m_offered = regionsWithMap(*m_state->view());
    m_offersAll = m_offered.size() > 1 && withPackedRegions(m_state->view());
    const QSignalBlocker quiet(m_regions);
    m_regions->clear();
    const int count = itemOf(m_offered.size());
    for (int i = 0; i < count; ++i)
        m_regions->addItem({});
    nameRegions();
    m_regions->setVisible(m_offered.size() > 1);
    if (m_chosenOf == shownMemory() && m_chosen >= 0 && m_chosen < count)
        m_regions->setCurrentIndex(static_cast<int>(m_chosen));
    else if (count > 0)
        m_regions->setCurrentIndex(usualItem());
    showMap();
    if (isVisible())
        makeMap();
}

/// Identifies the program and memory.
std::string AddressMapPage::shownMemory() const
{
    if (m_state->isEmpty())
        return {};
    return m_state->view()->programText + m_state->view()->memoryText;
}

void AddressMapPage::nameRegions()
{
    if (m_offersAll)
        m_regions->setItemText(0, tr("All segments"));
    for (std::size_t i = 0; i < m_offered.size(); ++i)
        m_regions->setItemText(itemOf(i), regionName(m_offered[i], i, m_offered.size(), m_state->units().unit()));
}

void AddressMapPage::makeMap()
{
    m_isStale = false;
    m_failure.clear();
    m_tasks.abandon();
    if (m_offered.empty() || m_regions->currentIndex() < 0)
        return;
    m_state->setRegionMap(nullptr);
    const int item = m_regions->currentIndex();
    std::optional<Rows::Region> region; // absent: all of them
    if (item >= itemOf(0))
        region = m_offered[static_cast<std::size_t>(item - itemOf(0))];
    m_tasks.run<std::shared_ptr<const RegionMap>>(
        {},
        [view = m_state->view(), region](const Progress& progress) {
            if (region)
                return RegionMap::of(view, *region, progress);
            const auto packed = withPackedRegions(view);
            return RegionMap::of(packed, packed->rows.regions.front(), progress);
        },
        [this](const auto& map) {
            if (map) {
                const ViewState::Batch batch(*m_state);
                m_state->setRegionMap(*map);
                if (m_state->isCursorAtPeak())
                    m_state->axis().setCursor((*map)->openingStep());
            } else {
                m_failure = text(map.error().message);
                showMap();
            }
        });
    showMap();
}

void AddressMapPage::showMap()
{
    const bool has = hasMap();
    m_chart->setVisible(has);
    m_empty->setVisible(!has);
    QString heading = tr("Addresses");
    if (hasAxis())
        heading = m_state->view()->isHistory ? tr("Address × events") : tr("Address × program order");
    m_heading->setText(heading);
    m_overview->setVisible(has && hasAxis());
    m_empty->setText(m_failure.isEmpty() ? tr("Laying out addresses…") : m_failure);
    showTitle();
    emit commandsChanged();
}

void AddressMapPage::showTitle()
{
    m_title->setFullText({});
    if (hasMap())
        if (const RegionScene* const scene = m_chart->scene())
            m_title->setFullText(
                regionTitle(m_offered.size() > 1 ? QString() : m_regions->currentText(), scene->content));
}

bool AddressMapPage::hasMap() const
{
    return !m_state->isEmpty() && m_state->regionMap();
}

std::vector<PanelId> AddressMapPage::panels() const
{
    return {PanelId::Legend, PanelId::Row, PanelId::Region, PanelId::Problems, PanelId::Checks};
}

bool AddressMapPage::takeKey(QKeyEvent* event)
{
    return hasMap() && takeStepKey(*event, m_chart->navigation());
}

void AddressMapPage::goToMatch(int by)
{
    m_chart->goToMatch(by);
}

std::vector<InputHint> AddressMapPage::hints() const
{
    return {
        {tr("Wheel"), tr("In the map: zoom at the pointer; with Shift: steps alone, with Ctrl: addresses alone")},
        {tr("Drag"), tr("In the map: zoom to a rectangle; with Space or the middle button: move")},
        {tr("Click, Double-click"), tr("Pin a row (on empty space: unpin); zoom to its lifetime")},
        {tr("Shift+←, Shift+→"), tr("Cursor by ten")},
        {tr("↑, ↓"), tr("In the map: to the box above or below at the cursor, with the free space above it")},
        {tr("Enter"), tr("In the map: pin that row; again: zoom to its lifetime")},
        {tr("Page Up, Page Down"), tr("In the map: to higher and lower addresses")},
    };
}

QString AddressMapPage::gestures() const
{
    if (!hasMap() || !hasAxis())
        return {};
    return tr("wheel zooms both axes, Shift+wheel the %1, Ctrl+wheel the addresses")
        .arg(cellsText(m_state->view()->axis));
}

QString AddressMapPage::amount() const
{
    if (!hasMap())
        return {};
    return text(counted(m_state->regionMap()->boxes().boxes().size(), "box", "boxes"));
}

std::optional<PagePicture> AddressMapPage::picture() const
{
    if (!hasMap())
        return std::nullopt;
    const auto make
        = [content = m_chart->exactContent(), legend = regionLegendOf(*m_state), title = m_title->text()](
              const PictureOptions& options, bool) { return regionPicture(content, legend, title, options); };
    return PagePicture{.options = titled(*m_state->view(), m_session->host().paths()), .make = make};
}

std::optional<PageTable> AddressMapPage::table() const
{
    if (m_state->isEmpty())
        return std::nullopt;
    return tableOfRows();
}

ExportView addressMapExport()
{
    return {.name = "map", .help = "where each buffer lies, and when", .ofView = drawMap, .options = {groupByOption()}};
}

} // namespace tidemark::ui
