#pragma once

#include "ui/pages/workers/worker_table.h"
#include "ui/state/units.h"

#include <QWidget>

class QToolButton;

namespace tidemark::ui {

class ElidedLabel;
class FigureLine;

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

protected:
    void resizeEvent(QResizeEvent* event) override;

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

} // namespace tidemark::ui
