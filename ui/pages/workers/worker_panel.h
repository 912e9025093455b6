#pragma once

#include "ui/pages/workers/worker_table.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

#include <QWidget>

#include <optional>

class QTextBrowser;

namespace tidemark::ui {

class WrappedLabel;

/// The details of a worker as rich text: its program, its level by category and role, the rule that decided the largest
/// allocation of each category, and its checks with both sides. Passed checks are a link with their number; they follow
/// the link if they are shown.
QString workerDetailsHtml(const WorkerTable& table, std::size_t worker, bool arePassedShown, const Units& units,
                          const Colors& colors);

/// The parts and checks of one worker, next to the table.
class WorkerPanel : public QWidget
{
    Q_OBJECT

public:
    WorkerPanel(const Units* units, QWidget* parent);

    void setWorker(std::shared_ptr<const WorkerTable> table, std::optional<std::size_t> worker);
    /// Scrolls to the checks, shows the passed ones too, and takes the keyboard focus.
    void showChecks();

private:
    void refresh();
    void togglePassed();

    const Units* m_units;
    WrappedLabel* m_title;
    QTextBrowser* m_text;
    std::shared_ptr<const WorkerTable> m_table;
    std::optional<std::size_t> m_worker;
    bool m_arePassedShown = false;
};

} // namespace tidemark::ui
