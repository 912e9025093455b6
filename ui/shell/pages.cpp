#include "ui/shell/pages.h"

#include "ui/pages/empty/empty_page.h"
#include "ui/pages/message/message_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/session/session.h"

namespace tidemark::ui {

std::vector<PageKind> allPages()
{
    return {
        {[](const Session& session) { return session.shown().has_value(); },
         [](const PageContext& context, QWidget* parent) -> Page* { return new TimelinePage(context, parent); }},
        {[](const Session& session) { return session.host().isEmpty(); },
         [](const PageContext& context, QWidget* parent) -> Page* { return new EmptyPage(context, parent); }},
        {[](const Session&) { return true; },
         [](const PageContext& context, QWidget* parent) -> Page* { return new MessagePage(context, parent); }},
    };
}

} // namespace tidemark::ui
