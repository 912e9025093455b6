#include "ui/pages/operations/operations_page.h"

#include "ui/charts/chart_picture.h"
#include "ui/charts/chunk_lines.h"
#include "ui/charts/lanes.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/ratio_chart.h"
#include "ui/pages/page_parts.h"
#include "ui/session/session.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QCheckBox>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kCardWidth = 350;
constexpr int kCardFrom = 860; // minimum width of the page
constexpr int kRatioFrom = 520; // minimum height of the page
constexpr int kMarksFrom = 400;
constexpr int kManyRowsFrom = 460;
constexpr int kAddressesFrom = 560;
constexpr int kListsFrom = 330;
constexpr int kListsHeight = 200; // of the lists with six rows

std::shared_ptr<const ttxla::ProfileDocument> profilesOf(const Session& session)
{
    if (!session.shown())
        return nullptr;
    return std::dynamic_pointer_cast<const ttxla::ProfileDocument>(session.shown()->document);
}

/// Gives `to`, which has an equal axis, the place of `from`.
void copyPlace(const ViewState& from, ViewState& to)
{
    const ViewState::Batch batch(to);
    to.axis().setVisible(from.axis().visible());
    to.axis().setCursor(from.cursor());
    to.axis().setSelected(from.axis().selected(), from.axis().isSelecting());
    to.setMarked(from.marked());
}

/// Prefixes of links in the rich text below: to an operation of the profile, and to a memory.
constexpr auto kOperationLink = "operation:";
constexpr auto kMemoryLink = "memory:";

constexpr std::int64_t kAll = 1000; // permille
constexpr std::size_t kMostWeights = 5; // largest number of weights to name

/// Names and types of a program as code. Lines may break anywhere.
QString codeHtml(const QString& plain)
{
    return QStringLiteral("<span style=\"font-family:'%1'\">%2</span>")
        .arg(monospaceFont().family(), plain.toHtmlEscaped());
}

/// The peaks of the memories and an operation as rich text with links.
class OperationsCard
{
public:
    OperationsCard(const ShownOperations& shown, const Units& units, const Colors& colors)
        : m_shown(shown)
        , m_units(units)
        , m_colors(colors)
    { }

    /// The peaks of each memory. The current memory is shown in full, with its allocations.
    QString peaks() const
    {
        const ttxla::PeakCard* const card = m_shown.peak();
        if (!card)
            return {};
        return largest(*card) + weights() + others();
    }

    /// An operation: its name, inputs, results, source, and effect on each memory.
    QString operation(const ttxla::IrLines& ir, std::size_t at) const
    {
        const ttxla::Operation& operation = m_shown.operation(at);
        const ttxla::OperationFacts* const facts = m_shown.profile->factsOf(operation);
        QString html = headingHtml(UiText::tr("Operation at the cursor"))
            + paragraphHtml(QStringLiteral("<b>%1</b>").arg(codeHtml(text(m_shown.profile->labelOf(operation)))), 4)
            + paragraphHtml(muted(circumstances(operation, at)), 1) + changes(at);
        if (facts)
            html += tensorFields(*facts);
        html += weightsOf(at);
        for (const ttxla::IrLine& line : ir.of(operation))
            html += field(UiText::tr("%1, line %2").arg(text(line.stage).toUpper(), grouped(line.number)),
                          text(line.text));
        return html;
    }

private:
    QString bytes(const std::optional<std::int64_t>& value) const
    {
        return m_units.bytes(value, UiText::tr("not known"));
    }
    QString muted(const QString& plain) const { return colouredHtml(plain, m_colors.secondaryText); }
    QString linkTo(std::size_t at) const
    {
        const QString name
            = text(m_shown.profile->labelOf(m_shown.operation(at))) + QStringLiteral(", ") + m_shown.placeText(at);
        return linkHtml(QString::fromLatin1(kOperationLink) + QString::number(at), name);
    }

    QString largest(const ttxla::PeakCard& card) const
    {
        QString html = paragraphHtml(
            boldHtml(UiText::tr("%1 peak, %2").arg(memoryText(card.memory), m_shown.banksText(card.banks))), 0);
        if (!card.bytes)
            return html + paragraphHtml(muted(UiText::tr("not known")));
        html += paragraphHtml(linkTo(card.operation));
        QString rows = rowHtml(UiText::tr("In use"), {bytes(card.bytes), share(card)});
        if (card.capacity)
            rows += rowHtml(UiText::tr("Capacity"), {bytes(card.capacity), QString()});
        rows += rowHtml(UiText::tr("Free at the peak"), {bytes(card.free), QString()});
        rows += rowHtml(UiText::tr("Largest free block").toHtmlEscaped(), {bytes(card.largest), QString()});
        rows += rowHtml(UiText::tr("Fragmentation"), {fragmentation(card), QString()});
        return html + tableHtml(rows);
    }

    static QString fragmentation(const ttxla::PeakCard& card)
    {
        if (!card.fragmentation)
            return UiText::tr("not known");
        // Uses the bytes if known, because permille round small shares to nothing.
        if (card.free && card.largest && *card.free > 0)
            return percent(*card.free - *card.largest, *card.free);
        return percent(*card.fragmentation, kAll);
    }

    static QString share(const ttxla::PeakCard& card)
    {
        return percent(card.bytes.value_or(0), card.capacity.value_or(0));
    }

    QString weights() const
    {
        const auto& of = m_shown.shown.report.weights;
        if (!of || m_shown.memory != ttxla::Memory::Dram)
            return {};
        const std::int64_t all = of->weights + of->activations;
        QString rows = rowHtml(UiText::tr("Weights and inputs"), {bytes(of->weights), percent(of->weights, all)})
            + rowHtml(UiText::tr("Activations"), {bytes(of->activations), percent(of->activations, all)});
        if (of->declared) {
            const bool isOfOne = m_shown.banks == ttxla::Banks::One;
            const QString name
                = isOfOne ? UiText::tr("Weights as declared, in all banks") : UiText::tr("Weights as declared");
            rows += rowHtml(name, {bytes(of->declared), QString()});
        }
        return headingHtml(UiText::tr("Weights against activations")) + tableHtml(rows)
            + paragraphHtml(muted(UiText::tr("Estimate: what is allocated before the first operation "
                                             "of the model counts as weights.")),
                            1);
    }

    /// A row for each memory that is used, and for the current one.
    QString others() const
    {
        QString rows;
        int count = 0;
        for (const ttxla::PeakCard& card : m_shown.shown.report.peaks) {
            if (card.bytes == 0 && card.memory != m_shown.memory)
                continue;
            ++count;
            const QString name = memoryText(card.memory);
            const QString target = QString::fromLatin1(kMemoryLink) + QString::number(static_cast<int>(card.memory));
            QStringList cells{bytes(card.bytes), QString(), QString()};
            if (card.bytes > 0)
                cells = {bytes(card.bytes), share(card), m_shown.placeText(card.operation)};
            rows += rowHtml(card.memory == m_shown.memory ? boldHtml(name) : linkHtml(target, name), cells);
        }
        return count < 2 ? QString() : headingHtml(UiText::tr("Peaks of all memories")) + tableHtml(rows);
    }

    QString circumstances(const ttxla::Operation& operation, std::size_t at) const
    {
        QStringList words;
        words << m_shown.placeText(at);
        if (operation.isListed())
            words << UiText::tr("number %1 in upstream's lists").arg(grouped(operation.index));
        else
            words << UiText::tr("not in upstream's lists");
        if (operation.line > 0 && m_shown.profile->origin == ttxla::Origin::Log)
            words << UiText::tr("line %1 of the log").arg(grouped(operation.line));
        QString program = UiText::tr("main program");
        if (!operation.constEval.isNone())
            program = UiText::tr("const-eval %1").arg(text(m_shown.profile->nameOf(operation.constEval)));
        if (!operation.constEval.isNone() && operation.isCacheMiss)
            program += UiText::tr(", not in the cache");
        words << program;
        if (operation.isWeight)
            words << UiText::tr("uses weights");
        return words.join(QStringLiteral(" · "));
    }

    QString changes(std::size_t at) const
    {
        const auto changes = ttxla::changesOf(*m_shown.profile, at, m_shown.banks);
        if (changes.empty())
            return paragraphHtml(muted(UiText::tr("Its memory states are missing.")));
        QString rows = rowHtml(QString(), {UiText::tr("before"), UiText::tr("after"), UiText::tr("change")});
        for (const ttxla::MemoryChange& each : changes) {
            if (each.before == 0 && each.after == 0 && each.memory != m_shown.memory)
                continue;
            const auto amount = [this](const std::optional<std::int64_t>& value) {
                return m_units.bytes(value, QStringLiteral("–"));
            };
            rows += rowHtml(
                memoryText(each.memory),
                {amount(each.before), amount(each.after), plusOf(each.change.value_or(0)) + amount(each.change)});
        }
        return tableHtml(rows);
    }

    QString field(const QString& name, const QString& code) const
    {
        if (code.isEmpty())
            return {};
        return paragraphHtml(muted(name), 6) + paragraphHtml(codeHtml(code), 1);
    }

    static QString tensors(const std::vector<std::string>& names, const std::vector<ttxla::TensorType>& types)
    {
        QStringList words;
        for (const std::string& name : names)
            words << text(name);
        return joined({words.join(QStringLiteral(", ")), tensorsText(types)}, QStringLiteral(" : "));
    }

    QString tensorFields(const ttxla::OperationFacts& facts) const
    {
        QString html = field(UiText::tr("Inputs"), tensors(facts.inputs, facts.inputTensors))
            + field(UiText::tr("Outputs"), tensors({facts.results}, facts.outputTensors))
            + field(UiText::tr("Attributes"), text(facts.attributes.value_or("")))
            + field(UiText::tr("Location"), location(facts));
        if (facts.layout && facts.layout->paddedBytes > facts.layout->unpaddedBytes)
            html += paragraphHtml(
                UiText::tr("Tiles make its result %1 of %2, %3 more (all banks)")
                    .arg(m_units.bytes(facts.layout->paddedBytes), m_units.bytes(facts.layout->unpaddedBytes),
                         percent(facts.layout->paddedBytes - facts.layout->unpaddedBytes, facts.layout->unpaddedBytes))
                    .toHtmlEscaped(),
                6);
        return html;
    }

    static QString location(const ttxla::OperationFacts& facts)
    {
        QString place = text(facts.loc);
        if (facts.locLine > 0)
            place += u':' + QString::number(facts.locLine);
        return place;
    }

    QString weightsOf(std::size_t at) const
    {
        const auto& all = m_shown.profile->weights;
        if (at >= all.size() || all[at].empty())
            return {};
        QStringList names;
        for (std::size_t i = 0; i < std::min(all[at].size(), kMostWeights); ++i) {
            const ttxla::InputEntry& entry = m_shown.profile->inputs.entries[all[at][i]];
            names << text(entry.name) + QStringLiteral(" (%1)").arg(m_units.bytes(entry.bytes));
        }
        if (all[at].size() > kMostWeights)
            names << UiText::tr("%1 more").arg(all[at].size() - kMostWeights);
        return field(UiText::tr("Weights, by their shapes"), names.join(QStringLiteral(", ")));
    }

    const ShownOperations& m_shown;
    const Units& m_units;
    const Colors& m_colors;
};

} // namespace

bool OperationsPage::isFor(const Session& session)
{
    return profilesOf(session) != nullptr;
}

OperationsPage::OperationsPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
{
    m_least = {500, 240};
    inColumn(this, {});
    connect(m_session, &Session::shownChanged, this, &OperationsPage::refresh);
    onShow(this, [this] {
        if (m_isStale)
            refresh();
        else
            refreshCard();
    });
    refresh();
}

/// Created on demand, because most windows never show a profile.
void OperationsPage::makeContent()
{
    m_own = new ViewState(this);
    m_chart = new MemoryChart(m_own, this);
    QWidget* const left = makeLeft();
    m_details = makeDetails(tr("Peaks and the operation at the cursor"), 10, this);
    m_details->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_split = makeSplit(left, m_details, kCardWidth, this);
    layout()->addWidget(m_split);
    m_split->show(); // the page is visible already
    setFocusProxy(m_chart);
    connectContent();
    answerCommands();
    onRestyle(this, [this] { refresh(); });
}

void OperationsPage::answerCommands()
{
    answerZoom(m_chart->navigation());
    answerSteps(m_chart->navigation());
    answerMark();
    answerCopies([this] { return m_lists->table(); });
    answer(Command::Escape, [this] { escape(); });
    answer(
        Command::ShowCapacity, [this] { m_session->setShowsCapacity(!showsCapacity()); },
        [this] { return m_shown->capacity().has_value(); }, [this] { return showsCapacity(); });
}

void OperationsPage::connectContent()
{
    connect(m_chart, &MemoryChart::hoveredStep, this, &Page::pointed);
    connect(m_chart, &MemoryChart::pictureRequested, this, &Page::pictureRequested);
    connect(m_chart, &MemoryChart::gutterChanged, m_marks, &MarkLane::setGutter);
    connect(m_chart, &MemoryChart::gutterChanged, m_ratio, &RatioChart::setGutter);
    connect(m_lists, &OperationLists::operationChosen, this, &OperationsPage::goTo);
    connect(m_lists, &OperationLists::opened, this, [this] { emit programOpened(*m_session->shown()); });
    for (const GridTable* table : m_lists->findChildren<GridTable*>())
        reportCopies(table);
    connect(m_lists, &OperationLists::listChanged, this, &Page::commandsChanged);
    connect(m_details, &QTextBrowser::anchorClicked, this, &OperationsPage::follow);
    link(m_state, m_own);
    link(m_own, m_state);
    m_state->onChange(Aspect::Cursor, this, &OperationsPage::refreshCard);
    m_state->onChange(Aspect::View | Aspect::Visible | Aspect::SelectedSteps, this, &Page::commandsChanged);
    m_state->onChange(Aspect::Units, this, &OperationsPage::refresh);
    m_state->onChange(Aspect::Filter, this, [this] {
        m_lists->setText(m_state->filter().text());
        emit commandsChanged();
    });
    connect(m_ofOneBank, &QCheckBox::toggled, this, &OperationsPage::refresh);
    connect(m_session, &Session::showsCapacityChanged, this, &OperationsPage::refreshCapacity);
}

QWidget* OperationsPage::makeTop()
{
    auto* top = new QWidget(this);
    fillBase(top);
    m_headline = makeFinding(top);
    m_ofOneBank = new QCheckBox(tr("Per &bank"), top);
    m_ofOneBank->setToolTip(tr("Show amounts of one bank, as the runtime logs them, instead of all banks"));
    inLine(top, {{m_headline, 1}, m_ofOneBank}, {12, 8, 12, 8}, 14);
    return top;
}

QWidget* OperationsPage::makeLeft()
{
    auto* left = new QWidget(this);
    m_marks = new MarkLane(m_own, left);
    m_ratio = new RatioChart(m_own, left);
    m_addresses = new ChunkLines(m_state, left);
    m_lists = new OperationLists(&m_state->units(), left);
    inColumn(left, {makeTop(), {m_chart, 5}, m_marks, m_ratio, m_addresses, {m_lists, 3}});
    return left;
}

/// Copies changes while both states have the same operations.
void OperationsPage::link(ViewState* from, ViewState* to)
{
    from->onChange(Aspect::Cursor | Aspect::Visible | Aspect::SelectedSteps | Aspect::Marked, this, [this, from, to] {
        if (m_of && m_of == m_state->view())
            copyPlace(*from, *to);
    });
}

void OperationsPage::refresh()
{
    const auto document = profilesOf(*m_session);
    m_isStale = document && !isVisible();
    if (!document || m_isStale) {
        if (!document || m_of != m_state->view()) {
            m_shown.reset();
            m_of.reset();
            if (m_own)
                m_own->setView(nullptr);
        }
        emit commandsChanged();
        return;
    }
    if (!m_split)
        makeContent();
    const auto view = m_state->view();
    m_shown = std::make_shared<const ShownOperations>(document, m_session->shown()->selection, *view,
                                                      banksOf(m_ofOneBank->isChecked()));
    {
        const ViewState::Batch batch(*m_own);
        m_own->units().setUnit(m_state->units().unit());
        m_own->setView(m_shown->shown.view);
        copyPlace(*m_state, *m_own);
        m_of = view;
    }
    if (m_irOf != m_shown->profile) {
        m_irOf = m_shown->profile;
        m_ir = std::make_unique<ttxla::IrLines>(*m_irOf);
    }
    m_headline->setFullText(m_shown->headline(m_state->units().unit()));
    m_lists->setText(m_state->filter().text());
    m_lists->setShown(m_shown);
    m_addresses->refresh();
    refreshCapacity();
    refreshCard();
    fit();
}

bool OperationsPage::showsCapacity() const
{
    return m_session->wantsCapacity().value_or(m_shown && m_shown->isSeenBelowCapacity());
}

void OperationsPage::refreshCapacity()
{
    if (m_shown) {
        m_chart->setCapacity(m_shown->capacity());
        m_chart->setShowCapacity(showsCapacity());
    }
    emit commandsChanged();
}

void OperationsPage::refreshCard()
{
    if (!m_shown || !isVisible() || m_of != m_state->view())
        return;
    const int place = m_details->verticalScrollBar()->value();
    const Colors colors = colorsFor(palette());
    const OperationsCard card(*m_shown, m_state->units(), colors);
    m_details->setHtml(card.peaks() + card.operation(*m_ir, m_shown->operationAt(m_state->cursor())));
    m_details->verticalScrollBar()->setValue(place);
    m_lists->showOperation(m_shown->operationAt(m_state->cursor()));
}

void OperationsPage::goTo(std::size_t operation)
{
    if (!m_shown)
        return;
    if (const auto cell = m_shown->cellOf(operation))
        m_chart->navigation().goTo(*cell);
}

void OperationsPage::follow(const QUrl& link)
{
    const QString words = link.toString();
    const auto textAfter = [&](const char* begin) { return words.mid(QLatin1String(begin).size()); };
    if (words.startsWith(QLatin1String(kOperationLink)))
        goTo(textAfter(kOperationLink).toULongLong());
    else if (words.startsWith(QLatin1String(kMemoryLink)))
        m_session->chooseMemory(textAfter(kMemoryLink).toInt());
}

/// Returns whether there is a selection, which Esc clears before the filter.
bool OperationsPage::hasSelection() const
{
    const Focus& focus = m_own->focus();
    return focus.pinned() || !focus.selected().empty() || m_own->axis().selected();
}

void OperationsPage::escape()
{
    if (!m_state->filter().isEmpty() && !hasSelection())
        m_state->filter().clear();
    else
        m_chart->escape();
}

void OperationsPage::goToMatch(int by)
{
    m_lists->goToMatch(by);
}

bool OperationsPage::takeKey(QKeyEvent* event)
{
    return m_shown && takeChartKey(*event, m_chart->navigation());
}

std::vector<InputHint> OperationsPage::hints() const
{
    return {
        {tr("Shift+←, Shift+→"), tr("Cursor by ten")},
        {tr("Enter"), tr("Zoom to the selected range; in a list: the operation in the timeline")},
        {tr("Wheel"), tr("In both charts: zoom at the pointer; with Shift: move")},
        {tr("Drag"), tr("In both charts: select a range; with Space or the middle button: move")},
        {tr("Click"), tr("On a row of a list: the cursor goes to its operation; on a program: selects it")},
    };
}

std::optional<PagePicture> OperationsPage::picture() const
{
    if (!m_shown)
        return std::nullopt;
    PagePicture picture;
    picture.options = titled(*m_shown->shown.view, m_session->host().paths());
    picture.canShowCapacity = m_shown->capacity().has_value();
    picture.showsCapacity = picture.canShowCapacity && showsCapacity();
    ChartContent content = m_chart->content();
    content.capacity.reset();
    content.showsRatio = true;
    picture.make = [content, capacity = m_shown->capacity()](const PictureOptions& options, bool isShown) {
        ChartContent drawn = content;
        if (isShown)
            drawn.capacity = capacity;
        return std::make_shared<ChartPicture>(drawn, options);
    };
    return picture;
}

std::optional<PageTable> OperationsPage::table() const
{
    if (!m_shown)
        return std::nullopt;
    const Grid& grid = m_lists->table()->grid();
    return tableOf(grid, tr("%1 operations").arg(grouped(grid.count())));
}

void OperationsPage::fit()
{
    if (!m_split)
        return;
    m_details->setVisible(width() >= grown(kCardFrom, font()));
    m_ratio->setVisible(height() >= grown(kRatioFrom, font()));
    m_marks->setVisible(!m_marks->isEmpty() && height() >= grown(kMarksFrom, font()));
    m_addresses->setVisible(m_of && ChunkLines::isFor(*m_of) && height() >= grown(kAddressesFrom, font()));
    m_lists->setVisible(height() >= grown(kListsFrom, font()));
    m_lists->setMinimumHeight(height() >= grown(kManyRowsFrom, font()) ? grown(kListsHeight, font()) : 0);
}

} // namespace tidemark::ui
