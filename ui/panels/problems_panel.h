#pragma once

#include "core/base/warnings.h"
#include "core/view/check.h"
#include "ui/state/units.h"

#include <QTextBrowser>
#include <QWidget>

#include <vector>

class QStackedLayout;

namespace tidemark::ui {

class FlatTable;
class GridModel;

/// The problems in a file that did not prevent reading it, and the notes on it, one per row and place in the file, or a
/// text that there are none.
class ProblemsPanel : public QWidget
{
    Q_OBJECT

public:
    enum Column { File, Text, Count, Offset, Kind };

    explicit ProblemsPanel(const Units* units, QWidget* parent = nullptr);

    void setProblems(std::vector<Warning> problems);
    FlatTable* table() const { return m_table; }

private:
    void fitFile();
    void fitRows();

    GridModel* m_model;
    FlatTable* m_table;
    QStackedLayout* m_pages; // the text that there are none, then the table
};

class ChecksPanel : public QTextBrowser
{
    Q_OBJECT

public:
    ChecksPanel(const Units* units, QWidget* parent);
    void setChecks(std::vector<Check> checks);

private:
    void refresh();

    const Units* m_units;
    std::vector<Check> m_checks;
};

} // namespace tidemark::ui
