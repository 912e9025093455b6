#pragma once

#include <QObject>

namespace tidemark::ui {

class NoticeBar;
class Page;

/// Shows the offer of a page in a notice. The link of the notice accepts the offer.
class PageOffer : public QObject
{
    Q_OBJECT

public:
    /// This object belongs to the page. The bar must outlive it.
    PageOffer(Page* page, NoticeBar* notices);
};

} // namespace tidemark::ui
