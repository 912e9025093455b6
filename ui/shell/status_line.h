#pragma once

#include "core/view/check.h"
#include "ui/state/view_state.h"

#include <QStatusBar>

#include <optional>

class QLabel;
class QProgressBar;
class QToolButton;

namespace tidemark::ui {

class ElidedLabel;

/// Shows the values at the cursor or under the pointer, and the file. During a task it shows the progress.
class StatusLine : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusLine(const ViewState* state, QWidget* parent = nullptr);

    void setPointed(std::optional<StepId> cell);
    struct ProblemCounts {
        int problems = 0; // of the current view; −1 shows nothing about problems
        int others = 0; // problems of the other open programs and documents
        int notes = 0; // of all
    };
    /// `file`: empty if nothing is open. `part`: what a program is called ("module") if several are open; empty if
    /// there is only one.
    void setDocument(const QString& file, const ProblemCounts& counts, const QString& part);
    /// Shows how many checks passed; shows nothing if there are none.
    void setChecks(const std::vector<Check>& checks);
    /// The number of the user's own rules of attribution that are in force.
    void setRules(std::size_t count);
    void setProgress(int permille, const QString& text);
    void setBusy(bool busy);
    /// Texts of the page: see Page::gestures(), Page::amount() and Page::atCursors().
    void setPageWords(const QString& gestures, const QString& amount, const QString& atCursors);

signals:
    void cancelRequested();
    void problemsRequested();
    void checksRequested();
    void rulesRequested();

private:
    void refresh();
    QString problemsText() const;
    void refreshText();
    QString selectionText() const;
    void refreshColors();

    const ViewState* m_state;
    std::optional<StepId> m_pointed;
    QString m_file;
    QString m_gestures;
    QString m_amount;
    QString m_atCursors;
    ProblemCounts m_counts;
    QString m_part;
    bool m_isBusy = false;
    ElidedLabel* m_text;
    ElidedLabel* m_name;
    QLabel* m_steps;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QToolButton* m_rules;
    QToolButton* m_checks;
    bool m_isCheckFailed = false;
    QToolButton* m_problems;
};

} // namespace tidemark::ui
