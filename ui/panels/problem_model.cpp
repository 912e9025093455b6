#include "ui/panels/problem_model.h"

#include "core/base/text.h"

#include <QString>

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
    return parent.isValid() ? 0 : static_cast<int>(m_problems.size());
}

int ProblemModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Warning& problem = m_problems[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (column <= Text ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole)
        return QString::fromStdString(problem.describe()).toHtmlEscaped();
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case File:
        return QString::fromStdString(validUtf8(problem.file));
    case Text:
        return QString::fromStdString(validUtf8(problem.text));
    case Count:
        return QString::fromStdString(groupedNumber(static_cast<std::int64_t>(problem.count)));
    case Offset:
        return problem.offset ? QString::fromStdString(groupedNumber(static_cast<std::int64_t>(*problem.offset)))
                              : QString();
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
        return QVariant::fromValue(Qt::AlignVCenter | (section <= Text ? Qt::AlignLeft : Qt::AlignRight));
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
