#pragma once

#include "ui/state/similar_rows.h"

#include <QWidget>

#include <array>
#include <map>

class QGridLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace tidemark::ui {

class CardScroll;
class HistoryList;
struct ColumnInfo;
class LifetimeCurve;
class SourceLabel;
class WrappedLabel;

/// Everything known of one row: the one under the pointer, else the pinned one. What the file does not tell is left
/// out.
class BufferCard : public QWidget
{
    Q_OBJECT

public:
    explicit BufferCard(ViewState* state, QWidget* parent = nullptr);

    /// Whether the card itself says what noteChanged() does: where its title is that of a tab.
    void setNoteShown(bool shown);
    /// Where a row can be pointed at: "in the strips or the table".
    void setPlaces(const QString& places);

signals:
    /// "under the pointer", "pinned" or nothing.
    void noteChanged(const QString& note);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeSimilar();
    void makeLines();
    void addLine(const QString& title, QWidget* value);
    void setLineVisible(QWidget* value, bool visible);
    void refresh();
    void refreshColors();
    void refreshWords();
    QString selectedText() const;
    void showFacts(RowId row);
    void showSimilar(RowId row);
    /// A line without a value is not there.
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
    QLabel* m_empty = nullptr; // what to do where no row is shown
    QString m_places = tr("in the strips or the table");
    CardScroll* m_scroll;
    // QFormLayout gives lines without height to some values that come after others that are hidden (6.4).
    QGridLayout* m_lines = nullptr;
    std::map<QWidget*, QLabel*> m_titles; // by value
    QWidget* m_strip = nullptr; // in the colour of the row
    WrappedLabel* m_name = nullptr;
    WrappedLabel* m_ownName = nullptr; // of an argument that is called by its path
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
    ItemRef m_shown; // as last shown
    SimilarRows m_similarRows;
    std::vector<RowId> m_alike;
};

} // namespace tidemark::ui
