#pragma once

#include "core/link/resident.h"
#include "ui/charts/bar_plot.h"
#include "ui/pages/page.h"
#include "ui/session/task_runner.h"

#include <optional>

class QComboBox;
class QLabel;
class QStackedLayout;

namespace tidemark::ui {

class GridTable;
class WaitingView;
class WrappedLabel;

struct Together {
    Resident all;
    std::vector<QString> names; // of the programs
    bool areThoseThatRan = false; // some programs of the files did not
};

/// Shows what the programs of one worker need on one device together: a sentence, a bar and a row for each program and
/// for all together, and what the answer assumes. Selected programs are added up; without a selection, all are.
class TogetherPage : public Page
{
    Q_OBJECT

public:
    TogetherPage(const PageContext& context, QWidget* parent);

    /// For compiled programs, if the worker of the shown one has several.
    static bool isFor(const Session& session);

    GridTable* programs() const { return m_table; }
    BarsWidget* bars() const { return m_bars; }
    QString sentence() const;
    std::vector<PanelId> panels() const override { return {PanelId::Problems}; }
    QString sought() const override { return tr("module"); }
    bool hasOwnSearch() const override { return true; }
    bool isOfAllPrograms() const override { return true; }
    std::vector<InputHint> hints() const override;
    bool offersTable() const override { return m_together.has_value(); }
    bool offersPicture() const override { return m_together.has_value(); }
    std::optional<PagePicture> picture() const override;
    QString atCursors() const override { return m_together ? tr("Select modules to add up only these") : QString(); }
    QString amount() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override { return memoryFile(QStringLiteral("-together")); }
    int fullHeight() const override;

protected:
    void fit() override;

private:
    void forget();
    void ask();
    void refreshTable();
    void refresh();
    void open(int line);
    void refreshBars();
    std::vector<std::size_t> addedUp() const;
    std::optional<int> lineOf(std::size_t bar) const;
    void refreshDevices();
    bool isOfShown() const;
    BarPlot plot() const;
    Capacity capacity() const;

    QStackedLayout* m_layout;
    WaitingView* m_waiting;
    WrappedLabel* m_sentence;
    QLabel* m_sums;
    BarsWidget* m_bars;
    QComboBox* m_devices; // shown if the files name several
    QLabel* m_deviceLabel;
    GridTable* m_table;
    std::optional<Chosen> m_asked; // what the answer, or the task that computes it, is of
    std::optional<Together> m_together;
    Resident m_counted; // of the selected programs, else of all
    TaskRunner m_tasks; // last, so that it ends first
};

} // namespace tidemark::ui
