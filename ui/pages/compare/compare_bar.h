#pragma once

#include "ui/pages/compare/compare_words.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace tidemark::ui {

class Session;

/// Chooses the programs A and B, the axis of both curves, and how rows are matched.
class CompareBar : public QWidget
{
    Q_OBJECT

public:
    CompareBar(Session* session, QWidget* parent);

    /// Updates the choices and the current selection.
    void refresh();
    /// Shows the choices that change something in this comparison. While another one is made they stay.
    void setComparison(const Comparison& comparison);
    QComboBox* box(ComparedSide side) const { return m_boxes[indexOf(side)]; }
    QComboBox* axis() const { return m_axis; }
    QComboBox* matchBy() const { return m_matchBy; }

signals:
    void fileRequested();
    void byStepChanged(bool isByStep);

private:
    QComboBox* makeBox(ComparedSide side);
    QComboBox* makeChoice(const QStringList& items, const QString& name, const QString& help);
    void refreshBox(ComparedSide side);
    void refreshColors();
    void choose(ComparedSide side, int item);

    Session* m_session;
    ComparisonMaker* m_maker;
    std::array<std::vector<Chosen>, 2> m_choices; // the entries of the boxes
    std::array<QComboBox*, 2> m_boxes{};
    std::array<QLabel*, 2> m_letters{};
    QToolButton* m_swap = nullptr;
    QComboBox* m_axis = nullptr;
    QComboBox* m_matchBy = nullptr; // its items are in the order of MatchBy
};

} // namespace tidemark::ui
