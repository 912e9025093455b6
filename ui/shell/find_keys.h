#pragma once

#include <QKeySequence>
#include <QObject>

class QLineEdit;

namespace tidemark::ui {

/// What keys mean in the lines that find rows: Enter goes to the next match, Shift+Enter to the one before, and keys
/// that a line edit would take for itself reach the window's actions.
class FindKeys : public QObject
{
    Q_OBJECT

public:
    /// `passed` are shortcuts of actions.
    FindKeys(const QList<QLineEdit*>& edits, QList<QKeySequence> passed, QObject* parent);

signals:
    void findRequested(int by);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QList<QKeySequence> m_passed;
};

} // namespace tidemark::ui
