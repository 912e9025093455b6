#include "ui/pages/address_map/address_map_page.h"

#include "ui/charts/chart_picture.h"
#include "ui/charts/overview_strip.h"
#include "ui/charts/region_chart.h"
#include "ui/charts/region_painter.h"
#include "ui/pages/axis_commands.h"
#include "ui/panels/marked_bar.h"
#include "ui/session/session.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {

AddressMapPage::AddressMapPage(const PageContext& context, QWidget* parent)
    : Page(parent)
    , m_state(context.state)
    , m_session(context.session)
    , m_shownRows(context.shownRows)
    , m_regions(new QComboBox(this))
    , m_title(new ElidedLabel(this))
    , m_chart(new RegionChart(context.state, this))
    , m_empty(new QLabel(this))
    , m_overview(new OverviewStrip(context.state, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(new MarkedBar(m_state, this)); // because the page has no table with this bar above it
    layout->addWidget(m_chart, 1);
    layout->addWidget(m_empty, 1);
    // As wide as the map above.
    auto* below = new QHBoxLayout;
    below->setContentsMargins(0, 0, kRegionColumnWidth + kRegionColumnGap, 0);
    below->addWidget(m_overview);
    layout->addLayout(below);
    m_overview->setCaption(tr("live bytes"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setObjectName(QStringLiteral("noMap"));
    setFocusProxy(m_chart);

    m_state->onChange(Aspect::View, this, &AddressMapPage::refreshRegions);
    m_state->onChange(Aspect::Region, this, &AddressMapPage::showMap);
    m_state->onChange(Aspect::Units, this, [this] {
        nameRegions();
        showMap();
    });
    connect(m_regions, &QComboBox::activated, this, [this](int index) {
        m_chosen = index;
        m_chosenOf = m_state->view()->programText + m_state->view()->memoryText;
        makeMap();
    });
    connect(m_chart, &RegionChart::hoveredStep, this, &Page::pointed);
    connect(m_chart, &RegionChart::pictureRequested, this, &Page::pictureRequested);
    connect(m_chart, &RegionChart::gutterChanged, m_overview, &OverviewStrip::setGutter);
    connect(m_chart, &RegionChart::zoomChanged, this, [this] {
        if (!isVisible())
            return; // another page zooms
        showTitle();
        emit commandsChanged();
    });
    refreshRegions();
}

QWidget* AddressMapPage::makeHeader()
{
    auto* header = new QWidget(this);
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(9, 5, 14, 3);
    layout->setSpacing(8);
    m_heading = new QLabel(header);
    m_heading->setFont(boldFont(font()));
    m_regions->setAccessibleName(tr("Region"));
    m_regions->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_title->setFont(secondaryFont());
    m_title->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(m_heading);
    layout->addWidget(m_regions);
    layout->addWidget(m_title, 1);
    return header;
}

/// Keeps the chosen region while the same program and memory are shown; else chooses the largest region.
void AddressMapPage::refreshRegions()
{
    m_tasks.abandon();
    m_isStale = true;
    m_offered = m_state->isEmpty() ? std::vector<Rows::Region>() : regionsWithMap(*m_state->view());
    const QSignalBlocker quiet(m_regions);
    m_regions->clear();
    for (std::size_t i = 0; i < m_offered.size(); ++i)
        m_regions->addItem({});
    nameRegions();
    m_regions->setVisible(m_offered.size() > 1);
    const auto count = static_cast<std::int64_t>(m_offered.size());
    const bool isSame = !m_state->isEmpty() && m_chosenOf == m_state->view()->programText + m_state->view()->memoryText;
    if (isSame && m_chosen >= 0 && m_chosen < count)
        m_regions->setCurrentIndex(static_cast<int>(m_chosen));
    else if (count > 0)
        m_regions->setCurrentIndex(static_cast<int>(largestOf(m_offered)));
    showMap();
    if (isVisible())
        makeMap();
}

void AddressMapPage::nameRegions()
{
    for (std::size_t i = 0; i < m_offered.size(); ++i)
        m_regions->setItemText(static_cast<int>(i),
                               regionName(m_offered[i], i, m_offered.size(), m_state->units().unit()));
}

void AddressMapPage::makeMap()
{
    m_isStale = false;
    m_failure.clear();
    m_tasks.abandon();
    if (m_offered.empty() || m_regions->currentIndex() < 0)
        return;
    m_state->setRegionMap(nullptr);
    const Rows::Region region = m_offered[static_cast<std::size_t>(m_regions->currentIndex())];
    m_tasks.run<std::shared_ptr<const RegionMap>>(
        {},
        [view = m_state->view(), region](const Progress& progress) { return RegionMap::of(view, region, progress); },
        [this](const auto& map) {
            if (map) {
                const ViewState::Batch batch(*m_state);
                m_state->setRegionMap(*map);
                if (m_state->isCursorAtPeak())
                    m_state->axis().setCursor(openingStepOf(**map));
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
    const bool hasAxis = !m_state->isEmpty() && m_state->view()->axis.kind != AxisKind::None;
    m_heading->setText(hasAxis ? tr("Address × program order") : tr("Addresses"));
    m_overview->setVisible(has && hasAxis);
    m_empty->setText(m_failure.isEmpty() ? tr("Laying out addresses…") : m_failure);
    showTitle();
    emit commandsChanged();
}

void AddressMapPage::showTitle()
{
    const RegionScene* scene = hasMap() ? m_chart->scene() : nullptr;
    m_title->setFullText(scene ? regionTitle(m_regions->currentText(), scene->content) : QString());
}

bool AddressMapPage::hasMap() const
{
    return !m_state->isEmpty() && m_state->regionMap();
}

void AddressMapPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_isStale)
        makeMap();
    else
        showTitle();
}

std::vector<PanelId> AddressMapPage::panels() const
{
    return {PanelId::Legend, PanelId::Row, PanelId::Region, PanelId::Problems, PanelId::Checks};
}

bool AddressMapPage::canDo(Command command) const
{
    if (!hasMap())
        return command == Command::Escape;
    const bool hasAxis = m_state->view()->axis.kind != AxisKind::None;
    switch (command) {
    case Command::Back:
        return m_chart->canGoBack();
    case Command::Forward:
        return m_chart->canGoForward();
    case Command::ZoomOut:
    case Command::ShowAll:
        return !m_chart->isWhole();
    case Command::Copy:
    case Command::Escape:
    case Command::ZoomIn:
        return true;
    case Command::MarkStep:
        return canMarkStep(*m_state);
    default:
        return hasAxis && isStepCommand(command);
    }
}

void AddressMapPage::perform(Command command)
{
    switch (command) {
    case Command::Copy:
        emit copyRequested();
        return;
    case Command::Back:
        m_chart->back();
        return;
    case Command::Forward:
        m_chart->forward();
        return;
    case Command::ZoomIn:
        m_chart->zoomIn();
        return;
    case Command::ZoomOut:
        m_chart->zoomOut();
        return;
    case Command::ShowAll:
        m_chart->fit();
        return;
    case Command::Escape:
        if (hasMap())
            m_chart->escape();
        else
            m_state->escape();
        return;
    case Command::MarkStep:
        markStep(*m_state);
        return;
    default:
        performOnSteps(command, m_chart->navigation(), *m_state, this);
    }
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

QString AddressMapPage::copied() const
{
    return tr("Chart");
}

QString AddressMapPage::gestures() const
{
    const bool hasAxis = hasMap() && m_state->view()->axis.kind != AxisKind::None;
    return hasAxis ? tr("wheel zooms both axes, Shift+wheel the %1, Ctrl+wheel the addresses")
                         .arg(cellsText(m_state->view()->axis))
                   : QString();
}

QString AddressMapPage::amount() const
{
    if (!hasMap())
        return {};
    const auto count = static_cast<std::int64_t>(m_state->regionMap()->boxes().boxes().size());
    return count == 1 ? tr("1 box") : tr("%1 boxes").arg(grouped(count));
}

bool AddressMapPage::offersPicture() const
{
    return hasMap();
}

bool AddressMapPage::offersTable() const
{
    return !m_state->isEmpty();
}

std::optional<PagePicture> AddressMapPage::picture() const
{
    if (!hasMap())
        return std::nullopt;
    PagePicture picture;
    picture.options = titled(*m_state->view(), m_session->host().paths());
    picture.make = [content = m_chart->exactContent(), legend = regionLegendOf(*m_state), title = m_title->text()](
                       const PictureOptions& options, bool) { return regionPicture(content, legend, title, options); };
    return picture;
}

std::optional<PageTable> AddressMapPage::table() const
{
    if (m_state->isEmpty())
        return std::nullopt;
    const RowExport rows = m_shownRows();
    return PageTable{rows.description,
                     [rows](std::ostream& out, const Progress& progress) { return writeCsv(out, rows, progress); }};
}

QString AddressMapPage::fileName() const
{
    if (m_state->isEmpty())
        return {};
    return text(m_state->view()->program) + u'-' + text(m_state->view()->memoryName).toLower() + QStringLiteral("-map");
}

} // namespace tidemark::ui
