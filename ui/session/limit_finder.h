#pragma once

#include "core/open/limits_beside.h"
#include "ui/session/task_runner.h"

#include <map>
#include <string>

namespace tidemark::ui {

/// What messages beside files tell of how much memory there is. Each folder is read once, until forget().
class LimitFinder : public QObject
{
    Q_OBJECT

public:
    explicit LimitFinder(DocumentKinds kinds, QObject* parent = nullptr);

    /// The figures of a view with what is known of its folder.
    Figures applied(Figures figures, const View& view) const;
    /// Looks beside a view, where nothing else tells the capacity and nobody has looked.
    void find(const View& view, const Figures& figures);
    /// Another view comes first.
    void abandon() { m_tasks.abandon(); }
    /// Files are read again.
    void forget() { m_told.clear(); }

signals:
    void found(); // there are some

private:
    DocumentKinds m_kinds;
    std::map<std::string, ToldLimits> m_told; // by folder
    TaskRunner m_tasks;
};

} // namespace tidemark::ui
