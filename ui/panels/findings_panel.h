#pragma once

#include "ui/session/advice_finder.h"
#include "ui/state/view_state.h"

#include <QTextBrowser>

namespace tidemark::ui {

/// The ways to reduce the memory of the shown program, each as a card: the saving, the advice, the peak before and
/// after, what was found, what is assumed, and a link that selects the affected rows.
class FindingsPanel : public QTextBrowser
{
    Q_OBJECT

public:
    FindingsPanel(ViewState* state, AdviceFinder* finder, QWidget* parent = nullptr);

    /// "How to reduce it (3)". Without a number if it is not known.
    QString title() const;
    bool hasNothing() const;

signals:
    void titleChanged();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    /// Plain text without the invisible marks that keep names on one line.
    QMimeData* createMimeDataFromSelection() const override;

private:
    void refresh();
    QString emptyText() const;
    QString htmlOf(std::size_t at) const;
    void select(const QString& finding);

    ViewState* m_state;
    AdviceFinder* m_finder;
};

} // namespace tidemark::ui
