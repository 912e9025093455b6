#include "ui/panels/problems_panel.h"

#include "core/base/notes.h"
#include "ui/state/row_text.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/grid.h"
#include "ui/theme/text.h"
#include "ui/widgets/restyle.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

Grid gridOf(std::vector<Warning> problems)
{
    Grid grid;
    grid.columns = {{"file", ProblemsPanel::tr("File"), {}},
                    {"problem", ProblemsPanel::tr("Problem"), {}},
                    {"times", ProblemsPanel::tr("Times"), {}},
                    {"first_byte", ProblemsPanel::tr("First at byte"), {}},
                    {"kind", ProblemsPanel::tr("Kind"), {}}};
    grid.columns[ProblemsPanel::File].elide = Qt::ElideMiddle;
    grid.columns[ProblemsPanel::Count].isCount = true;
    grid.columns[ProblemsPanel::Offset].isCount = true;
    for (const Warning& problem : problems) {
        GridCell offset = std::string(); // unlike an unknown cell, an empty text has no sign
        if (problem.offset)
            offset = static_cast<std::int64_t>(*problem.offset);
        const QString kind = isProblem(problem) ? ProblemsPanel::tr("Problem") : ProblemsPanel::tr("Note");
        grid.rows.push_back({problem.file, problem.text, static_cast<std::int64_t>(problem.count), std::move(offset),
                             kind.toStdString()});
    }
    grid.toolTip = [all = std::move(problems)](std::size_t row) { return text(all[row].describe()); };
    return grid;
}

} // namespace

ProblemsPanel::ProblemsPanel(const Units* units, QWidget* parent)
    : QWidget(parent)
    , m_model(new GridModel(units, this))
    , m_table(new FlatTable(this))
    , m_pages(new QStackedLayout(this))
{
    m_model->setGrid(gridOf({}));
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Problems"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(Text, QHeaderView::Stretch);
    header->setSectionResizeMode(File, QHeaderView::Interactive);
    onResize(m_table, [this] { fitFile(); });
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
    m_table->setColumnHidden(File, std::ranges::all_of(problems, &std::string::empty, &Warning::file));
    m_table->setColumnHidden(Kind, std::ranges::all_of(problems, isProblem));
    m_model->setGrid(gridOf(std::move(problems)));
    m_pages->setCurrentIndex(m_model->rowCount() == 0 ? 0 : 1);
    fitFile();
    fitRows();
}

/// Long paths leave most of the width to the problems.
void ProblemsPanel::fitFile()
{
    const QAbstractItemView* const table = m_table; // QTableView hides the width
    m_table->setColumnWidth(File, std::min(table->sizeHintForColumn(File), m_table->width() / 4));
}

void ProblemsPanel::fitRows()
{
    if (m_table->wordWrap())
        m_table->resizeRowsToContents();
}

ChecksPanel::ChecksPanel(const Units* units, QWidget* parent)
    : QTextBrowser(parent)
    , m_units(units)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setAccessibleName(tr("Checks"));
    connect(units, &Units::changed, this, &ChecksPanel::refresh);
    onRestyle(this, [this] { refresh(); });
}

void ChecksPanel::setChecks(std::vector<Check> checks)
{
    m_checks = std::move(checks);
    refresh();
}

void ChecksPanel::refresh()
{
    setHtml(m_checks.empty() ? tr("There is nothing to check.") : checksHtml(m_checks, *m_units, colorsFor(palette())));
}

} // namespace tidemark::ui
