#pragma once

#include <QLabel>

namespace tidemark::ui {

/// Plain text on one line that is cut with an ellipsis where it does not fit; the tool tip then has all of it.
class ElidedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);
    void setFullText(const QString& text);
    /// Shown whether the text is cut or not, before it.
    void setHelp(const QString& help);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString m_text;
    QString m_help;
    Qt::TextElideMode m_mode;
};

} // namespace tidemark::ui
