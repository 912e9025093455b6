#include "ui/panels/problems_panel.h"

#include "ui/panels/problem_model.h"
#include "ui/tables/flat_table.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>

namespace tidemark::ui {

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ProblemModel(this))
    , m_table(new FlatTable(this))
    , m_pages(new QStackedLayout(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Problems"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ProblemModel::Text, QHeaderView::Stretch);
    // Queued, so that it runs after all columns have their widths.
    connect(header, &QHeaderView::sectionResized, this, &ProblemsPanel::fitRows, Qt::QueuedConnection);
    auto* none = new QLabel(tr("No problems were found."), this);
    none->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    none->setWordWrap(true);
    none->setMargin(12);
    none->setBackgroundRole(QPalette::Base);
    none->setAutoFillBackground(true);
    m_pages->addWidget(none);
    m_pages->addWidget(m_table);
}

void ProblemsPanel::setProblems(std::vector<Warning> problems)
{
    // With word wrap each row is measured whenever the width changes.
    constexpr std::size_t kWrapped = 200;
    m_table->setWordWrap(problems.size() <= kWrapped);
    m_table->setColumnHidden(ProblemModel::File, std::ranges::all_of(problems, &std::string::empty, &Warning::file));
    m_model->setProblems(std::move(problems));
    m_pages->setCurrentIndex(m_model->rowCount() == 0 ? 0 : 1);
    fitRows();
}

void ProblemsPanel::fitRows()
{
    if (m_table->wordWrap())
        m_table->resizeRowsToContents();
}

} // namespace tidemark::ui
