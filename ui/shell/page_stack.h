#pragma once

#include "ui/pages/page.h"

#include <QStackedWidget>

#include <optional>
#include <vector>

class QTabBar;

namespace tidemark::ui {

/// The pages of a window, and the tabs to choose one of those that are for what is shown. The one that the user chose
/// stays wherever it is for what is shown, until other documents are opened; some of these tabs he can close. Asks for
/// the room of the page it shows: a long list of recent files must not squeeze the docks beside a chart.
class PageStack : public QStackedWidget
{
    Q_OBJECT

public:
    PageStack(const std::vector<PageKind>& kinds, const PageContext& context, QWidget* parent);

    /// To stand above everything else of a page; of use where it has more than one.
    QTabBar* tabs() const { return m_tabs; }
    std::vector<Page*> pages() const;
    Page* page() const; // that is seen
    /// After what is shown changed: which pages there are, what they are called, which is seen.
    void refresh();
    /// By the position of its tab; nothing where there is no such tab.
    void choose(int tab);
    /// The same by the page.
    void choose(const Page* page);

    /// These problems, and after them those of the page that is seen that are none of them.
    std::vector<Warning> withProblems(std::vector<Warning> problems) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The user wants another page.
    void chosen();

private:
    struct Entry {
        PageKind kind;
        Page* page = nullptr;
    };
    void onTab(int tab);
    /// The entry of a tab.
    const Entry& entry(int tab) const;
    void setClosable(int tab, bool isClosable);
    void end(int tab);

    Session* m_session;
    QTabBar* m_tabs;
    std::vector<Entry> m_entries;
    std::vector<Page*> m_fitting; // in the order of the tabs
    Page* m_chosen = nullptr; // by the user
};

} // namespace tidemark::ui
