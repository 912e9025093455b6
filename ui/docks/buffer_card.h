#pragma once

#include "ui/tables/buffer_facts.h"

#include <QScrollArea>

class QFormLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace tidemark::ui {

class LifetimeCurve;
class WrappedLabel;

/// Everything known of one buffer: the one under the pointer, else the pinned one. What the file does not tell is left
/// out.
class BufferCard : public QWidget
{
    Q_OBJECT

public:
    BufferCard(ViewState* state, const BufferFacts* facts, QWidget* parent = nullptr);

signals:
    /// "under the pointer", "pinned" or nothing.
    void noteChanged(const QString& note);
    void selectRequested(const std::vector<std::uint32_t>& rows);

protected:
    void changeEvent(QEvent* event) override;

private:
    enum Row { Size, Unpadded, Shape, Layout, Type, Lifetime, Curve, Allocation, OpName, Source, Also, RowCount };

    QWidget* makeHeader();
    QWidget* makeSimilar();
    void makeRows(QFormLayout* form);
    void refresh();
    void refreshIcons();
    void showFacts(std::uint32_t row);
    void showSimilar(std::uint32_t row);
    void setRow(Row row, const QString& text);
    QString typeText(const BufferDetails& details) const;
    QString secondary(const QString& plain) const; // as rich text

    ViewState* m_state;
    const BufferFacts* m_facts;
    QStackedWidget* m_pages;
    QFormLayout* m_form = nullptr;
    QWidget* m_strip = nullptr; // in the colour of the buffer
    WrappedLabel* m_name = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_pin = nullptr;
    std::array<QLabel*, RowCount> m_rows{};
    LifetimeCurve* m_curve = nullptr;
    QWidget* m_similar = nullptr;
    QLabel* m_similarText = nullptr;
    QPushButton* m_selectSimilar = nullptr;
    std::vector<std::uint32_t> m_alike;
};

} // namespace tidemark::ui
