#pragma once

#include <QComboBox>

namespace tidemark::ui {

/// A combo box that elides its text if there is no room; styles only clip it. The wheel scrolls the surrounding area
/// instead of changing the choice.
class ElidedComboBox : public QComboBox
{
    Q_OBJECT

public:
    explicit ElidedComboBox(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);
    /// Less than the width of the longest text, so that the box can shrink.
    QSize minimumSizeHint() const override;

protected:
    /// The text in the closed box.
    virtual QString shownText() const { return currentIndex() < 0 ? placeholderText() : currentText(); }
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    Qt::TextElideMode m_mode;
};

} // namespace tidemark::ui
