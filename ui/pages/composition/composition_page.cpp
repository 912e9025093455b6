#include "ui/pages/composition/composition_page.h"

#include "core/report/table.h"
#include "core/rules/attribution_rules.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/icicle_chart.h"
#include "ui/pages/export_view.h"
#include "ui/session/session.h"
#include "ui/session/settings.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kHeight = 300; // of the icicle in a high window
constexpr qsizetype kLongestName = 28; // characters of a part of the path

using Levels = CompositionPage::Levels;

Levels usualLevels()
{
    return {CompositionPage::kUsualLevels[0], CompositionPage::kUsualLevels[1], CompositionPage::kUsualLevels[2]};
}

/// The last chosen groupings, by id.
Levels keptLevels()
{
    const QStringList chosen = settings::compositionLevels();
    if (chosen.size() != static_cast<qsizetype>(CompositionPage::kLevels))
        return usualLevels();
    return {chosen[0].toStdString(), chosen[1].toStdString(), chosen[2].toStdString()};
}

bool hasGrouping(const std::vector<Grouping>& groupings, const std::string& id)
{
    return std::ranges::find(groupings, id, &Grouping::id) != groupings.end();
}

/// The view's own levels, such as its call stacks. None if it has the wanted ones, or will once its meanings are known.
std::vector<std::string> ownLevels(const View& view, const std::vector<Grouping>& groupings, const Levels& wanted)
{
    const bool hasWanted
        = std::ranges::any_of(wanted, [&](const std::string& id) { return hasGrouping(groupings, id); });
    if (view.meanings || (hasWanted && view.rows.usualTree.empty()))
        return {};
    return shownLevels(view, groupings, {});
}

/// The levels of a view: the grouping of the colours, then the wanted ones, or `own` if it has levels.
Levels levelsFor(const ViewState& state, const std::vector<Grouping>& groupings, Levels wanted,
                 std::vector<std::string> own)
{
    const std::string way = state.groupWay();
    const bool hasWay = hasGrouping(groupings, way);
    if (!own.empty()) {
        if (hasWay) {
            std::erase(own, way);
            own.insert(own.begin(), way);
        }
        own.resize(wanted.size());
        std::ranges::copy(own, wanted.begin());
    }
    if (hasWay) {
        std::ranges::replace(wanted, way, std::string());
        wanted[0] = way;
    }
    return wanted;
}

/// All groups from the zoomed one on, including those too small to draw one by one.
std::vector<IcicleBox> groupsOf(const IcicleContent& content)
{
    return layOutIcicle(*content.tree, {content.place.node, 0}, 0, static_cast<std::uint32_t>(-1));
}

ExportView::Result icicle(const ExportQuestion& question, const ExportSubject& subject)
{
    const View& view = *subject.view;
    if (view.rows.live(view.peakStep).empty())
        return subject.without(view.programText + " has no " + view.rows.many + " to compose an icicle of.");
    ViewState state;
    if (const auto done = showIn(state, question, subject); !done)
        return done.error();
    const std::vector<Grouping> groupings = groupingsOf(view, state.meanings());
    std::vector<const Grouping*> levels;
    for (const std::string& id : levelsFor(state, groupings, usualLevels(), ownLevels(view, groupings, usualLevels())))
        if (const auto level = std::ranges::find(groupings, id, &Grouping::id); level != groupings.end())
            levels.push_back(&*level);
    return iciclePicture(icicleOf(state, levels), subject.options);
}

} // namespace

CompositionPage::CompositionPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_wanted(keptLevels())
    , m_path(new QLabel(this))
    , m_icicle(new IcicleChart(context.state, this))
{
    inColumn(this, {makeHeader(), {m_icicle, 1}});
    setFocusProxy(m_icicle);

    m_state->onChange(Aspect::View | Aspect::Meanings | Aspect::GroupWay, this, &CompositionPage::refreshLevels);
    m_state->onChange(Aspect::Cursor, this, &CompositionPage::refreshPath);
    connect(m_icicle, &IcicleChart::zoomChanged, this, [this] {
        refreshPath();
        emit commandsChanged();
    });
    onRestyle(this, [this] { refreshPath(); });
    onResize(m_path, [this] { refreshPath(); });
    answerCommands();
    refreshLevels();
}

void CompositionPage::answerCommands()
{
    const auto isZoomed = [this] { return m_icicle->isZoomed(); };
    answerMark();
    answer(Command::Escape, [this] {
        if (!m_state->escape() && m_icicle->isZoomed())
            m_icicle->zoomOut();
    });
    answer(Command::Peak, [this] { m_state->axis().setCursor(m_state->view()->peakStep); });
    answer(Command::NextCell, [this] { moveCursor(1); });
    answer(Command::PreviousCell, [this] { moveCursor(-1); });
    answer(Command::FirstCell, [this] { moveCursor(-std::int64_t{m_state->axis().steps()}); });
    answer(Command::LastCell, [this] { moveCursor(m_state->axis().steps()); });
    answer(Command::ZoomIn, [this] { m_icicle->zoomToCurrent(); });
    answer(
        Command::ZoomOut, [this] { m_icicle->zoomOut(); }, isZoomed);
    answer(
        Command::ShowAll, [this] { m_icicle->zoomOut(0); }, isZoomed);
    answer(
        Command::Back, [this] { m_icicle->back(); }, [this] { return m_icicle->canGoBack(); });
    answer(
        Command::Forward, [this] { m_icicle->forward(); }, [this] { return m_icicle->canGoForward(); });
}

void CompositionPage::moveCursor(std::int64_t cells)
{
    AxisView& axis = m_state->axis();
    const std::int64_t last = std::int64_t{axis.steps()} - 1;
    axis.setCursor(StepId(static_cast<std::uint32_t>(std::clamp<std::int64_t>(axis.cursor().value + cells, 0, last))));
}

QWidget* CompositionPage::makeHeader()
{
    auto* header = new QWidget(this);
    QHBoxLayout* const layout = inLine(header, {}, {9, 5, 8, 5}, 6);
    m_first = new QLabel(header);
    m_first->setObjectName(QStringLiteral("first"));
    m_first->setToolTip(tr("To change the first level, use “Group by” in the tool bar"));
    layout->addWidget(m_first);
    const std::array names = {QString(), tr("Second level"), tr("Third level")};
    for (std::size_t i = 1; i < kLevels; ++i) {
        m_levels[i] = new QComboBox(header);
        m_levels[i]->setAccessibleName(names[i]);
        m_levels[i]->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        m_levels[i]->setPlaceholderText(tr("nothing")); // also shown if it is no choice
        auto* label = new QLabel(tr("then"), header);
        label->setBuddy(m_levels[i]);
        layout->addWidget(label);
        layout->addWidget(m_levels[i]);
        connect(m_levels[i], &QComboBox::currentIndexChanged, this, [this, i] { takeLevel(i); });
    }
    m_path->setObjectName(QStringLiteral("path"));
    m_path->setTextFormat(Qt::RichText);
    m_path->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_path->setAccessibleName(tr("Zoomed to"));
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_path->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(m_path, &QLabel::linkActivated, this, [this](const QString& link) { m_icicle->zoomOut(link.toInt()); });
    layout->addSpacing(8);
    layout->addWidget(m_path, 1);
    return header;
}

void CompositionPage::refreshLevels()
{
    std::vector<Grouping> groupings;
    // Levels keep their places, and a place stays empty if the view has no such grouping. A view without any of them
    // uses its own levels.
    m_shown = knowsMeanings() ? m_wanted : m_wantedWithout.value_or(m_wanted);
    if (!m_state->isEmpty()) {
        groupings = groupingsOf(*m_state->view(), m_state->meanings());
        std::vector<std::string> own;
        if (!m_wantedWithout)
            own = ownLevels(*m_state->view(), groupings, m_shown);
        m_shown = levelsFor(*m_state, groupings, m_shown, own);
    }
    const auto first = std::ranges::find(groupings, m_shown[0], &Grouping::id);
    m_first->setText(first == groupings.end() ? QString() : tr("By %1").arg(text(first->label)));
    for (std::size_t i = 1; i < kLevels; ++i) {
        const QSignalBlocker quiet(m_levels[i]);
        m_levels[i]->clear();
        m_levels[i]->addItem(m_levels[i]->placeholderText(), QString());
        for (const Grouping& grouping : groupings)
            if (grouping.id != m_shown[0])
                m_levels[i]->addItem(text(grouping.label), text(grouping.id));
        m_levels[i]->setCurrentIndex(std::max(0, m_levels[i]->findData(text(m_shown[i]))));
    }
    showLevels();
}

void CompositionPage::showLevels()
{
    m_icicle->setLevels({m_shown.begin(), m_shown.end()});
    refreshPath();
}

void CompositionPage::takeLevel(std::size_t level)
{
    m_shown[level] = m_levels[level]->currentData().toString().toStdString();
    // The levels of a view without meanings are not saved for other views.
    if (knowsMeanings()) {
        m_wanted = m_shown;
        settings::setCompositionLevels({text(m_wanted[0]), text(m_wanted[1]), text(m_wanted[2])});
    } else {
        m_wantedWithout = m_shown;
    }
    showLevels();
}

void CompositionPage::refreshPath()
{
    m_path->clear();
    m_path->setToolTip({});
    const QStringList names = m_icicle->path();
    if (names.size() < 2)
        return;
    QString last = shortenedTo(names.back(), kLongestName);
    QStringList parts;
    for (qsizetype i = 0; i + 1 < names.size(); ++i)
        parts << linkHtml(QString::number(i), shortenedTo(names[i], kLongestName));
    const auto fits = [&] { // shows the path
        m_path->setText(QStringList(parts + QStringList{boldHtml(last)}).join(QStringLiteral(" › ")));
        return m_path->sizeHint().width() <= m_path->width();
    };
    // The first parts give way to a link to the nearest of them.
    for (qsizetype nearest = 0; !fits() && nearest + 1 < names.size(); ++nearest) {
        if (nearest > 0)
            parts.removeFirst();
        parts.first() = linkHtml(QString::number(nearest), QStringLiteral("…"));
    }
    if (const int missing = m_path->sizeHint().width() - m_path->width(); missing > 0) {
        const QFontMetrics metrics(boldFont(m_path->font()));
        last = metrics.elidedText(last, Qt::ElideMiddle, metrics.horizontalAdvance(last) - missing);
        fits();
    }
    m_path->setToolTip(names.join(QStringLiteral(" › ")).toHtmlEscaped());
}

std::vector<PanelId> CompositionPage::panels() const
{
    return {PanelId::Legend,   PanelId::Rows,     PanelId::Row,   PanelId::Breakdown,
            PanelId::Findings, PanelId::Problems, PanelId::Checks};
}

bool CompositionPage::takeKey(QKeyEvent* event)
{
    if (m_state->isEmpty() || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right))
        return false;
    moveCursor(event->key() == Qt::Key_Left ? -1 : 1);
    return true;
}

std::vector<InputHint> CompositionPage::hints() const
{
    return {
        {tr("Click, Space"), tr("Select the rows of a box")},
        {tr("Double-click, Enter"), tr("Zoom into a box")},
        {tr("Backspace, Esc"), tr("Zoom out")},
        {tr("←, →, ↑, ↓"), tr("To the next box; with Shift ← and →: the previous, the next step")},
    };
}

int CompositionPage::fullHeight() const
{
    return minimumSizeHint().height() - m_icicle->minimumSizeHint().height() + kHeight;
}

std::optional<PagePicture> CompositionPage::picture() const
{
    if (m_state->isEmpty() || !m_icicle->content())
        return std::nullopt;
    const auto make = [content = *m_icicle->content()](const PictureOptions& options, bool) {
        return iciclePicture(content, options);
    };
    return PagePicture{.options = titled(*m_state->view(), m_session->host().paths()), .make = make};
}

std::optional<PageTable> CompositionPage::table() const
{
    if (m_state->isEmpty() || !m_icicle->content())
        return std::nullopt;
    const GroupTable groups{*m_icicle->content()};
    return PageTable{groups.description(), [groups](std::ostream& out, const Progress&) {
                         groups.writeCsv(out);
                         return Result<void>();
                     }};
}

QString GroupTable::description() const
{
    return text(counted(groupsOf(content).size() - 1, "group")); // without the root
}

void GroupTable::writeCsv(std::ostream& out) const
{
    std::vector<TableColumn> columns;
    for (const std::string& level : content.levels)
        columns.push_back({level, false});
    for (const char* name : {"depth", "rows", "repeats", "bytes", "size_bytes"})
        columns.push_back({name});
    if (!content.matches.empty())
        columns.push_back({"matching_bytes"});
    const auto writer = makeTableWriter(out, TableFormat::Csv, columns);
    const GroupTree& tree = *content.tree;
    for (const IcicleBox& box : groupsOf(content)) {
        std::vector<Cell> cells(content.levels.size());
        for (const std::uint32_t at : tree.groupsOf(box.place.node))
            cells[static_cast<std::size_t>(tree[at].level)] = tree[at].group;
        const GroupNode& node = tree[box.place.node];
        for (const std::int64_t number :
             {std::int64_t{box.depth}, std::int64_t{node.rows}, std::int64_t{node.repeats}, node.bytes, node.size})
            cells.emplace_back(number);
        if (!content.matches.empty())
            cells.emplace_back(matchingBytes(content, box));
        writer->row(std::move(cells));
    }
    writer->finish();
}

ExportView compositionExport()
{
    return {
        .name = "icicle", .help = "the peak by category and op path", .ofView = icicle, .options = {groupByOption()}};
}

} // namespace tidemark::ui
