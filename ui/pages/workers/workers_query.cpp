#include "ui/pages/workers/workers_query.h"

namespace tidemark::ui {

WorkersQuery::WorkersQuery(QObject* parent)
    : QObject(parent)
{
    connect(&m_tasks, &TaskRunner::progressed, this, &WorkersQuery::progressed);
    connect(&m_tasks, &TaskRunner::cancelled, this, [this] {
        m_error = Progress::cancelledError();
        emit changed();
    });
}

void WorkersQuery::forget()
{
    m_tasks.abandon();
    m_documents.clear();
    m_workers.reset();
    m_error.reset();
    emit changed();
}

void WorkersQuery::ask(const Documents& documents, const Choice& choice, const AttributionRules& rules)
{
    const bool isSame = documents == m_documents && choice == m_choice;
    if (isSame && (m_workers || isBusy()))
        return;
    m_documents = documents;
    m_choice = choice;
    m_workers.reset();
    m_error.reset();
    WorkersQuestion question;
    question.choice = choice;
    question.rules = rules;
    question.withViewChecks = true; // the checks that the window shows for each
    m_tasks.run<std::shared_ptr<const Workers>>(
        tr("Comparing the workers…"),
        [documents, question](const Progress& progress) -> Result<std::shared_ptr<const Workers>> {
            auto found = attributeWorkers(documents, question, progress);
            if (!found)
                return found.error();
            return std::make_shared<const Workers>(std::move(*found));
        },
        [this](const auto& found) {
            if (found)
                m_workers = *found;
            else
                m_error = found.error();
            emit changed();
        });
    emit changed();
}

} // namespace tidemark::ui
