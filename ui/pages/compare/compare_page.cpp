#include "ui/pages/compare/compare_page.h"

#include "core/compare/comparison_headline.h"
#include "core/report/comparison_report.h"
#include "ui/pages/compare/compare_tables.h"
#include "ui/pages/page_parts.h"
#include "ui/session/paths.h"
#include "ui/session/program_list.h"
#include "ui/session/session.h"
#include "ui/state/units.h"
#include "ui/tables/grid.h"
#include "ui/theme/place_in.h"
#include "ui/theme/text.h"
#include "ui/widgets/combo_boxes.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/switch_button.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

namespace tidemark::ui {
namespace {

constexpr int kWidestBox = 340;
constexpr int kLeastLetters = 16; // in a box

constexpr std::int64_t kManyTimes = 10; // from this factor on, "24.6×" is clearer than percent
constexpr double kLarger = 1.25;
constexpr int kGap = 16; // pixels between figures
constexpr std::int64_t kLeastShare = 100; // a figure that is shown changes by at least 1/100 of the largest change

/// "−67.7 %", "> 99.9 % less", "+100 %", "24.6×"; empty if there is no share.
QString shareOf(std::int64_t a, std::int64_t b)
{
    if (a <= 0 || a == b)
        return {};
    if (b / a >= kManyTimes)
        return QString::number(static_cast<double>(b) / static_cast<double>(a), 'f', 1) + QChar(0xd7);
    const QString share = percent(std::abs(b - a), a);
    const bool isLess = b < a;
    if (!isLess && share.front() == u'>') // "> 99.9 %" says that not all is gone
        return u'+' + percent(a, a);
    if (!share.front().isDigit()) // no sign may stand before "< 0.1 %"
        return (isLess ? CompareFigures::tr("%1 less") : CompareFigures::tr("%1 more")).arg(share);
    return (isLess ? u'−' : u'+') + share;
}

/// The name of the compared figure.
QString nameOfPeaks(const Comparison& comparison)
{
    const ComparedStep& a = comparison.a;
    const ComparedStep& b = comparison.b;
    if (a.hasPeak() || b.hasPeak())
        return CompareFigures::tr("Peak");
    if (a.freeBytes > 0 || b.freeBytes > 0)
        return CompareFigures::tr("In use");
    return CompareFigures::tr("Listed");
}

constexpr std::array kTableWidths = {394, 786}; // used as shares of the width
constexpr int kCompactBelow = 1050; // width of the page
constexpr int kLowBelow = 520; // height of the page
constexpr int kChartShare = 300; // shares of the height
constexpr int kTablesShare = 330;

} // namespace

CompareBar::CompareBar(Session* session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_maker(&session->comparison())
{
    QComboBox* a = makeBox(ComparedSide::A);
    m_swap = new QToolButton(this);
    m_swap->setText(QStringLiteral("⇄"));
    m_swap->setToolTip(tr("Swap A and B"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_swap->setFocusPolicy(Qt::StrongFocus);
    m_swap->setAutoRaise(true);
    QComboBox* b = makeBox(ComparedSide::B);
    auto* file = new QPushButton(tr("Another File…"), this);
    file->setAutoDefault(false);
    file->setToolTip(tr("Compare with a program of another file. You can also drop a file with Alt held."));
    m_axis = makeChoice({tr("Scaled steps"), tr("Steps")}, tr("Axis of both curves"),
                        tr("Each scaled to its own length, or both by step"));
    m_matchBy = makeChoice({tr("Op name, shape"), tr("Op name"), tr("Shape, type")}, tr("How rows are matched"),
                           tr("Rows are matched by op name, shape and type, then by op name;\n"
                              "by op name alone; or by shape and type alone"));
    inLine(this, {m_letters[0], {a, 3}, m_swap, m_letters[1], {b, 3}, file, roomBetween(), m_axis, m_matchBy},
           {9, 6, 8, 6}, 6);
    m_axis->hide(); // until there is a comparison for which they make a difference
    m_matchBy->hide();
    onRestyle(this, [this] { refreshColors(); });
    connect(m_maker, &ComparisonMaker::begun, this, &CompareBar::refresh);
    connect(m_swap, &QToolButton::clicked, m_maker, &ComparisonMaker::swap);
    connect(file, &QPushButton::clicked, this, &CompareBar::fileRequested);
    connect(m_axis, &QComboBox::currentIndexChanged, this, [this](int item) { emit byStepChanged(item == 1); });
    connect(m_matchBy, &QComboBox::currentIndexChanged, this,
            [this](int item) { m_maker->setMatchBy(static_cast<MatchBy>(item)); });
    refreshColors();
}

QComboBox* CompareBar::makeChoice(const QStringList& items, const QString& name, const QString& help)
{
    auto* box = new ElidedComboBox(this);
    box->addItems(items);
    box->setAccessibleName(name);
    box->setToolTip(help);
    return box;
}

QComboBox* CompareBar::makeBox(ComparedSide side)
{
    auto* box = new ElidedComboBox(this);
    box->setItemDelegate(new PeakDelegate(box));
    box->setMaximumWidth(grown(kWidestBox, font()));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kLeastLetters);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box->setAccessibleName(side == ComparedSide::A ? tr("A, compared with B") : tr("B, compared with A"));
    connect(box, &QComboBox::activated, this, [this, side](int item) { choose(side, item); });
    m_letters[indexOf(side)] = new QLabel(letterOf(side), this);
    m_letters[indexOf(side)]->setBuddy(box);
    return m_boxes[indexOf(side)] = box;
}

void CompareBar::choose(ComparedSide side, int item)
{
    const Chosen chosen = m_choices[indexOf(side)][static_cast<std::size_t>(item)]; // a copy, because the list changes
    if (side == m_maker->ourSide())
        m_session->chooseProgram(chosen.selection.program);
    else
        m_maker->choose(chosen.document, chosen.selection.program);
}

void CompareBar::refresh()
{
    QStringList files;
    for (const ComparedSide side : kComparedSides)
        if (m_maker->isBegun()) // else hidden
            for (const auto& document : m_maker->documentsOf(side))
                for (const FileEntry& file : document->catalogue().files)
                    files << text(file.path);
    const auto names = namesApart(files);
    for (const ComparedSide side : kComparedSides)
        refreshBox(side, names);
    m_names = names;
    m_swap->setEnabled(m_maker->theirs().has_value());
}

void CompareBar::setComparison(const Comparison& comparison)
{
    m_axis->setVisible(hasTwoAxes(comparison));
    m_matchBy->setVisible(!comparison.groups.empty());
}

void CompareBar::refreshBox(ComparedSide side, const QMap<QString, QString>& names)
{
    QComboBox* box = m_boxes[indexOf(side)];
    std::vector<Chosen>& choices = m_choices[indexOf(side)];
    const bool isOurs = side == m_maker->ourSide();
    const std::optional<Chosen>& current = isOurs ? m_session->shown() : m_maker->theirs();
    std::int64_t memory = 0;
    if (m_session->shown()) {
        memory = m_session->shown()->selection.memory;
        const Words& words = m_session->shown()->document->catalogue().words;
        box->setPlaceholderText(tr("Choose %1…").arg(withArticle(text(words.program))));
    }
    std::vector<Chosen> wanted;
    Documents documents;
    if (m_maker->isBegun()) // else hidden
        documents = m_maker->documentsOf(side);
    for (const auto& document : documents)
        // The boxes of the window switch between its documents, so our side offers only the current one.
        if (!isOurs || !current || document == current->document)
            for (const ProgramId program : ProgramList::order(*document, {}, memory))
                wanted.push_back({document, {program, memory}});
    if (wanted != choices || names != m_names) {
        choices = std::move(wanted);
        const QSignalBlocker blocker(box);
        box->clear();
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const QString peak = ProgramList::peakText(choices[i]);
            QStringList parts{names.value(text(choices[i].file().path)), text(choices[i].program().fullName())};
            parts.removeDuplicates(); // a recording has the name of its file
            const QString item = parts.join(QStringLiteral(" · "));
            const auto place = static_cast<int>(i);
            box->addItem(item);
            box->setItemData(place, item, PeakDelegate::NameRole);
            box->setItemData(place, peak, PeakDelegate::PeakRole);
            box->setItemData(place, tr("%1 — %2").arg(item, peak), Qt::AccessibleTextRole);
        }
        QAbstractItemView* list = box->view();
        list->setMinimumWidth(list->sizeHintForColumn(0) + 2 * list->frameWidth());
    }
    const auto place = placeWhere(choices, [&](const Chosen& each) {
        return current && each.document == current->document && each.selection.program == current->selection.program;
    });
    box->setCurrentIndex(-1);
    box->setEnabled(!choices.empty());
    box->setToolTip({});
    if (place) {
        box->setCurrentIndex(static_cast<int>(*place));
        box->setToolTip(plainToolTip(text(choices[*place].file().path)));
    }
}

void CompareBar::refreshColors()
{
    for (const ComparedSide side : kComparedSides) {
        m_letters[indexOf(side)]->setFont(boldFont(font()));
        setTextColor(m_letters[indexOf(side)], colorOf(colorsFor(palette()), side));
    }
}

CompareFigures::CompareFigures(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_units(units)
    , m_line(inLine(nullptr, {}))
    , m_rest(new ElidedLabel(this))
{
    fillBase(this);
    m_rest->setObjectName(QStringLiteral("otherFigures"));
    inColumn(this, {m_line, m_rest}, {12, 4, 12, 8}, 4);
    onResize(this, [this] { arrange(); });
    onRestyle(this, [this] { refresh(); });
    connect(units, &Units::changed, this, &CompareFigures::refresh);
}

QSize CompareFigures::minimumSizeHint() const
{
    return {grown(200, font()), layout()->minimumSize().height()};
}

void CompareFigures::setInOneLine(bool areInOneLine)
{
    if (areInOneLine == m_areInOneLine)
        return;
    m_areInOneLine = areInOneLine;
    arrange();
}

std::vector<CompareFigures::Entry> CompareFigures::entriesOf(const Comparison& comparison) const
{
    const Figures& a = comparison.a.figures;
    const Figures& b = comparison.b.figures;
    std::vector<Entry> entries{{nameOfPeaks(comparison), comparison.a.peakBytes(), comparison.b.peakBytes()}};
    if (!comparison.a.isPeak() || !comparison.b.isPeak())
        entries.push_back({tr("At the cursors"), comparison.a.level(), comparison.b.level()});
    for (const ComparedFigure& figure : comparison.figures) {
        const Figure* of = a.find(figure.id);
        if (!of)
            of = b.find(figure.id);
        if (of->isIn(FigurePlace::Window) && figure.change() && (*figure.a != 0 || *figure.b != 0))
            entries.push_back({text(figure.label), *figure.a, *figure.b, of->rank >= rank::kOutsideSums});
    }
    return entries;
}

void CompareFigures::setComparison(std::shared_ptr<const Comparison> comparison)
{
    m_changed.clear();
    m_unchanged.clear();
    if (comparison)
        for (Entry& entry : entriesOf(*comparison))
            (entry.change() == 0 ? m_unchanged : m_changed).push_back(std::move(entry));
    // The change of the peak is the answer, so it stays in front of the causes. Figures outside sums explain no change.
    const bool hasPeak = comparison && comparison->a.peakBytes() != comparison->b.peakBytes();
    std::ranges::stable_sort(m_changed.begin() + (hasPeak ? 1 : 0), m_changed.end(), {},
                             [](const Entry& entry) { return std::pair(entry.isInNoSum, -std::abs(entry.change())); });
    refresh();
}

QString CompareFigures::htmlOf(const Entry& entry) const
{
    const Colors colors = colorsFor(palette());
    const auto part = [](const QString& words, const QColor& color, const QFont& font) {
        if (words.isEmpty())
            return QString();
        return QStringLiteral("<span style=\"color:%1; font-size:%2pt; font-weight:%3\">%4</span>")
            .arg(color.name())
            .arg(font.pointSizeF())
            .arg(static_cast<int>(font.weight()))
            .arg(words.toHtmlEscaped());
    };
    const QString change = part(changeText(entry.change(), m_units->unit()), changeColor(colors, entry.change()),
                                boldFont(largerFont(font(), kLarger)));
    const QString share = part(shareOf(entry.a, entry.b), colors.secondaryText, font());
    return part(entry.name, colors.secondaryText, font()) + QStringLiteral("<br>")
        + joined({change, share}, QStringLiteral(" ")) + QStringLiteral("<br>")
        + part(m_units->bytes(entry.a) + QStringLiteral(" → "), colors.secondaryText, smallerFont(font()))
        + part(m_units->bytes(entry.b), colors.text, smallerFont(font()));
}

void CompareFigures::refresh()
{
    while (m_labels.size() < m_changed.size()) {
        auto* label = new QLabel(this);
        label->setTextFormat(Qt::RichText);
        label->setMargin(0);
        m_line->addWidget(label, 1);
        m_labels.push_back(label);
    }
    for (std::size_t i = 0; i < m_changed.size(); ++i) {
        const Entry& entry = m_changed[i];
        m_labels[i]->setText(htmlOf(entry));
        m_labels[i]->setToolTip(
            plainToolTip(tr("%1\nA: %2\nB: %3\nB − A: %4")
                             .arg(entry.name, exactBytes(entry.a), exactBytes(entry.b), exactBytes(entry.change()))));
        m_labels[i]->setAccessibleName(tr("%1: %2, from %3 to %4")
                                           .arg(entry.name, changeText(entry.change(), m_units->unit()),
                                                m_units->bytes(entry.a), m_units->bytes(entry.b)));
    }
    m_rest->setFont(smallerFont(font()));
    setTextColor(m_rest, colorsFor(palette()).secondaryText);
    arrange();
}

void CompareFigures::arrange()
{
    // All labels are as wide as the widest.
    int widest = 1;
    for (std::size_t i = 0; i < m_changed.size(); ++i)
        widest = std::max(widest, m_labels[i]->sizeHint().width());
    const int room = rect().marginsRemoved(layout()->contentsMargins()).width();
    const auto small = std::ranges::find_if(m_changed, [this](const Entry& entry) {
        return std::abs(entry.change()) < std::abs(m_changed.front().change()) / kLeastShare;
    });
    std::size_t most = 0;
    if (!m_areInOneLine)
        most = std::min(static_cast<std::size_t>(std::max(1, room / (widest + grown(kGap, font())))),
                        static_cast<std::size_t>(small - m_changed.begin()));
    for (std::size_t i = 0; i < m_labels.size(); ++i)
        m_labels[i]->setVisible(i < most);
    QStringList others;
    for (std::size_t i = most; i < m_changed.size(); ++i)
        others << m_changed[i].name + u' ' + changeText(m_changed[i].change(), m_units->unit());
    QStringList unchanged;
    for (const Entry& entry : m_unchanged)
        unchanged << entry.name + u' ' + m_units->bytes(entry.a);
    std::vector<ElidedLabel::Part> parts;
    if (!others.isEmpty())
        parts.push_back(
            {(most > 0 ? tr("Also changed: %1") : tr("Changed: %1")).arg(others.join(QStringLiteral(", ")))});
    if (!unchanged.isEmpty())
        parts.push_back({tr("Unchanged: %1").arg(unchanged.join(QStringLiteral(", ")))});
    m_rest->setVisible(!parts.empty());
    m_rest->setParts(std::move(parts));
}

bool ComparePage::isFor(const Session& session)
{
    return session.shown() && session.comparison().isBegun();
}

ComparePage::ComparePage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_maker(&context.session->comparison())
    , m_bar(new CompareBar(context.session, this))
    , m_stack(new QStackedWidget(this))
    , m_waiting(new WaitingView(this))
{
    m_least = {500, 420};
    inColumn(this, {m_bar, {m_stack, 1}});
    m_stack->addWidget(m_waiting);
    m_stack->addWidget(makeContent());
    m_file = new QPushButton(tr("Choose a File…"), this);
    m_waiting->addButton(m_file);
    connect(m_file, &QPushButton::clicked, this, [this] { emit requested(Command::Compare); });
    connect(m_bar, &CompareBar::fileRequested, this, [this] { emit requested(Command::Compare); });
    connect(m_bar, &CompareBar::byStepChanged, m_chart, &CompareChart::setByStep);
    connect(m_waiting, &WaitingView::actionRequested, this, [this] {
        if (m_maker->isBusy())
            m_maker->cancel();
        else
            m_maker->again();
    });
    connect(m_maker, &ComparisonMaker::changed, this, &ComparePage::refresh);
    connect(m_maker, &ComparisonMaker::progressed, m_waiting, &WaitingView::setProgress);
    connect(m_chart, &CompareChart::axisChanged, this, &Page::commandsChanged);
    connect(m_list, &CompareList::selectionChanged, this, &ComparePage::refreshLives);
    connect(m_list, &CompareList::shownChanged, this, &Page::commandsChanged);
    connect(m_list, &CompareList::allRequested, this, [this] { m_state->filter().clear(); });
    connect(m_list, &CompareList::hovered, this, [this](const ComparedGroup* group) {
        if (group == m_hovered)
            return;
        m_hovered = group;
        refreshLives();
    });
    reportCopies(m_list->table());
    reportCopies(m_categories);
    m_state->onChange(Aspect::Filter, this, [this] { m_list->setText(m_state->filter().text()); });
    m_state->onChange(Aspect::Units, this, [this] {
        refreshWords();
        giveRoom();
        emit commandsChanged(); // the status line changes
    });
    answerCommands();
    m_list->setText(m_state->filter().text());
    refresh();
}

void ComparePage::answerCommands()
{
    CompareNavigation& cursors = m_chart->navigation();
    const auto canShowMore = [this] { return !m_chart->axis().isShowingAll(); };
    answerZoom(cursors);
    answerCursor(cursors);
    answerCopies([this] { return focusedTable(); });
    answer(Command::Escape, [this] { escape(); });
    answer(
        Command::ZoomOut, [&cursors] { cursors.zoomOut(); }, canShowMore);
    answer(
        Command::ShowAll, [&cursors] { cursors.fit(); }, canShowMore);
    answer(
        Command::Peak, [&cursors] { cursors.goToPeak(); }, [&cursors] { return !cursors.areAtPeaks(); });
}

QWidget* ComparePage::makeTables()
{
    m_tables = new QSplitter(Qt::Horizontal, this);
    m_tables->setChildrenCollapsible(false);
    auto* left = new QWidget(m_tables);
    m_categoriesTitle = new ElidedLabel(left);
    auto* roles = new SwitchButton(left);
    roles->setText(tr("Roles"));
    roles->setToolTip(tr("Show the roles of each category"));
    m_categories = new CompareCategories(&m_state->units(), left);
    inColumn(left, {inLine(nullptr, {{m_categoriesTitle, 1}, roles}, {9, 4, 8, 4}, 6), {m_categories, 1}});
    connect(roles, &QToolButton::toggled, m_categories, &CompareCategories::setShowsRoles);
    connect(roles, &QToolButton::toggled, this, &ComparePage::giveRoom);
    connect(m_categories, &CompareCategories::chosenChanged, this, &ComparePage::refreshLives);
    m_list = new CompareList(&m_state->units(), m_tables);
    m_tables->addWidget(left);
    m_tables->addWidget(m_list);
    m_tables->setSizes({grown(kTableWidths[0], font()), grown(kTableWidths[1], font())});
    return m_tables;
}

QWidget* ComparePage::makeContent()
{
    auto* content = new QWidget(this);
    auto* top = new QWidget(content);
    fillBase(top);
    m_headline = makeFinding(top);
    m_headline->setMostLines(3);
    inLine(top, {m_headline}, {12, 7, 12, 3});
    m_figures = new CompareFigures(&m_state->units(), content);
    auto* split = new QSplitter(Qt::Vertical, content);
    split->setChildrenCollapsible(false);
    split->setAutoFillBackground(true);
    m_chart = new CompareChart(m_maker, split);
    split->addWidget(m_chart);
    split->addWidget(makeTables());
    split->setStretchFactor(0, 5);
    split->setStretchFactor(1, 4);
    split->setSizes({kChartShare, kTablesShare});
    inColumn(content, {top, m_figures, {split, 1}});
    setFocusProxy(m_chart);
    return content;
}

void ComparePage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_maker->setWanted(true);
    refreshNotice();
}

void ComparePage::hideEvent(QHideEvent* event)
{
    Page::hideEvent(event);
    m_maker->setWanted(false);
    refreshNotice();
}

void ComparePage::fit()
{
    m_list->setCompact(width() < grown(kCompactBelow, font()));
    m_figures->setInOneLine(height() < grown(kLowBelow, font()));
    giveRoom();
}

void ComparePage::giveRoom()
{
    const int room = width() - m_list->minimumWidth() - m_tables->handleWidth();
    m_categories->setMinimumWidth(std::clamp(m_categories->leastWidth(), 0, std::max(0, room)));
}

void ComparePage::refreshState()
{
    const bool isBusy = m_maker->isBusy();
    m_stack->setCurrentIndex(static_cast<int>(m_comparison != nullptr));
    m_file->setVisible(!isBusy);
    const QString again = tr("Compare Again");
    const auto& shown = m_session->shown();
    const Words words = shown ? shown->document->catalogue().words : Words();
    if (isBusy)
        m_waiting->showBusy();
    else if (!m_maker->failure().isEmpty())
        m_waiting->showMessage(m_maker->failure(), again);
    else if (m_maker->isCancelled())
        m_waiting->showMessage(tr("The comparison was cancelled."), again);
    else
        m_waiting->showMessage(
            tr("Pick %1 above to compare with %2, from the open files or from another file. You can also drop a file "
               "with Alt held.")
                .arg(withArticle(text(words.program)), m_session->shownProgram()),
            {});
}

void ComparePage::refresh()
{
    m_bar->refresh();
    if (m_maker->comparison() != m_comparison) {
        m_comparison = m_maker->comparison();
        m_hovered = nullptr;
        if (m_comparison)
            m_bar->setComparison(*m_comparison);
        m_chart->setComparison(m_comparison);
        m_figures->setComparison(m_comparison);
        m_categories->setComparison(m_comparison);
        m_list->setComparison(m_comparison);
        giveRoom();
        m_list->setShapesFirst(m_bar->matchBy()->currentIndex() == static_cast<int>(MatchBy::ShapeKind));
        m_list->setVisible(m_comparison && !m_comparison->groups.empty());
        m_chart->setVisible(m_comparison && hasAxis(*m_comparison));
        refreshWords();
    }
    refreshState();
    refreshNotice();
    emit commandsChanged();
}

/// The notice is about the boxes of this page, so other pages do not show it.
void ComparePage::refreshNotice()
{
    QString notice;
    if (isVisible())
        notice = (m_maker->remark() + u' ' + m_maker->choiceText()).trimmed();
    offer({notice, {}, m_maker->remark().isEmpty() ? NoticeBar::Tone::Offer : NoticeBar::Tone::Problem});
}

void ComparePage::refreshWords()
{
    m_chart->setUnit(m_state->units().unit());
    if (!m_comparison)
        return;
    m_headline->setFullText(text(headlineOf(*m_comparison, m_state->units().unit())));
    m_categoriesTitle->setParts({{tr("Difference by category")}, {momentsText()}});
    refreshLives();
}

QString ComparePage::atCursors() const
{
    if (!m_comparison || !hasAxis(*m_comparison))
        return {};
    QStringList sides;
    for (const ComparedSide side : kComparedSides) {
        const ComparedStep& of = stepOf(*m_comparison, side);
        sides << letterOf(side) + u' ' + joined({stepText(of), m_state->bytes(of.level())}, QStringLiteral(", "));
    }
    return sides.join(QStringLiteral(" · "));
}

QString ComparePage::momentsText() const
{
    const ComparedStep& a = m_comparison->a;
    const ComparedStep& b = m_comparison->b;
    if (!m_chart->navigation().areAtPeaks())
        return tr("A at %1, B at %2").arg(stepText(a), stepText(b));
    if (a.isListing() && b.isListing())
        return tr("of the listed memory");
    // If a peak is inside a cell, the rows are those after the cell.
    if (a.level() == a.figures.peakBytes && b.level() == b.figures.peakBytes)
        return tr("each at its own peak");
    return tr("each after the %1 of its peak").arg(text(b.view->axis.cell));
}

std::shared_ptr<const ComparedLives> ComparePage::lives() const
{
    if (!m_comparison)
        return nullptr;
    std::vector<const ComparedGroup*> groups = m_list->selected();
    if (m_hovered)
        groups = {m_hovered};
    // The group or category under the pointer comes first, then the selection in the focused table.
    const bool areGroupsFirst
        = m_hovered || (!m_categories->isHovered() && !groups.empty() && !m_categories->hasFocus());
    if (!areGroupsFirst)
        if (const auto category = m_categories->chosen())
            return livesOf(*m_comparison, category->name, category->rows, m_state->units().unit());
    if (groups.empty())
        return nullptr;
    std::array<std::vector<RowId>, 2> all;
    for (const ComparedGroup* each : groups)
        for (const ComparedSide side : kComparedSides) {
            const std::vector<RowId>& of = sideOf(*each, side).rows;
            all[indexOf(side)].insert(all[indexOf(side)].end(), of.begin(), of.end());
        }
    const QString name = groups.size() == 1 ? text(nameOf(*groups.front())) : groupsText(groups.size());
    return livesOf(*m_comparison, name, all, m_state->units().unit());
}

GridTable* ComparePage::focusedTable() const
{
    return m_categories->hasFocus() ? m_categories : m_list->table();
}

void ComparePage::escape()
{
    const bool hasSelected = !m_list->selected().empty() || !m_categories->selectedRows().empty();
    if (hasSelected) {
        m_list->table()->clearSelection();
        m_categories->clearSelection();
    } else if (!m_state->filter().isEmpty()) {
        m_state->filter().clear();
    } else if (!m_list->showsUsualStates()) {
        m_list->showUsualStates();
    } else if (!m_chart->axis().selected() && !m_chart->navigation().areAtPeaks()) {
        m_chart->navigation().goToPeak();
    } else {
        m_chart->navigation().escape();
    }
}

bool ComparePage::takeKey(QKeyEvent* event)
{
    if (!m_comparison)
        return false;
    CompareNavigation& cursors = m_chart->navigation();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && m_chart->axis().selected()) {
        cursors.zoomToSelection();
        return true;
    }
    if (event->key() != Qt::Key_A && event->key() != Qt::Key_B)
        return takeStepKey(*event, cursors);
    if (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
        return false;
    cursors.moveOf({event->key() == Qt::Key_A ? ComparedSide::A : ComparedSide::B},
                   event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    return true;
}

void ComparePage::goToMatch(int by)
{
    m_list->goBy(by);
}

std::vector<InputHint> ComparePage::hints() const
{
    return {
        {tr("Click, Ctrl+Click"), tr("In both curves: move both cursors, or only that of the nearer curve")},
        {tr("Drag, Enter"),
         tr("In both curves: select a range, with each cursor at the highest level there; zoom to it")},
        {tr("Wheel, Double-click"), tr("In both curves: zoom at the pointer, with Shift move; show all")},
        {tr("←, →, Shift"), tr("Both cursors by one step, by ten")},
        {tr("A, B, Shift"), tr("In both curves: only the cursor of A or of B by one step, back")},
        {tr("Point, Click"), tr("At a row or a category: its memory over both curves")},
    };
}

bool ComparePage::offersTable() const
{
    return m_comparison && m_list->groups().shownSum().groups > 0;
}

std::optional<PagePicture> ComparePage::picture() const
{
    if (!m_comparison)
        return std::nullopt;
    PagePicture picture;
    picture.options = titlesOf(*m_comparison, m_state->units().unit());
    picture.make = [curves = m_chart->curves()](const PictureOptions& options, bool) {
        return comparisonPicture(curves, options);
    };
    return picture;
}

std::optional<PageTable> ComparePage::table() const
{
    if (!offersTable())
        return std::nullopt;
    const CompareGroups& groups = m_list->groups();
    const auto shown = std::make_shared<const Comparison>(m_list->shown());
    return PageTable{tr("%1 of %2 compared").arg(grouped(groups.shown().size()), groupsText(groups.allSum().groups)),
                     [shown](std::ostream& out, const Progress&) {
                         writeComparison(out, TableFormat::Csv, *shown);
                         return Result<void>();
                     }};
}

} // namespace tidemark::ui
