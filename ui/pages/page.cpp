#include "ui/pages/page.h"

#include "core/base/find.h"
#include "ui/charts/bar_plot.h"
#include "ui/charts/chart_navigation.h"
#include "ui/charts/go_to_dialog.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/state/row_text.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/grid.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/restyle.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kAllCells = std::numeric_limits<std::uint32_t>::max();

} // namespace

Page::Page(const PageContext& context, QWidget* parent)
    : QWidget(parent)
    , m_state(context.state)
    , m_session(context.session)
    , m_shownRows(context.shownRows)
{
    onResize(this, [this] { fit(); });
}

bool Page::uses(PanelId panel) const
{
    const std::vector<PanelId> all = panels();
    return std::ranges::find(all, panel) != all.end();
}

QString Page::sought() const
{
    return uses(PanelId::Rows) ? rowWord(m_state->view().get()) : QString();
}

void Page::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colorsFor(palette()).base);
}

QSize Page::minimumSizeHint() const
{
    if (!m_least.isValid())
        return QWidget::minimumSizeHint();
    return {grown(m_least.width(), font()), grown(m_least.height(), font())};
}

const Page::Answer* Page::find(Command command) const
{
    return findValue(m_answers, command);
}

bool Page::canDo(Command command) const
{
    const Answer* const found = find(command);
    return found && (!found->canDo || found->canDo());
}

bool Page::isOn(Command command) const
{
    const Answer* const found = find(command);
    return found && found->isOn && found->isOn();
}

void Page::perform(Command command)
{
    if (const Answer* const found = find(command))
        found->perform();
}

void Page::answer(Command command, Perform perform, Asked canDo, Asked isOn)
{
    m_answers[command] = {std::move(perform), std::move(canDo), std::move(isOn)};
}

void Page::answerCopies(const std::function<FlatTable*()>& table)
{
    answer(Command::Copy, [table] { table()->copyRows(); });
    answer(Command::CopyPlain, [table] { table()->copyRowsPlain(); });
}

void Page::answerZoom(AxisNavigation& chart)
{
    AxisView& axis = chart.axis();
    const auto hasCells = [&axis] { return !axis.isEmpty(); };
    answer(
        Command::Back, [&axis] { axis.back(); }, [&axis] { return axis.canGoBack(); });
    answer(
        Command::Forward, [&axis] { axis.forward(); }, [&axis] { return axis.canGoForward(); });
    answer(
        Command::ZoomIn, [&chart] { chart.zoomIn(); }, hasCells);
    answer(
        Command::ZoomOut, [&chart] { chart.zoomOut(); }, hasCells);
    answer(
        Command::ShowAll, [&chart] { chart.fit(); }, hasCells);
    answer(
        Command::ZoomToSelection, [&chart] { chart.zoomToSelection(); }, [&axis] { return !!axis.selected(); });
}

void Page::answerCursor(AxisNavigation& chart, Asked canMove)
{
    if (!canMove)
        canMove = [&axis = chart.axis()] { return !axis.isEmpty(); };
    answer(
        Command::Peak, [&chart] { chart.goToPeak(); }, canMove);
    answer(
        Command::NextCell, [&chart] { chart.move(1); }, canMove);
    answer(
        Command::PreviousCell, [&chart] { chart.move(-1); }, canMove);
    answer(
        Command::FirstCell, [&chart] { chart.move(-kAllCells); }, canMove);
    answer(
        Command::LastCell, [&chart] { chart.move(kAllCells); }, canMove);
}

void Page::answerSteps(ChartNavigation& chart, const Asked& canMove)
{
    const auto goTo = [this, &chart] {
        GoToDialog dialog(m_state->view(), m_state->cursor(), m_state->units(), this);
        if (dialog.exec() == QDialog::Accepted && dialog.step())
            chart.goTo(*dialog.step());
    };
    answerCursor(chart, canMove);
    answer(
        Command::NextPeak, [&chart] { chart.goToNextPeak(); }, canMove);
    answer(
        Command::PreviousPeak, [&chart] { chart.goToPreviousPeak(); }, canMove);
    answer(Command::GoTo, goTo, canMove);
}

void Page::answerMark()
{
    const auto mark = [this] {
        const bool isMarked = m_state->marked() == m_state->cursor();
        m_state->setMarked(isMarked ? std::nullopt : std::optional(m_state->cursor()));
    };
    answer(Command::MarkStep, mark, [this] {
        return !m_state->isEmpty() && m_state->view()->axis.count > 1 && m_state->view()->rows.count > 0;
    });
}

bool Page::takeStepKey(const QKeyEvent& event, AxisNavigation& chart)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false; // the key of a command that is disabled now
    const int cells = event.modifiers() & Qt::ShiftModifier ? 10 : 1;
    const std::map<int, std::int64_t> moves{
        {Qt::Key_Left, -cells}, {Qt::Key_Right, cells}, {Qt::Key_Home, -kAllCells}, {Qt::Key_End, kAllCells}};
    const auto found = moves.find(event.key());
    if (found == moves.end())
        return false;
    chart.move(found->second);
    return true;
}

bool Page::takeChartKey(const QKeyEvent& event, AxisNavigation& chart)
{
    if (m_state->isEmpty())
        return false;
    if (event.key() != Qt::Key_Return && event.key() != Qt::Key_Enter)
        return takeStepKey(event, chart);
    if (canDo(Command::ZoomToSelection))
        perform(Command::ZoomToSelection);
    else if (const auto row = m_state->focus().pinned())
        m_state->axis().zoomTo(m_state->view()->rows.start[*row], m_state->view()->rows.end[*row]);
    return true;
}

void Page::reportCopies(const FlatTable* table)
{
    connect(table, &FlatTable::copied, this,
            [this](const QString& what) { emit statusMessage(tr("Copied %1").arg(what)); });
}

void Page::takeOffer()
{
    if (m_offer.target)
        m_session->choose(*m_offer.target);
}

void Page::offer(PageOffer offer)
{
    const bool isOther = offer.text != m_offer.text;
    m_offer = std::move(offer);
    if (isOther)
        repeatOffer();
}

QString Page::programFile(const QString& end) const
{
    return m_session->shownProgram() + end;
}

QString Page::memoryFile(const QString& end) const
{
    if (m_state->isEmpty())
        return {};
    return text(m_state->view()->program) + u'-' + text(m_state->view()->memoryName).toLower() + end;
}

PageTable Page::tableOfRows() const
{
    const RowExport rows = m_shownRows();
    return {rows.description,
            [rows](std::ostream& out, const Progress& progress) { return writeCsv(out, rows, progress); }};
}

PageTable Page::tableOf(const Grid& grid, const QString& description)
{
    return {description, [grid](std::ostream& out, const Progress&) {
                writeGrid(out, grid);
                return Result<void>();
            }};
}

PagePicture Page::pictureOf(const QString& title, BarPlot plot) const
{
    PagePicture picture;
    picture.options.title = title;
    picture.options.subtitle = shortName(m_session->host().paths());
    picture.make = [plot = std::move(plot)](const PictureOptions& options, bool) { return barPicture(plot, options); };
    return picture;
}

} // namespace tidemark::ui
