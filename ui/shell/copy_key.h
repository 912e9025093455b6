#pragma once

#include <QObject>

namespace tidemark::ui {

/// Where a part of a text is selected and has the focus, Ctrl+C copies that: else the window's action would take the
/// key for the selected rows.
class CopyKey : public QObject
{
    Q_OBJECT

public:
    explicit CopyKey(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace tidemark::ui
