#pragma once

#include "core/tenstorrent/tt_train/run.h"
#include "ui/pages/page.h"
#include "ui/pages/runs/run_list.h"
#include "ui/state/units.h"
#include "ui/tables/grid.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTextBrowser;
class QToolButton;

namespace tidemark::ui {

class BarsWidget;
class ElidedLabel;
class WrappedLabel;

/// Edits the expected sizes of model, optimizer and gradients, and the device memory. Shows the values of the file
/// until the user enters others. Values may have a byte unit or none.
class SizesForm : public QWidget
{
    Q_OBJECT

public:
    SizesForm(const Units* units, QWidget* parent);

    /// The values of the user. Absent if equal to the file, or if the text is no amount.
    GivenSizes sizes() const;
    /// Sets the values of the user. A field that already has its value keeps its text.
    void setSizes(const GivenSizes& given);
    void clear();
    /// Sets the values to use if the user enters none, from the given run.
    void setRead(const tt::JudgedRun& run);
    /// Only the device memory can be edited, because an export of CI contains the other sizes.
    void setIsKept(bool isKept);

signals:
    void changed();

private:
    enum Field { Device, Model, Optimizer, Gradients, Count };

    std::optional<double> bytesOf(Field field) const;
    void onEdited();
    void refreshFault();
    void refreshPlaceholders();

    const Units* m_units;
    std::array<QLineEdit*, Count> m_edits{};
    std::array<std::optional<double>, Count> m_read;
    QToolButton* m_reset;
    QLabel* m_fault;
    bool m_isSetting = false; // fields are filled by the program, not by the user
};

/// Shows the runs of a training log next to each other: a stacked bar for each run compared with the device memory, a
/// table of the phases of the selected run or of all runs, and the details of the selected run with sizes that can be
/// edited. The exports of CI of a model are shown over time. The selected run is the one that the window shows.
class RunsPage : public Page
{
    Q_OBJECT

public:
    RunsPage(const PageContext& context, QWidget* parent);

    static bool isFor(const Session& session);
    /// "Runs (2)"
    static QString tabTitle(const Session& session);

    const std::shared_ptr<const RunList>& list() const { return m_list; }
    BarsWidget* chart() const { return m_chart; }

    std::vector<PanelId> panels() const override { return {PanelId::Problems, PanelId::Checks}; }
    bool canDo(Command command) const override { return m_list && Page::canDo(command); }
    std::vector<InputHint> hints() const override;
    bool offersPicture() const override { return m_list && !m_list->runs.empty(); }
    bool offersTable() const override { return offersPicture(); }
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override { return programFile(QStringLiteral("-runs")); }

protected:
    void fit() override;

private:
    enum TablePage { Phases, Runs };

    QWidget* makeLeft();
    QWidget* makeTools();
    QWidget* makeRight();
    GridTable* makeTable(std::vector<Grid::Column> columns, const QString& name);
    /// Called when another document, or none, is shown.
    void refresh();
    void refreshChoices();
    /// Judges the same runs again when they are visible.
    void judge();
    void refreshRun();
    RunsQuestion question() const;
    std::optional<std::size_t> place() const;
    void select(std::size_t place);
    void open(std::size_t place);
    GridTable* shownTable() const;

    std::shared_ptr<const tt::TrainDocument> m_document; // null: something else is shown
    QStringList m_paths; // paths of the document
    std::shared_ptr<const RunList> m_list; // of m_document
    bool m_isStale = false; // does not match the last question
    std::optional<ProgramId> m_selected; // in the list's document
    ElidedLabel* m_headline = nullptr;
    BarsWidget* m_chart = nullptr;
    QComboBox* m_trend = nullptr;
    QComboBox* m_which = nullptr;
    QStackedWidget* m_tables = nullptr;
    GridTable* m_phases = nullptr;
    GridTable* m_runs = nullptr;
    QWidget* m_right = nullptr;
    WrappedLabel* m_detailsTitle = nullptr;
    SizesForm* m_sizes = nullptr;
    QCheckBox* m_usesActual = nullptr;
    QTextBrowser* m_details = nullptr;
};

} // namespace tidemark::ui
