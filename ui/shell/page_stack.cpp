#include "ui/shell/page_stack.h"

#include "ui/pages/address_map/address_map_page.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/composition/composition_page.h"
#include "ui/pages/empty/empty_page.h"
#include "ui/pages/oom/oom_page.h"
#include "ui/pages/operations/operations_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/together/together_page.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/session/session.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr int kTabHeight = 26;
constexpr int kTabMargin = 8; // added to the margin of the style

class PageTabs : public QTabBar
{
public:
    using QTabBar::QTabBar;

protected:
    QSize tabSizeHint(int index) const override
    {
        const QSize size = QTabBar::tabSizeHint(index);
        return {size.width() + 2 * kTabMargin, grown(kTabHeight, font())};
    }
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        QTabBar::mouseReleaseEvent(event);
        const int tab = tabAt(event->position().toPoint());
        if (event->button() == Qt::MiddleButton && tab >= 0)
            emit tabCloseRequested(tab);
    }
};

/// Places the widgets of a page after another widget in the Tab order. Otherwise it follows the order of creation.
void placeInTabOrder(QWidget* after, QWidget* page)
{
    std::vector<QWidget*> widgets;
    for (QWidget* each = page->nextInFocusChain(); each != page; each = each->nextInFocusChain())
        if (page->isAncestorOf(each) && (each->focusPolicy() & Qt::TabFocus) != 0 && !each->focusProxy())
            widgets.push_back(each);
    for (QWidget* each : widgets) {
        QWidget::setTabOrder(after, each);
        after = each;
    }
}

template <class Kind>
Page* make(const PageContext& context, QWidget* parent)
{
    return new Kind(context, parent);
}

} // namespace

std::vector<PageKind> allPages()
{
    const auto titled = [](const char* title) {
        return [title](const Session&) { return QCoreApplication::translate("tidemark::ui::Pages", title); };
    };
    const auto untitled = [](const Session&) { return QString(); };
    return {
        {titled("Timeline"), [](const Session& session) { return session.shown() && session.showsAxis(); },
         make<TimelinePage>},
        {titled("Out of Memory"), OomPage::isFor, make<OomPage>, nullptr, OomPage::hasMessage},
        {titled("Operations"), OperationsPage::isFor, make<OperationsPage>},
        {titled("Address Map"), &Session::showsPlaces, make<AddressMapPage>},
        {titled("Composition"), &Session::showsRows, make<CompositionPage>},
        {RunsPage::tabTitle, RunsPage::isFor, make<RunsPage>},
        {untitled, WorkersPage::isFor, make<WorkersPage>},
        {titled("Together"), TogetherPage::isFor, make<TogetherPage>},
        {titled("Compare"), ComparePage::isFor, make<ComparePage>,
         [](Session& session) { session.comparison().end(); }},
        {untitled, [](const Session& session) { return session.host().isEmpty(); }, make<EmptyPage>},
        {untitled, [](const Session& session) { return !session.host().isEmpty() && !session.shown(); },
         make<StandInPage>},
    };
}

std::vector<ExportView> allExports()
{
    return {timelineExport(), oomExport(),  compositionExport(), addressMapExport(), workersExport(),
            togetherExport(), runsExport(), operationsExport(),  compareExport()};
}

PageStack::PageStack(const std::vector<PageKind>& kinds, const PageContext& context, QWidget* parent)
    : QStackedWidget(parent)
    , m_context(context)
    , m_tabs(new PageTabs(parent))
{
    m_tabs->setDocumentMode(true);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Pages"));
    for (const PageKind& kind : kinds)
        m_entries.push_back({kind});
    connect(this, &QStackedWidget::currentChanged, this, &QWidget::updateGeometry);
    connect(m_tabs, &QTabBar::currentChanged, this, &PageStack::onTab);
    connect(m_tabs, &QTabBar::tabCloseRequested, this, &PageStack::end);
    connect(context.session, &Session::leaving, this, &PageStack::leave);
    connect(&context.session->host(), &DocumentHost::reading, this, [this](bool again) {
        if (again)
            return;
        m_chosen = nullptr;
        m_before.clear();
        m_after.clear();
    });
}

std::vector<Page*> PageStack::pages() const
{
    std::vector<Page*> pages;
    for (const Entry& entry : m_entries)
        if (entry.page)
            pages.push_back(entry.page);
    return pages;
}

Page* PageStack::page() const
{
    return static_cast<Page*>(currentWidget());
}

void PageStack::refresh()
{
    const QSignalBlocker blocker(m_tabs);
    m_fitting.clear();
    for (Entry& entry : m_entries) {
        const bool isFitting = entry.kind.shows(*m_context.session);
        const bool isNeeded = isFitting || (entry.kind.offers && entry.kind.offers(*m_context.session));
        if (!entry.page && isNeeded)
            make(entry);
        if (!isFitting)
            continue;
        const auto tab = static_cast<int>(m_fitting.size());
        const QString title = titleOf(entry);
        m_fitting.push_back(entry.page);
        if (tab == m_tabs->count())
            m_tabs->addTab(title);
        else if (m_tabs->tabText(tab) != title)
            m_tabs->setTabText(tab, title);
        setClosable(tab, entry.kind.end != nullptr);
    }
    while (m_tabs->count() > static_cast<int>(m_fitting.size()))
        m_tabs->removeTab(m_tabs->count() - 1);
    const auto found = std::ranges::find(m_fitting, m_chosen);
    const auto tab = found == m_fitting.end() ? 0 : static_cast<int>(found - m_fitting.begin());
    m_tabs->setCurrentIndex(tab);
    setCurrentWidget(m_fitting[static_cast<std::size_t>(tab)]);
}

void PageStack::make(Entry& entry)
{
    entry.page = entry.kind.make(m_context, this);
    addWidget(entry.page);
    placeInTabOrder(m_tabs, entry.page);
    connect(entry.page, &QWidget::windowTitleChanged, this, &PageStack::refreshTitles);
    emit made(entry.page);
}

QString PageStack::titleOf(const Entry& entry) const
{
    const QString own = entry.page->windowTitle();
    return own.isEmpty() ? entry.kind.title(*m_context.session) : own;
}

void PageStack::refreshTitles()
{
    for (int tab = 0; tab < m_tabs->count(); ++tab)
        m_tabs->setTabText(tab, titleOf(entry(tab)));
    emit retitled();
}

void PageStack::choose(int tab)
{
    if (tab < m_tabs->count())
        m_tabs->setCurrentIndex(tab);
}

void PageStack::choose(const Page* page)
{
    const auto found = std::ranges::find(m_fitting, page);
    if (found != m_fitting.end())
        choose(static_cast<int>(found - m_fitting.begin()));
}

void PageStack::showFirst(const Chosen& program)
{
    if (m_context.session->wanted() == program)
        return choose(0);
    m_chosen = nullptr;
    m_context.session->choose(program);
    emit chosen();
}

void PageStack::onTab(int tab)
{
    if (tab < 0)
        return;
    leave();
    m_chosen = m_fitting[static_cast<std::size_t>(tab)];
    emit chosen();
}

PageStack::Place PageStack::here() const
{
    return {page(), m_context.session->place()};
}

void PageStack::leave()
{
    m_before.push_back(here());
    m_after.clear();
}

void PageStack::go(Places& from, Places& to)
{
    const auto next = nextOf(from);
    if (next == from.rend())
        return;
    const Place place = *next;
    const Place left = here();
    Places rest(from.cbegin(), next.base() - 1);
    Places others = to;
    others.push_back(left);
    m_chosen = place.page;
    if (place.view && (!left.view || place.view->program != left.view->program))
        m_context.session->goTo(*place.view); // calls leave()
    from = std::move(rest);
    to = std::move(others);
    emit chosen();
}

PageStack::Places::const_reverse_iterator PageStack::nextOf(const Places& places) const
{
    std::optional<ProgramWish> program;
    if (const auto& wanted = m_context.session->wanted())
        program = ProgramWish::of(*wanted->document, wanted->selection);
    return std::find_if(places.rbegin(), places.rend(), [&](const Place& each) {
        if (each.view && each.view->program != program)
            return true; // which pages apply there is known only then
        return each.page != page() && std::ranges::find(m_fitting, each.page) != m_fitting.end();
    });
}

const PageStack::Entry& PageStack::entry(int tab) const
{
    return *std::ranges::find(m_entries, m_fitting[static_cast<std::size_t>(tab)], &Entry::page);
}

void PageStack::setClosable(int tab, bool isClosable)
{
    QWidget* const there = m_tabs->tabButton(tab, QTabBar::RightSide);
    if (isClosable == (there != nullptr))
        return;
    if (there) {
        m_tabs->setTabButton(tab, QTabBar::RightSide, nullptr);
        there->deleteLater();
        return;
    }
    auto* button = new QToolButton(m_tabs);
    button->setIcon(themedIcon(QStringLiteral("close")));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setFixedSize(18, 18);
    button->setIconSize(QSize(12, 12));
    button->setToolTip(tr("Close"));
    button->setAccessibleName(tr("Close %1").arg(m_tabs->tabText(tab)));
    m_tabs->setTabButton(tab, QTabBar::RightSide, button);
    connect(button, &QToolButton::clicked, this, [this, button] {
        for (int each = 0; each < m_tabs->count(); ++each)
            if (m_tabs->tabButton(each, QTabBar::RightSide) == button)
                return end(each);
    });
}

void PageStack::end(int tab)
{
    const auto& end = entry(tab).kind.end;
    if (!end)
        return;
    end(*m_context.session);
    emit chosen(); // if the closed page was visible, another one is now
}

QSize PageStack::sizeHint() const
{
    if (currentWidget())
        return currentWidget()->sizeHint();
    return QStackedWidget::sizeHint();
}

QSize PageStack::minimumSizeHint() const
{
    if (currentWidget())
        return currentWidget()->minimumSizeHint();
    return QStackedWidget::minimumSizeHint();
}

} // namespace tidemark::ui
