#pragma once

#include "ui/state/source_text.h"

#include <QLabel>
#include <QStringList>

#include <vector>

class QMenu;

namespace tidemark::ui {

class ViewState;

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

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void popUpMenu(const QString& link);

    ViewState* m_state;
    std::vector<SourceLine> m_lines;
    QString m_note;
    bool m_isWhole = true;
};

} // namespace tidemark::ui
