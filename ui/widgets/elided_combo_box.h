#pragma once

#include <QComboBox>

namespace tidemark::ui {

/// A combo box whose text is cut with an ellipsis where it does not fit, as styles just clip it. The wheel scrolls what
/// lies around it rather than choosing.
class ElidedComboBox : public QComboBox
{
    Q_OBJECT

public:
    explicit ElidedComboBox(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);
    /// Narrower than its longest text where there is no room.
    QSize minimumSizeHint() const override;

protected:
    /// What stands in the closed box.
    virtual QString shownText() const { return currentIndex() < 0 ? placeholderText() : currentText(); }
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    Qt::TextElideMode m_mode;
};

} // namespace tidemark::ui
