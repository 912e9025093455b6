#pragma once

#include <QObject>

namespace tidemark::ui {

class DocumentHost;
class NoticeBar;

/// Offers the rest of a run of which a part was opened, in a notice: once, not again with every reload.
class RunOffer : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    RunOffer(DocumentHost* host, NoticeBar* notices, QObject* parent);

private:
    void offer();

    DocumentHost* m_host;
    NoticeBar* m_notices;
};

} // namespace tidemark::ui
