#pragma once

#include <QObject>

namespace tidemark::ui {

class NoticeBar;
class Page;

/// Shows what a page offers in a notice, whose link takes it.
class PageOffer : public QObject
{
    Q_OBJECT

public:
    /// Belongs to the page. The bar must outlive it.
    PageOffer(Page* page, NoticeBar* notices);
};

} // namespace tidemark::ui
