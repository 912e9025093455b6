#include "ui/shell/main_window.h"

#include "core/base/text.h"
#include "ui/charts/memory_chart.h"
#include "ui/docks/buffers_panel.h"
#include "ui/docks/problem_model.h"
#include "ui/pages/empty/empty_page.h"
#include "ui/pages/message/message_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/status_line.h"
#include "ui/shell/summary_strip.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/notice_bar.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
#include <QStackedWidget>

namespace tidemark::ui {

namespace {

/// Asks for the room of the page it shows: a long list of recent files must not squeeze the docks beside a chart.
class PageStack : public QStackedWidget
{
public:
    explicit PageStack(QWidget* parent)
        : QStackedWidget(parent)
    {
        connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
    }
    QSize sizeHint() const override
    {
        return currentWidget() ? currentWidget()->sizeHint() : QStackedWidget::sizeHint();
    }
    QSize minimumSizeHint() const override
    {
        return currentWidget() ? currentWidget()->minimumSizeHint() : QStackedWidget::minimumSizeHint();
    }
};

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_controller(&m_state)
    , m_facts(&m_state)
    , m_actions(this)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    makeBars();
    makePages();
    makeDocks();
    // Last, as keys go from one widget to the next in the order they were made.
    m_status = new StatusLine(&m_state, this);
    setStatusBar(m_status);
    m_drop = new DropOverlay(this);
    connectDocument();
    connectActions();
    restoreLayout();
    refreshPage();
}

MainWindow::~MainWindow()
{
    // Views look at the state to their end, and members die before children.
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
}

void MainWindow::open(const QStringList& paths)
{
    m_controller.open(paths);
    refreshPage();
}

void MainWindow::makeBars()
{
    m_toolBar = new MainToolBar(&m_state, &m_controller, this);
    m_toolBar->setActions(m_actions.open, m_actions.exports);
    addToolBar(m_toolBar);
    // Bars that span the window above the docks are tool bars to QMainWindow.
    const auto addBar = [this](const char* name, QWidget* content) {
        addToolBarBreak();
        auto* bar = new QToolBar(this);
        bar->setObjectName(QLatin1String(name));
        bar->setMovable(false);
        bar->setContextMenuPolicy(Qt::PreventContextMenu);
        bar->layout()->setContentsMargins(0, 0, 0, 0);
        content->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        bar->addWidget(content);
        bar->toggleViewAction()->setVisible(false);
        addToolBar(bar);
        return bar;
    };
    m_notice = new NoticeBar(this);
    m_noticeBar = addBar("noticeBar", m_notice);
    m_summary = new SummaryStrip(this);
    m_summaryBar = addBar("summaryBar", m_summary);
    m_noticeBar->hide();
}

void MainWindow::makePages()
{
    m_pages = new PageStack(this);
    m_empty = new EmptyPage(m_pages);
    m_message = new MessagePage(m_pages);
    m_timeline = new TimelinePage(&m_state, m_pages);
    m_message->addRemedy("reload", tr("Try Again"), m_actions.reload);
    m_message->addRemedy("file", tr("Open File…"), m_actions.open);
    m_message->addRemedy("open-folder", tr("Open Log Directory…"), m_actions.openFolder);
    for (QWidget* page : std::initializer_list<QWidget*>{m_empty, m_message, m_timeline})
        m_pages->addWidget(page);
    setCentralWidget(m_pages);
}

void MainWindow::connectDocument()
{
    connect(&m_controller, &DocumentController::documentChanged, this, [this] {
        m_noticedProblems.clear(); // those of a file are told again when it is read again
        refreshTitle();
    });
    connect(&m_controller, &DocumentController::selectionChanged, this, &MainWindow::refreshTitle);
    connect(&m_controller, &DocumentController::shown, this, &MainWindow::refreshPage);
    connect(&m_controller, &DocumentController::summaryChanged, this, &MainWindow::refreshSummary);
    connect(&m_controller, &DocumentController::summaryChanged, this, &MainWindow::refreshActions);
    connect(&m_controller, &DocumentController::noticed, this, &MainWindow::showNotice);
    connect(&m_controller, &DocumentController::progressed, m_status, &StatusLine::setProgress);
    connect(&m_controller, &DocumentController::busyChanged, this,
            [this] { m_status->setBusy(m_controller.isBusy()); });
    connect(m_status, &StatusLine::cancelRequested, &m_controller, &DocumentController::cancel);
    connect(m_status, &StatusLine::problemsRequested, this, &MainWindow::showProblems);
    connect(m_notice, &NoticeBar::closed, m_noticeBar, &QWidget::hide);
    connect(m_notice, &NoticeBar::linkActivated, this, &MainWindow::showProblems);
    connect(m_message, &MessagePage::actionTriggered, this, [this] {
        if (const auto& message = m_controller.message(); message && message->actionSpace)
            m_controller.chooseSpace(*message->actionSpace);
    });
    connect(m_summary, &SummaryStrip::chooseDeviceRequested, this, &MainWindow::chooseDeviceAt);
    connect(m_timeline->chart(), &MemoryChart::hoveredStep, m_status, &StatusLine::setHoveredStep);
    connect(m_timeline->chart(), &MemoryChart::pictureRequested, this, [this] { exportChart(QStringLiteral("png")); });
    connect(m_empty, &EmptyPage::openRequested, this, &MainWindow::openRequested);
    connect(m_empty, &EmptyPage::openFileRequested, this, &MainWindow::askForFiles);
    connect(m_empty, &EmptyPage::openFolderRequested, this, &MainWindow::askForFolder);
    connect(m_empty, &EmptyPage::openExampleRequested, this, &MainWindow::openExample);
    connect(&m_state, &ViewState::cursorChanged, this, &MainWindow::refreshDockTitles);
    connect(&m_state, &ViewState::unitChanged, this, &MainWindow::refreshSummary);
    connect(&m_state, &ViewState::historyChanged, this, &MainWindow::refreshActions);
    connect(&m_state, &ViewState::selectedRangeChanged, this, &MainWindow::refreshActions);
}

void MainWindow::refreshPage()
{
    const bool hasData = !m_state.isEmpty();
    if (hasData)
        m_pages->setCurrentWidget(m_timeline);
    else if (const auto& message = m_controller.message()) {
        m_message->setMessage(message->title, message->text, message->action);
        m_message->setShowsRemedies(message->isFailure);
        m_message->setToolTip(
            QStringLiteral("<p style='white-space:pre'>%1</p>").arg(m_controller.paths().join(u'\n').toHtmlEscaped()));
        m_pages->setCurrentWidget(m_message);
    } else if (m_controller.isEmpty()) {
        m_pages->setCurrentWidget(m_empty);
    } else {
        m_message->setMessage(tr("Reading %1…").arg(shortName(m_controller.paths())), {}, {});
        m_message->setShowsRemedies(false);
        m_pages->setCurrentWidget(m_message);
    }
    m_summaryBar->setVisible(hasData);
    showDocks(hasData);
    refreshTitle();
    refreshSummary();
    refreshProblems();
    refreshDockTitles();
    refreshActions();
}

void MainWindow::refreshTitle()
{
    QStringList parts;
    if (!m_controller.isEmpty())
        parts << shortName(m_controller.paths());
    if (m_controller.module())
        parts << text(validUtf8(m_controller.document()->module(*m_controller.module()).name));
    parts << tr("Tidemark");
    setWindowTitle(parts.join(QStringLiteral(" — ")));
}

void MainWindow::refreshSummary()
{
    const auto& summary = m_controller.summary();
    QString instruction;
    if (summary && !m_state.isEmpty())
        instruction = text(validUtf8(m_state.timeline()->instructionAt(summary->occupiedPeakStep)));
    m_summary->setSummary(summary, m_controller.spaceName(), instruction, m_state.unit());
    m_summary->setDevice(m_controller.deviceText(), m_controller.canChooseDevice());
    MemoryChart* chart = m_timeline->chart();
    chart->setCapacity(summary ? summary->capacity.bytes : std::nullopt,
                       summary ? text(summary->capacity.device) : QString());
    chart->setShowCapacity(m_actions.showCapacity->isChecked());
}

void MainWindow::refreshProblems()
{
    m_problems->setProblems(m_controller.problems());
    const auto count = static_cast<int>(m_problems->problems().size());
    m_status->setDocument(m_controller.isEmpty() ? QString() : shortName(m_controller.paths()),
                          m_controller.document() ? count : -1);
    if (m_problems->problems() == m_noticedProblems)
        return;
    m_noticedProblems = m_problems->problems();
    m_noticeBar->setVisible(count > 0);
    if (count > 0) {
        m_notice->showNotice(text(m_problems->problems().front().describe()),
                             count > 1 ? tr("All %1 problems").arg(count) : tr("Details"));
    }
}

void MainWindow::showNotice(const QString& text)
{
    m_noticeBar->setVisible(!text.isEmpty());
    if (!text.isEmpty())
        m_notice->showNotice(text);
}

void MainWindow::refreshActions()
{
    const bool hasData = !m_state.isEmpty();
    for (QAction* action : std::as_const(m_actions.needData))
        action->setEnabled(hasData);
    m_actions.zoomSelection->setEnabled(hasData && m_state.selectedRange());
    m_actions.back->setEnabled(m_state.canGoBack());
    m_actions.forward->setEnabled(m_state.canGoForward());
    m_actions.reload->setEnabled(!m_controller.isEmpty());
    m_actions.information->setEnabled(m_controller.document() != nullptr);
    m_actions.findModule->setEnabled(m_controller.module().has_value());
    m_actions.showCapacity->setEnabled(m_controller.summary() && m_controller.summary()->capacity.bytes);
}

} // namespace tidemark::ui
