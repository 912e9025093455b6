#pragma once

#include "ui/session/advice_finder.h"
#include "ui/state/view_state.h"

#include <QTextBrowser>

namespace tidemark::ui {

/// The ways to reduce the memory of the shown program. Each shows the saving, the peak before and after, what was found
/// and what is assumed. A click on the name selects the affected rows.
class FindingsPanel : public QTextBrowser
{
    Q_OBJECT

public:
    FindingsPanel(ViewState* state, const AdviceFinder* finder, QWidget* parent = nullptr);

    /// "Findings (3)". Without a number if it is not known.
    QString title() const;

signals:
    void titleChanged();

protected:
    void changeEvent(QEvent* event) override;
    /// Plain text without the invisible marks that keep names on one line.
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
