#include "ui/shell/pages.h"

#include "ui/pages/address_map/address_map_page.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/composition/composition_page.h"
#include "ui/pages/empty/empty_page.h"
#include "ui/pages/oom/oom_page.h"
#include "ui/pages/operations/operations_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/stand_in/stand_in_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/together/together_page.h"
#include "ui/pages/workers/workers_page.h"
#include "ui/session/session.h"

#include <QCoreApplication>

namespace tidemark::ui {

std::vector<PageKind> allPages()
{
    const auto untitled = [](const Session&) { return QString(); };
    return {
        {[](const Session&) { return QCoreApplication::translate("tidemark::ui::Pages", "Timeline"); },
         [](const Session& session) { return session.shown() && session.showsAxis(); },
         [](const PageContext& context, QWidget* parent) -> Page* { return new TimelinePage(context, parent); }},
        {[](const Session&) { return QCoreApplication::translate("tidemark::ui::Pages", "Out of Memory"); },
         OomPage::isFor,
         [](const PageContext& context, QWidget* parent) -> Page* { return new OomPage(context, parent); }, nullptr,
         OomPage::hasMessage},
        {[](const Session&) { return QCoreApplication::translate("tidemark::ui::Pages", "Operations"); },
         OperationsPage::isFor,
         [](const PageContext& context, QWidget* parent) -> Page* { return new OperationsPage(context, parent); }},
        {[](const Session&) { return QCoreApplication::translate("tidemark::ui::Pages", "Address Map"); },
         [](const Session& session) { return session.showsPlaces(); },
         [](const PageContext& context, QWidget* parent) -> Page* { return new AddressMapPage(context, parent); }},
        {[](const Session&) { return QCoreApplication::translate("tidemark::ui::Pages", "Composition"); },
         [](const Session& session) { return session.showsRows(); },
         [](const PageContext& context, QWidget* parent) -> Page* { return new CompositionPage(context, parent); }},
        {RunsPage::tabTitle, RunsPage::isFor,
         [](const PageContext& context, QWidget* parent) -> Page* { return new RunsPage(context, parent); }},
        {untitled, WorkersPage::isFor,
         [](const PageContext& context, QWidget* parent) -> Page* { return new WorkersPage(context, parent); }},
        {[](const Session&) { return QCoreApplication::translate("tidemark::ui::Pages", "Together"); },
         TogetherPage::isFor,
         [](const PageContext& context, QWidget* parent) -> Page* { return new TogetherPage(context, parent); }},
        {[](const Session&) { return QCoreApplication::translate("tidemark::ui::Pages", "Compare"); },
         ComparePage::isFor,
         [](const PageContext& context, QWidget* parent) -> Page* { return new ComparePage(context, parent); },
         [](Session& session) { session.comparison().end(); }},
        {untitled, [](const Session& session) { return session.host().isEmpty(); },
         [](const PageContext& context, QWidget* parent) -> Page* { return new EmptyPage(context, parent); }},
        {untitled, [](const Session& session) { return !session.host().isEmpty() && !session.shown(); },
         [](const PageContext& context, QWidget* parent) -> Page* { return new StandInPage(context, parent); }},
    };
}

std::vector<ExportView> allExports()
{
    return {timelineExport(), oomExport(),  compositionExport(), addressMapExport(), workersExport(),
            togetherExport(), runsExport(), operationsExport(),  compareExport()};
}

} // namespace tidemark::ui
