#pragma once

#include <QObject>

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

} // namespace tidemark::ui
