#pragma once

#include <QKeySequence>
#include <QObject>

class QLineEdit;

namespace tidemark::ui {

/// Lets Ctrl+C copy the selected part of a text that has the focus. Otherwise the window's action would take the key
/// and copy the selected rows.
class CopyKey : public QObject
{
    Q_OBJECT

public:
    explicit CopyKey(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Handles keys in the search line. Enter goes to the next match and Shift+Enter to the previous one. Shortcuts that a
/// line edit would take for itself reach the actions of the window.
class FindKeys : public QObject
{
    Q_OBJECT

public:
    /// `passed` are shortcuts that go to the actions.
    FindKeys(QLineEdit* edit, QList<QKeySequence> passed, QObject* parent);

signals:
    void findRequested(int by);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QList<QKeySequence> m_passed;
};

} // namespace tidemark::ui
