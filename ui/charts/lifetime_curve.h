#pragma once

#include "ui/state/view_state.h"

#include <QWidget>

namespace tidemark::ui {

/// The curve of the whole program in small, with the life of one buffer and the cursor in it.
class LifetimeCurve : public QWidget
{
    Q_OBJECT

public:
    explicit LifetimeCurve(const ViewState* state, QWidget* parent = nullptr);
    void setRow(std::uint32_t row);
    QSize sizeHint() const override { return {160, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ViewState* m_state;
    std::uint32_t m_row = 0;
};

} // namespace tidemark::ui
