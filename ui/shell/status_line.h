#pragma once

#include "ui/state/view_state.h"

#include <QStatusBar>

class QLabel;
class QProgressBar;
class QToolButton;

namespace tidemark::ui {

class ElidedLabel;

/// What is at the cursor or under the pointer, and the file; while something loads, how far it is.
class StatusLine : public QStatusBar
{
    Q_OBJECT

public:
    explicit StatusLine(const ViewState* state, QWidget* parent = nullptr);

    void setHoveredStep(std::optional<std::uint32_t> step);
    /// `file` empty: nothing is open. `problems` −1: not known.
    void setDocument(const QString& file, int problems);
    void setProgress(int permille, const QString& text);
    void setBusy(bool busy);

signals:
    void cancelRequested();
    void problemsRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void refreshColors();

    const ViewState* m_state;
    std::optional<std::uint32_t> m_hovered;
    QString m_file;
    int m_problemCount = 0;
    ElidedLabel* m_text;
    QLabel* m_name;
    ElidedLabel* m_steps;
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QToolButton* m_problems;
};

} // namespace tidemark::ui
