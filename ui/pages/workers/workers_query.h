#pragma once

#include "core/view/workers.h"
#include "ui/session/task_runner.h"

#include <optional>

namespace tidemark::ui {

/// Compares the workers of documents in the background, and keeps what was found until something else is asked.
class WorkersQuery : public QObject
{
    Q_OBJECT

public:
    explicit WorkersQuery(QObject* parent);

    /// Of all documents the program of that name, or of each file its largest where the name is empty. Ends with
    /// changed() unless this is what is known or under way already; rules that change need a forget(). An error of the
    /// same question is asked again.
    void ask(const Documents& documents, const std::string& program, std::int64_t memory,
             const AttributionRules& rules);
    void cancel() { m_tasks.cancel(); }
    /// Nothing is asked any more.
    void forget();

    bool isBusy() const { return m_tasks.isBusy(); }
    /// Null: there is an error, or nothing was asked.
    const std::shared_ptr<const Workers>& workers() const { return m_workers; }
    const std::optional<Error>& error() const { return m_error; }

signals:
    void changed();
    void progressed(int permille, const QString& text);

private:
    TaskRunner m_tasks;
    Documents m_documents;
    std::string m_program;
    std::int64_t m_memory = 0;
    std::shared_ptr<const Workers> m_workers;
    std::optional<Error> m_error;
};

} // namespace tidemark::ui
