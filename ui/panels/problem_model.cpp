#include "ui/panels/problem_model.h"

#include "ui/state/grouped.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"

namespace tidemark::ui {

ProblemModel::ProblemModel(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void ProblemModel::setProblems(std::vector<Warning> problems)
{
    beginResetModel();
    m_problems = std::move(problems);
    endResetModel();
}

int ProblemModel::rowCount(const QModelIndex& parent) const
{
    return countBelow(parent, m_problems.size());
}

int ProblemModel::columnCount(const QModelIndex& parent) const
{
    return countBelow(parent, ColumnCount);
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Warning& problem = m_problems[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::TextAlignmentRole)
        return cellAlignment(column > Text);
    if (role == Qt::ToolTipRole)
        return QString::fromStdString(problem.describe()).toHtmlEscaped();
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case File:
        return text(problem.file);
    case Text:
        return text(problem.text);
    case Count:
        return grouped(problem.count);
    case Offset:
        if (problem.offset)
            return grouped(*problem.offset);
        return {};
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return cellAlignment(section > Text);
    if (role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case File:
        return tr("File");
    case Text:
        return tr("Problem");
    case Count:
        return tr("Times");
    case Offset:
        return tr("First at byte");
    case ColumnCount:
        break;
    }
    return {};
}

} // namespace tidemark::ui
