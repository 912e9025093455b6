#include "ui/shell/main_window.h"

#include "core/base/notes.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/rules/rules_dialog.h"
#include "ui/session/paths.h"
#include "ui/session/settings.h"
#include "ui/shell/exporter.h"
#include "ui/shell/file_opener.h"
#include "ui/shell/help_dialogs.h"
#include "ui/shell/main_tool_bar.h"
#include "ui/shell/program_box.h"
#include "ui/shell/status_line.h"
#include "ui/shell/window_layout.h"
#include "ui/tables/row_table.h"
#include "ui/theme/text.h"
#include "ui/widgets/notice_bar.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextEdit>

#include <algorithm>
#include <array>
#include <iterator>

namespace tidemark::ui {
namespace {

constexpr int kMessageMs = 5000;
constexpr std::array kOfNoDocument = {Command::OpenFiles, Command::OpenFolder, Command::OpenExample, Command::Paste};
constexpr std::array kOfViews = {Command::Compare, Command::CompareFolder, Command::CompareHere, Command::Escape};
// The subjects of notices.
constexpr QLatin1String kSource("source"); // of the session
constexpr QLatin1String kFile("file");
constexpr QLatin1String kProblems("problems");
constexpr QLatin1String kExport("export");
constexpr QLatin1String kRules("rules");
constexpr QLatin1String kSettings("settings");

bool isText(const QObject* widget)
{
    return qobject_cast<const QLabel*>(widget) || qobject_cast<const QTextEdit*>(widget)
        || qobject_cast<const QPlainTextEdit*>(widget);
}

bool hasSelectedText(const QObject* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget))
        return label->hasSelectedText();
    if (const auto* edit = qobject_cast<const QTextEdit*>(widget))
        return edit->textCursor().hasSelection();
    const auto* plain = qobject_cast<const QPlainTextEdit*>(widget);
    return plain && plain->textCursor().hasSelection();
}

} // namespace

MainWindow::MainWindow(DocumentKinds kinds, QWidget* parent)
    : QMainWindow(parent)
    , m_session(kinds, &m_state)
    , m_actions(this)
{
    setAttribute(Qt::WA_DeleteOnClose);
    m_toolBar = new MainToolBar(&m_state, &m_session, this);
    m_toolBar->setActions(m_actions.of(Command::OpenFiles), m_actions.exports);
    addToolBar(m_toolBar);
    // The Tab order follows the order of creation.
    m_notices = new NoticeBar(this);
    makePages();
    m_layout = new WindowLayout(m_stack, &m_state, &m_session.advice(), m_actions, this);
    setCentralWidget(m_layout);
    m_layout->addStrip(m_notices);
    m_layout->addStrip(m_stack->tabs());
    m_status = new StatusLine(&m_state, this);
    setStatusBar(m_status);
    m_exporter = new Exporter(this);
    m_opener = new FileOpener(std::move(kinds), m_actions.recent, this);
    m_incoming = new IncomingFiles(this, &m_session, m_opener, m_notices, [this] { return m_current; });
    connect(m_incoming, &IncomingFiles::openRequested, this, &MainWindow::openRequested);
    connectSession();
    connectActions();
    connectExporter();
    m_layout->restore();
    refreshPage();
    connect(this, &MainWindow::rulesSaved, this, &MainWindow::readRules);
    readRules();
}

MainWindow::~MainWindow()
{
    // Widgets use the state until they are destroyed, and members die before children, so they are deleted here.
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
}

void MainWindow::setOpenElsewhere(const QStringList& paths)
{
    m_openElsewhere = paths;
    for (Page* page : m_stack->pages())
        page->setOpenElsewhere(paths);
    refreshTitle();
}

void MainWindow::makePages()
{
    const PageContext context{&m_state, &m_session, [this] { return m_layout->rows()->table()->shown(); }};
    m_stack = new PageStack(allPages(), context, this);
    connect(m_stack, &PageStack::chosen, this, &MainWindow::refreshPage);
    connect(m_stack, &PageStack::retitled, this, &MainWindow::refreshTabs);
    connect(m_stack, &PageStack::made, this, &MainWindow::addPage);
}

void MainWindow::addPage(Page* page)
{
    connect(page, &Page::commandsChanged, this, &MainWindow::refreshActions);
    connect(page, &Page::problemsChanged, this, &MainWindow::refreshProblems);
    connect(page, &Page::requested, this, &MainWindow::perform);
    connect(page, &Page::pictureRequested, this, [this] { m_exporter->savePicture(QStringLiteral("png")); });
    connect(page, &Page::copyRequested, this, [this] { m_exporter->copyPicture(); });
    connect(page, &Page::openRequested, this, &MainWindow::openRequested);
    connect(page, &Page::placeRequested, this, &MainWindow::placeRequested);
    connectOffer(page);
    connect(page, &Page::chooseDeviceRequested, this, [this](const QPoint& at) { m_actions.device->popup(at); });
    connect(page, &Page::informationRequested, m_actions.information, &QAction::trigger);
    connect(page, &Page::programOpened, m_stack, &PageStack::showFirst);
    connect(page, &Page::statusMessage, this, [this](const QString& what) { m_status->showMessage(what, kMessageMs); });
    connect(page, &Page::pointed, this, [this](std::optional<StepId> cell) { m_status->setPointed(cell); });
    if (QWidget* header = page->header())
        m_layout->addStrip(header);
    page->setOpenElsewhere(m_openElsewhere);
    page->repeatOffer();
}

void MainWindow::connectSession()
{
    connect(&m_session, &Session::documentsChanged, this, [this] {
        m_noticedProblems.clear(); // a reload reports the problems of its file again
        if (m_session.documents().empty())
            m_layout->hideLists(); // other documents are opened
        m_notices->withdraw(kProblems);
    });
    connect(&m_session, &Session::shownChanged, this, &MainWindow::refreshPage);
    connect(&m_session.comparison(), &ComparisonMaker::begun, this, [this] {
        refreshPage(); // makes the page
        for (const Page* page : m_stack->pages())
            if (qobject_cast<const ComparePage*>(page))
                m_stack->choose(page);
    });
    connect(&m_session, &Session::wantedChanged, this, &MainWindow::refreshActions);
    connect(&m_session.host(), &DocumentHost::reading, this, &MainWindow::refreshPage);
    connect(&m_session, &Session::noticed, m_notices, [this](const QString& subject, const QString& text) {
        if (subject != kSource || !m_current->isOfAllPrograms())
            m_notices->showNotice(subject, text);
    });
    connect(&m_session.host(), &DocumentHost::noticed, this,
            [this](const QString& text) { m_notices->showNotice(kFile, text); });
    connect(&m_session.host().tasks(), &TaskRunner::progressed, m_status, &StatusLine::setProgress);
    connect(&m_session.host().tasks(), &TaskRunner::busyChanged, this, &MainWindow::refreshBusy);
    connect(m_status, &StatusLine::cancelRequested, this, [this] {
        TaskRunner& exports = m_exporter->tasks();
        (exports.isBusy() ? exports : m_session.host().tasks()).cancel();
    });
    connect(&SettingsKeeper::instance(), &SettingsKeeper::noticed, this,
            [this](const QString& text) { m_notices->showNotice(kSettings, text); });
    connect(m_status, &StatusLine::rulesRequested, m_actions.rules, &QAction::trigger);
    connect(m_status, &StatusLine::checksRequested, m_layout, &WindowLayout::showChecks);
    connect(&m_session.analysis(), &ViewAnalysis::checksChanged, this, &MainWindow::refreshChecks);
    connect(m_status, &StatusLine::problemsRequested, m_layout, &WindowLayout::showProblems);
    connect(m_notices, &NoticeBar::linkActivated, m_layout, [this](const QString& subject) {
        if (subject == kProblems)
            m_layout->showProblems();
    });
    connect(m_notices, &NoticeBar::emptyChanged, m_notices, &QWidget::setHidden);
    connect(m_layout, &WindowLayout::narrowChanged, m_toolBar, &MainToolBar::setNarrow);
}

void MainWindow::connectExporter()
{
    connect(m_exporter, &Exporter::noticed, this,
            [this](const QString& text) { m_notices->showNotice(kExport, text); });
    connect(m_exporter, &Exporter::statusMessage, this,
            [this](const QString& text) { m_status->showMessage(text, kMessageMs); });
    connect(&m_exporter->tasks(), &TaskRunner::progressed, m_status, &StatusLine::setProgress);
    connect(&m_exporter->tasks(), &TaskRunner::busyChanged, this, &MainWindow::refreshBusy);
    const auto on = [this](QAction* action, auto slot) { connect(action, &QAction::triggered, m_exporter, slot); };
    on(m_actions.exportPng, [this] { m_exporter->savePicture(QStringLiteral("png")); });
    on(m_actions.exportSvg, [this] { m_exporter->savePicture(QStringLiteral("svg")); });
    on(m_actions.exportCsv, &Exporter::saveTable);
    on(m_actions.exportDialog, &Exporter::savePictureWithOptions);
    on(m_actions.copyChart, &Exporter::copyPicture);
}

void MainWindow::connectActions()
{
    RowTable* rows = m_layout->rows()->table();
    const auto on = [this](QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    for (const auto& [command, action] : m_actions.commands())
        on(action, [this, command = command] { perform(command); });
    on(m_actions.information, [this] { InformationDialog(m_state, m_session, this).exec(); });
    on(m_actions.rules, [this] {
        if (RulesDialog::editKept(m_state, this))
            emit rulesSaved();
    });
    on(m_actions.close, &QWidget::close);
    on(m_actions.quit, &MainWindow::quitRequested);
    on(m_actions.findProgram, [this] { m_toolBar->programs()->showPopup(); });
    on(m_actions.resetLayout, [this] { m_layout->reset(); });
    on(m_actions.guide, [this] { GuideDialog(this).exec(); });
    on(m_actions.shortcuts, [this] { showShortcuts(m_actions, m_current->hints(), this); });
    on(m_actions.about, [this] { showAbout(this); });
    connect(m_actions.pages, &QActionGroup::triggered, this,
            [this](QAction* page) { m_stack->choose(page->data().toInt()); });
    connectViewChoices(m_actions, m_state, m_session, this);
    connect(m_opener, &FileOpener::openRequested, this, &MainWindow::openRequested);
    connect(m_opener, &FileOpener::noticed, this, [this](const QString& text) { m_notices->showNotice(kFile, text); });
    connect(m_opener, &FileOpener::recentCleared, this, [this] { m_current->showRecent(); });
    m_toolBar->search()->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, QWidget* now) {
        if (isText(now))
            now->installEventFilter(this);
    });
    connect(rows, &RowTable::nothingMatched, this, [this] {
        m_status->showMessage(tr("Nothing matches %1 here.").arg(m_state.filter().description()), kMessageMs);
    });
    connect(m_layout, &WindowLayout::statusMessage, this,
            [this](const QString& what) { m_status->showMessage(what, kMessageMs); });
}

void MainWindow::perform(Command command)
{
    switch (command) {
    case Command::OpenFiles:
        m_opener->askForFiles();
        return;
    case Command::OpenFolder:
        m_opener->askForFolder();
        return;
    case Command::OpenExample:
        m_opener->openExample();
        return;
    case Command::Paste:
        m_opener->openClipboard();
        return;
    case Command::Reload:
        m_session.host().reload();
        return;
    case Command::Compare:
        if (m_current->canDo(command))
            break;
        m_opener->askForFilesToCompare();
        return;
    case Command::CompareFolder:
        m_opener->askForFolderToCompare();
        return;
    case Command::CompareHere:
        m_session.comparison().begin();
        return;
    case Command::Back:
        if (m_current->canDo(command))
            break;
        m_stack->goBack();
        return;
    case Command::Forward:
        if (m_current->canDo(command))
            break;
        m_stack->goForward();
        return;
    case Command::Escape:
        // In a search line, Escape clears the search and returns the focus to the page.
        if (qobject_cast<QLineEdit*>(focusWidget()) && !m_current->isAncestorOf(focusWidget())) {
            m_state.filter().setText({});
            m_current->setFocus(Qt::OtherFocusReason);
            return;
        }
        break;
    default:
        break;
    }
    if (m_current->canDo(command))
        m_current->perform(command);
    else if (m_current->uses(PanelId::Rows) || (command == Command::Find && !m_current->sought().isEmpty()))
        performOnRows(command);
    refreshActions(); // a checkable action shows the actual state, not the click
}

/// Shows the offers of a page as a notice, and accepts an offer if the user follows its link.
void MainWindow::connectOffer(Page* page)
{
    const QString subject = QStringLiteral("offer-%1").arg(reinterpret_cast<quintptr>(page)); // one subject per page
    connect(page, &Page::offered, m_notices,
            [this, subject](const QString& text, const QString& link, NoticeBar::Tone tone) {
                m_notices->showNotice(subject, text, link, tone);
            });
    connect(m_notices, &NoticeBar::linkActivated, page, [page, subject](const QString& about) {
        if (about == subject)
            page->takeOffer();
    });
}

void MainWindow::performOnRows(Command command)
{
    RowTable* rows = m_layout->rows()->table();
    if (command == Command::Copy)
        rows->copyRows();
    else if (command == Command::CopyPlain)
        rows->copyRowsPlain();
    else if (command == Command::Find) {
        m_toolBar->search()->setFocus(Qt::ShortcutFocusReason);
        m_toolBar->search()->selectAll();
    }
}

void MainWindow::refreshPage()
{
    m_stack->refresh();
    Page* page = m_stack->page();
    const bool isOther = page != m_current;
    if (m_current && page->hasOwnSearch() != m_current->hasOwnSearch()) {
        const QString words = m_state.filter().text();
        m_state.filter().setText(m_otherSearch);
        m_otherSearch = words;
    }
    m_current = page;
    if (page->isOfAllPrograms())
        m_notices->withdraw(kSource);
    m_exporter->setPage(page);
    m_stack->tabs()->setVisible(m_stack->tabs()->count() > 1);
    for (Page* other : m_stack->pages())
        if (QWidget* header = other->header())
            header->setVisible(other == page);
    const auto& shown = m_session.shown();
    m_actions.setWords(shown ? shown->document->catalogue().words : Words(), m_state.view().get());
    m_layout->setPage(page);
    refreshTabs();
    refreshChecks();
    refreshTitle();
    refreshProblems();
    refreshActions();
    // The page gets the focus, so that the first arrow key reaches it. A search line that is still enabled keeps it.
    if (isOther && !qobject_cast<QLineEdit*>(focusWidget()) && !m_stack->tabs()->hasFocus())
        page->setFocus(Qt::OtherFocusReason);
}

void MainWindow::refreshTitle()
{
    QString name = shortName(paths());
    if (const QString folder = folderApart(paths().value(0), m_openElsewhere); !folder.isEmpty())
        name = tr("%1 in %2").arg(name, folder);
    QStringList parts{name, m_session.shownProgram(), tr("Tidemark")};
    parts.removeAll(QString());
    setWindowTitle(parts.join(QStringLiteral(" — ")));
}

void MainWindow::refreshTabs()
{
    const QTabBar* tabs = m_stack->tabs();
    for (QAction* action : m_actions.pages->actions()) {
        const int tab = action->data().toInt();
        action->setVisible(tabs->count() > 1 && tab < tabs->count());
        action->setText(tabs->tabText(tab));
        action->setChecked(tab == tabs->currentIndex());
    }
}

void MainWindow::refreshChecks()
{
    m_layout->checks()->setChecks(m_session.analysis().checks());
    m_status->setChecks(m_current->uses(PanelId::Checks) ? m_session.analysis().checks() : std::vector<Check>());
}

void MainWindow::refreshProblems()
{
    std::vector<Warning> problems = m_session.problems();
    const auto problemsIn
        = [](const std::vector<Warning>& list) { return static_cast<int>(std::ranges::count_if(list, isProblem)); };
    const int count = problemsIn(problems);
    std::vector<Warning> others = m_session.shown() ? m_session.otherProblems() : std::vector<Warning>();
    const Warnings ofPage = m_stack->page()->problems(); // a page may read programs more thoroughly than the session
    for (const Warning& problem : ofPage.list())
        if (std::ranges::find(others, problem.text, &Warning::text) == others.end())
            others.push_back(problem);
    const int otherCount = problemsIn(others);
    std::vector<Warning> all = problems;
    std::ranges::move(others, std::back_inserter(all));
    const int notes = static_cast<int>(all.size()) - count - otherCount;
    m_layout->problems()->setProblems(std::move(all));
    const bool areProblemsHidden = m_session.documents().empty() || (count == 0 && m_current->isOfFailure());
    m_status->setDocument(shortName(paths()), {areProblemsHidden ? -1 : count, otherCount, notes},
                          m_session.partShown());
    if (problems == m_noticedProblems)
        return;
    m_noticedProblems = std::move(problems);
    if (count == 0)
        m_notices->withdraw(kProblems);
    else
        m_notices->showNotice(kProblems, text(m_noticedProblems.front().describe()),
                              count > 1 ? tr("All %1 problems").arg(count) : tr("Details"));
}

void MainWindow::refreshActions()
{
    m_status->setPageWords(m_current->gestures(), m_current->amount(), m_current->atCursors());
    m_actions.of(Command::Copy)->setText(tr("&Copy %1").arg(m_current->copied()));
    m_actions.of(Command::Compare)
        ->setText(m_current->canDo(Command::Compare) ? tr("&Compare Workers") : tr("&Compare With a File…"));
    const bool hasView = !m_state.isEmpty();
    const bool hasRows = hasView && m_current->uses(PanelId::Rows);
    const bool isExporting = m_exporter->tasks().isBusy();
    m_toolBar->setPage(*m_current);
    for (const auto& [command, action] : m_actions.commands()) {
        const bool isOwn = std::ranges::count(kOfNoDocument, command) > 0 || (command == Command::Reload && !isUnused())
            || (hasView && std::ranges::count(kOfViews, command) > 0)
            || (command == Command::Back && m_stack->canGoBack())
            || (command == Command::Forward && m_stack->canGoForward())
            || (command == Command::Find && !m_current->sought().isEmpty())
            || (hasRows && (command == Command::Copy || command == Command::CopyPlain || command == Command::Find));
        action->setEnabled(isOwn || m_current->canDo(command));
        if (action->isCheckable())
            action->setChecked(m_current->isOn(command));
    }
    const bool hasPicture = m_current->offersPicture();
    const bool hasTable = m_current->offersTable();
    for (QAction* action : {m_actions.exportPng, m_actions.exportSvg, m_actions.exportDialog, m_actions.copyChart})
        action->setEnabled(hasPicture && !isExporting);
    m_actions.exportCsv->setEnabled(hasTable && !isExporting);
    m_actions.exports->setEnabled(hasPicture || hasTable);
    m_actions.resetLayout->setEnabled(hasRows);
    m_actions.units->setEnabled(hasView);
    m_actions.device->setEnabled(hasView);
    m_actions.rules->setEnabled(hasView && m_state.view()->meanings);
    m_actions.information->setEnabled(!m_session.host().documents().empty());
    m_actions.findProgram->setEnabled(m_session.wanted().has_value());
}

void MainWindow::refreshBusy()
{
    m_status->setBusy(m_session.isBusy() || m_exporter->tasks().isBusy());
    refreshActions();
}

void MainWindow::findNext(int by)
{
    if (m_state.isEmpty() || m_state.filter().isEmpty())
        return;
    if (m_current->uses(PanelId::Rows))
        m_layout->rows()->table()->goToMatch(by);
    else
        m_current->goToMatch(by);
}

void MainWindow::readRules()
{
    auto rules = userRules::read();
    m_notices->showNotice(
        kRules, rules ? QString() : tr("Your custom rules are not applied. %1").arg(text(rules.error().message)));
    AttributionRules applied;
    std::size_t count = 0;
    if (rules && *rules) {
        count = (*rules)->rules().size();
        applied = {AttributionRules::Kind::Own, std::move(*rules)};
    }
    m_status->setRules(count);
    m_session.analysis().setRules(std::move(applied));
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (!m_current->takeKey(event))
        QMainWindow::keyPressEvent(event);
}

/// In the search line, Enter goes to the next match, Shift+Enter to the previous one, and the keys of some actions
/// reach them. Ctrl+C copies the selected part of a text that has the focus.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QMainWindow::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (watched == m_toolBar->search()) {
        if (!isOverride && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            findNext(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
        // A line edit would use these keys itself, for example to delete up to the end.
        const QKeySequence pressed(key->keyCombination());
        if (isOverride
            && (pressed == m_actions.exportDialog->shortcut() || pressed == m_actions.findProgram->shortcut())) {
            event->ignore();
            return true;
        }
    } else if (isOverride && key->matches(QKeySequence::Copy) && hasSelectedText(watched)) {
        event->accept(); // otherwise the action takes the key and copies the selected rows
        return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_layout->save();
    m_session.host().tasks().cancel();
    QMainWindow::closeEvent(event);
}

} // namespace tidemark::ui
