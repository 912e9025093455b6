#pragma once

#include "core/view/workers.h"
#include "ui/session/task_runner.h"

#include <optional>

namespace tidemark::ui {

/// Compares the workers of documents in the background, and keeps the result until another question is asked.
class WorkersQuery : public QObject
{
    Q_OBJECT

public:
    explicit WorkersQuery(QObject* parent);

    /// Compares the chosen programs of the documents, see attributeWorkers(). Ends with changed(), unless the same
    /// question is already answered or running. Call forget() when the rules change. An error of the same question is
    /// retried.
    void ask(const Documents& documents, const Choice& choice, const AttributionRules& rules);
    void cancel() { m_tasks.cancel(); }
    /// Discards the question and the result.
    void forget();

    bool isBusy() const { return m_tasks.isBusy(); }
    /// Null if there is an error or no question was asked.
    const std::shared_ptr<const Workers>& workers() const { return m_workers; }
    const std::optional<Error>& error() const { return m_error; }

signals:
    void changed();
    void progressed(int permille, const QString& text);

private:
    TaskRunner m_tasks;
    Documents m_documents;
    Choice m_choice;
    std::shared_ptr<const Workers> m_workers;
    std::optional<Error> m_error;
};

} // namespace tidemark::ui
