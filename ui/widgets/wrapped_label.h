#pragma once

#include <QLabel>

namespace tidemark::ui {

/// Selectable plain text that may break after '/', ',' and '_', as paths and shapes have no spaces. What is copied
/// is the text without the marks that allow it.
class WrappedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget* parent = nullptr);
    void setWrappedText(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void copy() const;

    QString m_text;
};

} // namespace tidemark::ui
