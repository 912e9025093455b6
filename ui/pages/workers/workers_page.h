#pragma once

#include "core/compare/workers.h"
#include "ui/pages/page.h"
#include "ui/pages/workers/worker_table.h"
#include "ui/session/task_runner.h"
#include "ui/state/units.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;

namespace tidemark::ui {

class BarsWidget;
class ElidedLabel;
class FigureLine;
class WaitingView;
class WorkerPanel;
class WorkersList;

/// The headline about the workers, and the figures of all.
class WorkersHeadline : public QWidget
{
    Q_OBJECT

public:
    WorkersHeadline(const Units* units, QWidget* parent);

    /// `program` is the program that all workers were compared by; empty if each has its own. `capacity` is that of a
    /// device, if known.
    void setTable(std::shared_ptr<const WorkerTable> table, const QString& program,
                  std::optional<std::int64_t> capacity);
    /// "16 workers, all equal"
    const QString& text() const { return m_text; }

signals:
    void checksRequested();

private:
    void refresh();
    void fit();

    const Units* m_units;
    ElidedLabel* m_finding;
    ElidedLabel* m_reason; // below the finding if that has no room for it
    FigureLine* m_figures;
    QToolButton* m_checks; // the checks of all workers
    std::shared_ptr<const WorkerTable> m_table;
    QString m_text; // the whole headline
    QString m_program;
    std::optional<std::int64_t> m_capacity;
};

/// Shows all workers of a session next to each other: what stands out, a bar and a table row for each, and the checks
/// and parts of the selected worker. The session is that of the program that the window shows. The workers are compared
/// when the page is first visible, and again when another program or memory is shown. The title of the tab is the title
/// of this widget: "Workers (16)".
class WorkersPage : public Page
{
    Q_OBJECT

public:
    WorkersPage(const PageContext& context, QWidget* parent);

    /// Returns whether there is a session of several workers with rows that have meanings.
    static bool isFor(const Session& session);

    WorkersList* list() const { return m_list; }

    std::vector<PanelId> panels() const override { return {PanelId::Problems}; }
    bool canDo(Command command) const override { return m_table && Page::canDo(command); }
    QString sought() const override;
    bool hasOwnSearch() const override { return true; }
    void goToMatch(int by) override;
    std::vector<InputHint> hints() const override;
    QString gestures() const override
    {
        return m_table ? tr("double-click opens a worker, Ctrl+D compares two workers") : QString();
    }
    QString amount() const override;
    bool offersPicture() const override { return m_table != nullptr; }
    bool offersTable() const override;
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    Warnings problems() const override;
    QString fileName() const override { return programFile(QStringLiteral("-workers")); }

protected:
    void fit() override;
    bool event(QEvent* event) override;

private:
    bool isFiltered() const;
    /// "3 of 16 rows". REQUIRES: a table
    QString rowsShown() const;
    QWidget* makeContent();
    QWidget* makeTools();
    void answerCommands();
    /// Compares the workers in the background, unless the same question is already answered or running. An error of the
    /// same question is retried.
    void ask();
    void forget();
    /// The name of the program to compare; empty for the largest of each worker. REQUIRES: a view
    std::string program() const;
    /// The session of the program that the window shows. Null: the page shows nothing.
    const WorkerSession* session() const;
    void refreshSessions();
    void chooseSession(int index);
    void refresh();
    void refreshBars();
    void refreshDetails();
    void refreshScale();
    bool isOfProgram(const Worker& worker) const;
    WorkerCapacities capacities(const Workers& workers) const;
    /// Shows the checks of the selected worker, or of the first worker with a failed check.
    void showChecks();
    /// The row of the current worker in the table, which is also its bar.
    std::optional<std::size_t> place() const;
    void open(std::size_t worker);
    void compare();
    void escape();

    TaskRunner m_tasks; // compares the workers
    Documents m_documents; // that were compared last, like m_choice
    Choice m_choice;
    std::shared_ptr<const Workers> m_workers; // the answer; null: there is an error, or no question was asked
    std::optional<Error> m_error;
    std::shared_ptr<const WorkerTable> m_table; // null: not known yet
    QStackedLayout* m_layout;
    WaitingView* m_waiting; // visible while there is nothing to show
    QVBoxLayout* m_column = nullptr; // everything except the details
    WorkersHeadline* m_headline = nullptr;
    BarsWidget* m_chart = nullptr;
    QWidget* m_tools = nullptr;
    std::vector<WorkerSession> m_sessions; // with the numbers of workers of the chosen program
    QLabel* m_sessionLabel = nullptr;
    QComboBox* m_sessionBox = nullptr; // the data are indices into m_sessions
    QComboBox* m_which = nullptr;
    QCheckBox* m_onlyDiffering = nullptr;
    WorkersList* m_list = nullptr;
    WorkerPanel* m_details = nullptr;
    bool m_areDetailsWanted = false; // also if the page is narrow
};

} // namespace tidemark::ui
