#include "ui/shell/restore_docks.h"

#include <QLayout>
#include <QMainWindow>

namespace tidemark::ui {

bool restoreDocks(QMainWindow& window, const QByteArray& state, int version)
{
    QLayout* const layout = window.layout();
    layout->setEnabled(false);
    const bool isRestored = window.restoreState(state, version);
    layout->setEnabled(true);
    layout->activate();
    return isRestored;
}

} // namespace tidemark::ui
