#pragma once

#include "ui/state/view_state.h"

#include <QImage>
#include <QWidget>

namespace tidemark::ui {

/// The curve of the whole view in small, with the life of one row and the cursor in it.
class LifetimeCurve : public QWidget
{
    Q_OBJECT

public:
    explicit LifetimeCurve(const ViewState* state, QWidget* parent = nullptr);
    /// A row of the view shown; nothing is drawn of it once the view is another.
    void setRow(RowId row);
    QSize sizeHint() const override { return {160, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void drawCurve();

    const ViewState* m_state;
    ItemRef m_row;
    QImage m_curve;
    quint64 m_curveOf = 0; // the generation of the view in m_curve
};

} // namespace tidemark::ui
