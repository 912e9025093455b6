#pragma once

#include "ui/state/view_state.h"

#include <QImage>
#include <QWidget>

namespace tidemark::ui {

/// A small curve of the whole view that marks the life of one row and the cursor.
class LifetimeCurve : public QWidget
{
    Q_OBJECT

public:
    explicit LifetimeCurve(const ViewState* state, QWidget* parent = nullptr);
    /// Sets a row of the shown view. Once another view is shown, the row is no longer drawn.
    void setRow(RowId row);
    QSize sizeHint() const override { return {160, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const ViewState* m_state;
    ItemRef m_row;
    QImage m_curve;
    quint64 m_curveOf = 0; // the generation of the view in m_curve
};

} // namespace tidemark::ui
