#pragma once

#include "core/base/warnings.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// The problems in a file that did not prevent reading it.
class ProblemModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { File, Text, Count, Offset, ColumnCount };

    explicit ProblemModel(QObject* parent = nullptr);
    void setProblems(std::vector<Warning> problems);
    const std::vector<Warning>& problems() const { return m_problems; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<Warning> m_problems;
};

} // namespace tidemark::ui
