#pragma once

#include "ui/state/similar_rows.h"

#include <QWidget>

#include <array>
#include <map>
#include <set>

class QGridLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace tidemark::ui {

class CardScroll;
class FillStrip;
class HistoryList;
struct ColumnInfo;
class LifetimeCurve;
class SourceLabel;
class WrappedLabel;

/// All known facts of one row: the row under the pointer, else the pinned row, else the largest row that is live at the
/// cursor. Facts that the file does not contain are left out.
class BufferCard : public QWidget
{
    Q_OBJECT

public:
    explicit BufferCard(ViewState* state, QWidget* parent = nullptr);

private:
    QWidget* makeHeader();
    QWidget* makeSimilar();
    void makeLines();
    QWidget* addColumn(RowColumn which);
    void addLine(const QString& title, QWidget* value);
    void setLineVisible(QWidget* value, bool visible);
    void refresh();
    void refreshColors();
    void refreshWords();
    QString noteOf(RowId shown) const;
    void showFacts(RowId row);
    void showSimilar(RowId row);
    /// Hides a line that has no value.
    void setLine(QLabel* label, const QString& value);
    /// REQUIRES: a column of the card
    QLabel* valueLabel(RowColumn column) const { return m_values[static_cast<std::size_t>(column)]; }
    QString valueText(const ColumnInfo& column, RowId row, const Facts& facts) const;
    QString typeText(RowId row, const Facts& facts) const;
    QString paddingText(RowId row, const Facts& facts) const;
    QString placeText(RowId row, const Facts& facts) const;
    QString lifeText(RowId row) const;
    QString sharersText(RowId row) const;
    QString secondary(const QString& plain) const; // as rich text

    ViewState* m_state;
    QStackedWidget* m_pages;
    QLabel* m_empty = nullptr; // shown while no row is live
    CardScroll* m_scroll;
    // Not a QFormLayout: in Qt 6.4 it gives no height to some lines that follow hidden lines.
    QGridLayout* m_lines = nullptr;
    std::map<QWidget*, QLabel*> m_titles; // by value
    std::set<QWidget*> m_folded; // values that are shown only if m_more is checked
    QToolButton* m_more = nullptr;
    FillStrip* m_strip = nullptr; // in the fill of the row
    WrappedLabel* m_name = nullptr;
    WrappedLabel* m_ownName = nullptr; // of an argument whose label is its path
    QLabel* m_note = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_pin = nullptr;
    std::array<QLabel*, kRowColumns> m_values{}; // by column; null: not in the card
    SourceLabel* m_source = nullptr;
    LifetimeCurve* m_curve = nullptr;
    WrappedLabel* m_also = nullptr;
    HistoryList* m_history = nullptr;
    QWidget* m_similar = nullptr;
    QLabel* m_similarText = nullptr;
    QPushButton* m_selectSimilar = nullptr;
    ItemRef m_shown; // the row shown last
    SimilarRows m_similarRows;
    std::vector<RowId> m_alike;
};

} // namespace tidemark::ui
