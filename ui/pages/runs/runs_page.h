#pragma once

#include "ui/pages/page.h"
#include "ui/pages/runs/run_list.h"
#include "ui/tables/grid.h"

class QCheckBox;
class QComboBox;
class QSplitter;
class QStackedWidget;
class QTextBrowser;

namespace tidemark::ui {

class ElidedLabel;
class GridTable;
class RunsChart;
class SizesForm;
class WrappedLabel;

/// The runs of a training log side by side: a stacked bar for each against the memory of the device, the phases of the
/// selected one or all runs as a table, and beside it what is known of it, with sizes that can be edited. What CI kept
/// of a model stands over time. The run that is selected is the one that the window shows.
class RunsPage : public Page
{
    Q_OBJECT

public:
    RunsPage(const PageContext& context, QWidget* parent);

    static bool isFor(const Session& session);
    /// "Runs (2)"
    static QString tabTitle(const Session& session);

    const std::shared_ptr<const RunList>& list() const { return m_list; }
    RunsChart* chart() const { return m_chart; }

    std::vector<DockId> docks() const override { return {DockId::Problems}; }
    bool canDo(Command command) const override;
    void perform(Command command) override;
    std::vector<InputHint> hints() const override;
    bool offersPicture() const override;
    bool offersTable() const override { return offersPicture(); }
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override;
    QSize minimumSizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum TablePage { Phases, Runs };

    QWidget* makeLeft();
    QWidget* makeTools();
    QWidget* makeRight();
    GridTable* makeTable(std::vector<Grid::Column> columns, const QString& name);
    /// Another document, or none.
    void refresh();
    void refreshChoices();
    /// The same runs, judged anew, once they are seen.
    void judge();
    void refreshRun();
    RunsQuestion question() const;
    std::optional<std::size_t> place() const;
    void select(std::size_t place);
    void open(std::size_t place);
    GridTable* shownTable() const;
    void fit();

    ViewState* m_state;
    Session* m_session;
    std::shared_ptr<const tt::TrainDocument> m_document; // null: something else is shown
    QStringList m_paths; // that it is of
    std::shared_ptr<const RunList> m_list; // of it
    bool m_isStale = false; // it is not what it was asked for last
    std::optional<ProgramId> m_selected; // of the list's document
    ElidedLabel* m_headline = nullptr;
    RunsChart* m_chart = nullptr;
    QComboBox* m_trend = nullptr;
    QComboBox* m_which = nullptr;
    QStackedWidget* m_tables = nullptr;
    GridTable* m_phases = nullptr;
    GridTable* m_runs = nullptr;
    QSplitter* m_split = nullptr;
    QWidget* m_right = nullptr;
    WrappedLabel* m_detailsTitle = nullptr;
    SizesForm* m_sizes = nullptr;
    QCheckBox* m_usesActual = nullptr;
    QCheckBox* m_asUpstream = nullptr;
    QTextBrowser* m_details = nullptr;
};

} // namespace tidemark::ui
