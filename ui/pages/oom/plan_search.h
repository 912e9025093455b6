#pragma once

#include "core/oom/report.h"
#include "core/open/find_plan.h"
#include "ui/session/task_runner.h"

#include <QStringList>

#include <memory>
#include <optional>

namespace tidemark::ui {

/// Looks for the plan of the program that a message is about, on another thread: in what was dropped on the message and
/// what other windows have open, and beside it.
class PlanSearch : public QObject
{
    Q_OBJECT

public:
    PlanSearch(DocumentKinds kinds, QObject* parent);

    /// The message in the file of that path, read for the first time or again; null: there is none. What was found of
    /// it is forgotten. Whether it is another message.
    bool setMessage(std::shared_ptr<const oom::Report> report, const std::string& path);
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
    void search(PlanPlaces places, std::function<void(std::optional<MessagePlan>)> found);
    void take(MessagePlan plan);

    DocumentKinds m_kinds;
    TaskRunner m_task;
    std::shared_ptr<const oom::Report> m_report;
    std::string m_path;
    QString m_about; // the message that all of this is for
    std::optional<MessagePlan> m_plan;
    bool m_isSearched = false;
    QStringList m_dropped; // that the plan was found in
    QStringList m_searched; // dropped, and being searched
    QStringList m_elsewhere; // open in other windows
};

} // namespace tidemark::ui
