#pragma once

#include "ui/pages/export_view.h"
#include "ui/pages/page.h"
#include "ui/session/view_snapshot.h"

#include <QStackedWidget>

#include <optional>
#include <vector>

class QTabBar;

namespace tidemark::ui {

/// All pages in tab order. There is at least one for every view.
std::vector<PageKind> allPages();

/// The pictures that can be drawn without a window.
std::vector<ExportView> allExports();

/// The pages of a window, and tabs for the pages that apply to the current view. A page is made when it first applies,
/// so that a window opens faster. The page that the user chose stays selected whenever it applies, until other
/// documents are opened. The user can close some of these tabs. The stack
/// requests only the size of the visible page, because a long list of recent files must not squeeze the docks next to a
/// chart.
class PageStack : public QStackedWidget
{
    Q_OBJECT

public:
    PageStack(const std::vector<PageKind>& kinds, const PageContext& context, QWidget* parent);

    /// To be placed above everything else of a page. Needed only if it has more than one tab.
    QTabBar* tabs() const { return m_tabs; }
    std::vector<Page*> pages() const; // that have been made
    Page* page() const; // the visible page; null before the first refresh()
    /// Call it when the view changed: updates the available pages, their titles and the visible page.
    void refresh();
    /// Chooses a page by its tab position. Does nothing if there is no such tab.
    void choose(int tab);
    void choose(const Page* page);
    /// Shows a program on the first page, as one step of goBack().
    void showFirst(const Chosen& program);
    /// Returns to the page, and to the program and the place in it, from which the user came here.
    void goBack() { go(m_before, m_after); }
    bool canGoBack() const { return nextOf(m_before) != m_before.rend(); }
    void goForward() { go(m_after, m_before); }
    bool canGoForward() const { return nextOf(m_after) != m_after.rend(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A page is made. It is not visible yet.
    void made(Page* page);
    void chosen();
    void retitled();

private:
    struct Entry {
        PageKind kind;
        Page* page = nullptr; // null: not made yet
    };
    struct Place {
        Page* page = nullptr;
        std::optional<ViewPlace> view; // none: nothing with a program was open
    };
    using Places = std::vector<Place>; // the last one last

    void make(Entry& entry);
    QString titleOf(const Entry& entry) const;
    void refreshTitles();
    void onTab(int tab);
    Place here() const;
    /// The user is about to leave this place.
    void leave();
    /// The last of these places that can be shown and is not the current one.
    Places::const_reverse_iterator nextOf(const Places& places) const;
    void go(Places& from, Places& to);
    const Entry& entry(int tab) const;
    void setClosable(int tab, bool isClosable);
    void end(int tab);

    const PageContext m_context;
    QTabBar* m_tabs;
    std::vector<Entry> m_entries;
    std::vector<Page*> m_fitting; // the pages that apply, in tab order
    Page* m_chosen = nullptr; // the page that the user chose
    Places m_before; // those before the current one
    Places m_after; // those that goBack() left
};

} // namespace tidemark::ui
