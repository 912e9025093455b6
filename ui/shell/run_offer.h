#pragma once

#include <QObject>

namespace tidemark::ui {

class DocumentHost;
class NoticeBar;

/// Offers in a notice to open the rest of a run if only a part of it was opened. Offers it once, not again with every
/// reload.
class RunOffer : public QObject
{
    Q_OBJECT

public:
    /// `host` and `notices` must outlive this object.
    RunOffer(DocumentHost* host, NoticeBar* notices, QObject* parent);

private:
    void offer();

    DocumentHost* m_host;
    NoticeBar* m_notices;
};

} // namespace tidemark::ui
