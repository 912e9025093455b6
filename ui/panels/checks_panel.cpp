#include "ui/panels/checks_panel.h"

#include "ui/state/check_text.h"

#include <QEvent>

namespace tidemark::ui {

ChecksPanel::ChecksPanel(const Units* units, QWidget* parent)
    : QTextBrowser(parent)
    , m_units(units)
{
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setAccessibleName(tr("Checks"));
    connect(units, &Units::changed, this, &ChecksPanel::refresh);
}

void ChecksPanel::setChecks(std::vector<Check> checks)
{
    m_checks = std::move(checks);
    refresh();
}

void ChecksPanel::refresh()
{
    setHtml(m_checks.empty() ? tr("There is nothing to check.") : checksHtml(m_checks, *m_units, colorsFor(palette())));
}

void ChecksPanel::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_units)
        refresh();
}

} // namespace tidemark::ui
