#pragma once

#include "core/oom/message.h"
#include "core/open/find_plan.h"
#include "core/view/view.h"
#include "ui/session/task_runner.h"
#include "ui/state/view_state.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>

namespace tidemark::ui {

class ElidedLabel;
class RowTable;

/// Finds the plan of a message's program on another thread: in the documents that were opened together with the
/// message, in files that were dropped on it, and in files that other windows have open.
class PlanSearch : public QObject
{
    Q_OBJECT

public:
    PlanSearch(DocumentKinds kinds, QObject* parent);

    /// Sets the message of the file at `path` after reading or reloading it; null: there is none. Forgets the plan.
    /// Returns whether it is another message.
    bool setMessage(std::shared_ptr<const oom::Message> message, const std::string& path,
                    const Documents& openedTogether);
    void setOpenElsewhere(const QStringList& paths);
    void start();
    /// Searches these files. REQUIRES: a message
    void startInDropped(const QStringList& paths);

    const std::optional<MessagePlan>& plan() const { return m_plan; }
    /// The path to open to show the plan: the dropped or open path, else the file of the plan. REQUIRES: plan()
    QString pathToOpen() const;

signals:
    void found();
    /// These files have nothing to do with the message, or the message is gone.
    void notInDropped(const QStringList& paths);

private:
    void search(Documents documents, std::vector<std::string> paths,
                std::function<void(std::optional<MessagePlan>)> found);
    void take(MessagePlan plan);

    DocumentKinds m_kinds;
    TaskRunner m_task;
    std::shared_ptr<const oom::Message> m_message;
    Documents m_openedTogether;
    QString m_about; // identifies the message of all this data
    std::optional<MessagePlan> m_plan;
    bool m_isSearched = false;
    QStringList m_dropped; // dropped paths that contain the plan
    QStringList m_searched; // dropped paths that are being searched
    QStringList m_elsewhere; // open in other windows
};

/// The live buffers at the peak of a message's plan, for messages that list no allocations. The widget has its own
/// cursor and selection, because nothing else on the page is part of the plan.
class PlanBuffers : public QWidget
{
    Q_OBJECT

public:
    /// `units` must outlive this object.
    PlanBuffers(const Units* units, QWidget* parent);

    /// Null: there is no plan, and the widget is hidden. The rules give the category of copied rows.
    void setPlan(std::shared_ptr<const View> plan, const AttributionRules& rules);

signals:
    /// The user wants to see the row in the plan.
    void openRequested(RowId row);

private:
    void refresh();

    const Units* m_units;
    ViewState m_state;
    ElidedLabel* m_note;
    RowTable* m_table;
};

} // namespace tidemark::ui
