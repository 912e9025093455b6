#pragma once

#include "core/oom/report.h"
#include "core/open/find_plan.h"
#include "ui/session/task_runner.h"

#include <QStringList>

#include <memory>
#include <optional>

namespace tidemark::ui {

/// Finds the plan of a message's program on another thread: in the documents that were opened together with the message,
/// in files that were dropped on it, and in files that other windows have open.
class PlanSearch : public QObject
{
    Q_OBJECT

public:
    PlanSearch(DocumentKinds kinds, QObject* parent);

    /// Sets the message of the file at `path` after reading or reloading it; null: there is none. Forgets the plan.
    /// Returns whether it is another message.
    bool setMessage(std::shared_ptr<const oom::Report> report, const std::string& path,
                    const Documents& openedTogether);
    void setOpenElsewhere(const QStringList& paths);
    /// Looks, unless it has looked already.
    void start();
    /// Looks there. REQUIRES: a message
    void startInDropped(const QStringList& paths);

    const std::optional<MessagePlan>& plan() const { return m_plan; }
    /// What shows the plan when it is opened: what was dropped or is open, else its file. REQUIRES: plan()
    QString pathToOpen() const;

signals:
    void found();
    /// These have nothing to do with the message, or it is gone.
    void notInDropped(const QStringList& paths);

private:
    void search(Documents documents, std::vector<std::string> paths,
                std::function<void(std::optional<MessagePlan>)> found);
    void take(MessagePlan plan);

    DocumentKinds m_kinds;
    TaskRunner m_task;
    std::shared_ptr<const oom::Report> m_report;
    Documents m_openedTogether;
    QString m_about; // the message that all of this is for
    std::optional<MessagePlan> m_plan;
    bool m_isSearched = false;
    QStringList m_dropped; // that the plan was found in
    QStringList m_searched; // dropped, and being searched
    QStringList m_elsewhere; // open in other windows
};

} // namespace tidemark::ui
