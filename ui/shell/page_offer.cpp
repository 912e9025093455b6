#include "ui/shell/page_offer.h"

#include "ui/pages/page.h"
#include "ui/widgets/notice_bar.h"

namespace tidemark::ui {

PageOffer::PageOffer(Page* page, NoticeBar* notices)
    : QObject(page)
{
    const QString subject = QStringLiteral("offer-%1").arg(reinterpret_cast<quintptr>(page)); // one subject per page
    connect(page, &Page::offered, this,
            [notices, subject](const QString& text, const QString& link, NoticeBar::Tone tone) {
                if (text.isEmpty())
                    notices->withdraw(subject);
                else
                    notices->showNotice(subject, text, link, tone);
            });
    connect(notices, &NoticeBar::linkActivated, this, [page, subject](const QString& about) {
        if (about == subject)
            page->takeOffer();
    });
}

} // namespace tidemark::ui
