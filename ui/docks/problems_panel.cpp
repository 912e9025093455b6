#include "ui/docks/problems_panel.h"

#include "ui/docks/problem_model.h"
#include "ui/tables/flat_table.h"

#include <QHeaderView>
#include <QVBoxLayout>

namespace tidemark::ui {

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ProblemModel(this))
    , m_table(new FlatTable(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Problems"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ProblemModel::Text, QHeaderView::Stretch);
    // Once all of them have their widths.
    connect(header, &QHeaderView::sectionResized, this, &ProblemsPanel::fitRows, Qt::QueuedConnection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
}

void ProblemsPanel::setProblems(std::vector<Warning> problems)
{
    // Each row is measured whenever the width changes.
    constexpr std::size_t kWrapped = 200;
    m_table->setWordWrap(problems.size() <= kWrapped);
    m_model->setProblems(std::move(problems));
    fitRows();
}

void ProblemsPanel::fitRows()
{
    if (m_table->wordWrap())
        m_table->resizeRowsToContents();
}

} // namespace tidemark::ui
