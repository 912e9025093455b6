#pragma once

#include "ui/state/row_text.h"
#include "ui/state/view_state.h"
#include "ui/widgets/labels.h"

#include <QImage>
#include <QLabel>
#include <QScrollArea>
#include <QStringList>
#include <QWidget>

#include <vector>

class QMenu;

namespace tidemark::ui {

/// A scroll area for the keyboard: it accepts the focus and shows it, and scrolls by arrow keys, Page Up and Down, Home
/// and End.
class CardScroll : public QScrollArea
{
    Q_OBJECT

public:
    explicit CardScroll(QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
};

/// The source line of a row and the calls that led to it, one per line; frames in libraries are in secondary colour. A
/// click on a frame opens a menu to filter by it, to copy it, and to open the file if it exists.
class SourceLabel : public QLabel
{
    Q_OBJECT

public:
    explicit SourceLabel(ViewState* state, QWidget* parent = nullptr);

    /// `isWhole`: shows the whole stack, else only the innermost frame of the user's program.
    void setFacts(const Facts& facts, bool isWhole);
    /// "models/lm.py:33:10 in Net.__call__", in the shown order.
    QStringList frames() const;
    /// Makes the context menu of a frame. The caller owns it.
    QMenu* makeMenu(int frame);

private:
    void refresh();
    void popUpMenu(const QString& link);

    ViewState* m_state;
    std::vector<SourceLine> m_lines;
    QString m_note;
    bool m_isWhole = true;
};

/// The events of a row, one per line: the step, as a link that moves the cursor there, the event, and the instruction.
/// A long list shows only its first and last events until the user asks for all.
class HistoryList : public WrappedLabel
{
    Q_OBJECT

public:
    explicit HistoryList(ViewState* state, QWidget* parent = nullptr);

    /// REQUIRES: known uses
    void setRow(RowId row);

private:
    void follow(const QString& link);
    void refresh();
    QString lineOf(const RowEvent& event) const;

    ViewState* m_state;
    ItemRef m_row;
    bool m_showsAll = false;
};

/// A small curve of the whole view that marks the life of one row and the cursor.
class LifetimeCurve : public QWidget
{
    Q_OBJECT

public:
    explicit LifetimeCurve(const ViewState* state, QWidget* parent = nullptr);
    /// Sets a row of the shown view. Once another view is shown, the row is no longer drawn.
    void setRow(RowId row);
    QSize sizeHint() const override { return {160, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ViewState* m_state;
    ItemRef m_row;
    QImage m_curve;
    quint64 m_curveOf = 0; // the generation of the view in m_curve
};

} // namespace tidemark::ui
