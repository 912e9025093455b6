#pragma once

#include "ui/session/advice_finder.h"
#include "ui/state/view_state.h"

#include <QTextBrowser>

namespace tidemark::ui {

/// What the program on screen could do with less memory: for each way what it saves, the peak without and with it, what
/// was found and what is assumed. A click on its name selects the rows that it is about.
class FindingsPanel : public QTextBrowser
{
    Q_OBJECT

public:
    FindingsPanel(ViewState* state, const AdviceFinder* finder, QWidget* parent = nullptr);

    /// "Findings (3)"; without a number where it is not known.
    QString title() const;

signals:
    void titleChanged();

protected:
    void changeEvent(QEvent* event) override;
    /// Plain text, without the marks that keep names together.
    QMimeData* createMimeDataFromSelection() const override;

private:
    void refresh();
    QString emptyText() const;
    QString htmlOf(std::size_t at) const;
    void select(const QString& finding);

    ViewState* m_state;
    const AdviceFinder* m_finder;
};

} // namespace tidemark::ui
