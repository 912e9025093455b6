#include "ui/pages/oom/plan_search.h"

#include "ui/session/paths.h"
#include "ui/theme/text.h"

#include <utility>

namespace tidemark::ui {

PlanSearch::PlanSearch(DocumentKinds kinds, QObject* parent)
    : QObject(parent)
    , m_kinds(std::move(kinds))
{ }

bool PlanSearch::setMessage(std::shared_ptr<const oom::Report> report, const std::string& path,
                            const Documents& openedTogether)
{
    m_task.abandon();
    m_plan.reset();
    m_isSearched = false;
    m_report = std::move(report);
    m_openedTogether = openedTogether;
    QString about;
    if (m_report)
        about = fromNative(path) + u':' + QString::number(m_report->line) + u':' + text(m_report->rank);
    const bool isOther = about != std::exchange(m_about, about);
    if (isOther)
        m_dropped.clear();
    if (!m_searched.isEmpty())
        emit notInDropped(std::exchange(m_searched, {}));
    return isOther;
}

void PlanSearch::setOpenElsewhere(const QStringList& paths)
{
    if (paths == m_elsewhere)
        return;
    m_elsewhere = paths;
    if (!m_plan && m_searched.isEmpty())
        m_isSearched = false;
}

void PlanSearch::start()
{
    if (!m_report || m_isSearched || !m_searched.isEmpty())
        return;
    m_isSearched = true;
    search(m_openedTogether, nativePaths(m_dropped + m_elsewhere), [this](std::optional<MessagePlan> plan) {
        if (plan)
            take(std::move(*plan));
    });
}

void PlanSearch::startInDropped(const QStringList& paths)
{
    m_searched = paths;
    search({}, nativePaths(paths), [this](std::optional<MessagePlan> plan) {
        const QStringList dropped = std::exchange(m_searched, {});
        if (plan) {
            m_dropped = dropped;
            m_isSearched = true;
            take(std::move(*plan));
            return;
        }
        emit notInDropped(dropped);
        m_isSearched = m_plan.has_value(); // another search may have been cancelled for this one
        start();
    });
}

void PlanSearch::search(Documents documents, std::vector<std::string> paths,
                        std::function<void(std::optional<MessagePlan>)> found)
{
    m_task.run<std::optional<MessagePlan>>(
        {},
        [report = m_report, documents = std::move(documents), paths = std::move(paths),
         kinds = m_kinds](const Progress& progress) {
            auto plan = findMessagePlan(*report, documents, progress);
            if (!plan || *plan)
                return plan;
            return findPlan(*report, paths, kinds, progress);
        },
        [found = std::move(found)](Result<std::optional<MessagePlan>> plan) {
            // A file that cannot be read is not an error of the message.
            found(plan ? std::move(*plan) : std::nullopt);
        });
}

void PlanSearch::take(MessagePlan plan)
{
    m_plan = std::move(plan);
    emit found();
}

QString PlanSearch::pathToOpen() const
{
    const QString path = fromNative(m_plan->view->path);
    for (const QString& opened : m_dropped + m_elsewhere)
        if (path.startsWith(opened + u'/'))
            return opened;
    return path;
}

} // namespace tidemark::ui
