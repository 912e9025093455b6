#include "ui/shell/run_offer.h"

#include "ui/session/document_host.h"
#include "ui/session/paths.h"
#include "ui/widgets/notice_bar.h"

namespace tidemark::ui {
namespace {

constexpr const char* kRun = "run"; // subject of the notice

QString offerText(const WholeRun& run)
{
    const QString workers = run.otherHosts == 1 ? RunOffer::tr("one more worker of this run")
                                                : RunOffer::tr("%1 more workers of this run").arg(run.otherHosts);
    if (run.others.size() > 1)
        return RunOffer::tr("%1 folders next to this one hold %2.").arg(run.others.size()).arg(workers);
    return RunOffer::tr("The folder %1, next to this one, holds %2.")
        .arg(shortName({fromNative(run.others.front())}), workers);
}

} // namespace

RunOffer::RunOffer(DocumentHost* host, NoticeBar* notices, QObject* parent)
    : QObject(parent)
    , m_host(host)
    , m_notices(notices)
{
    connect(host, &DocumentHost::reading, this, [this](bool again) {
        if (!again)
            m_notices->withdraw(QLatin1String(kRun));
    });
    connect(host, &DocumentHost::opened, this, [this](bool again) {
        if (!again)
            offer();
    });
    connect(notices, &NoticeBar::linkActivated, this, [this](const QString& subject) {
        if (subject != QLatin1String(kRun) || !m_host->wholeRun())
            return;
        QStringList folders;
        for (const std::string& folder : m_host->wholeRun()->folders)
            folders << fromNative(folder);
        m_host->open(folders);
    });
}

void RunOffer::offer()
{
    if (const auto& run = m_host->wholeRun())
        m_notices->showNotice(QLatin1String(kRun), offerText(*run),
                              tr("Open all %1 workers of this run").arg(run->hosts), NoticeBar::Tone::Offer);
}

} // namespace tidemark::ui
