#pragma once

#include "core/view/check.h"
#include "ui/state/units.h"

#include <QTextBrowser>

#include <vector>

namespace tidemark::ui {

/// The sanity checks of the shown view, each with both of its sides.
class ChecksPanel : public QTextBrowser
{
    Q_OBJECT

public:
    ChecksPanel(const Units* units, QWidget* parent);
    void setChecks(std::vector<Check> checks);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    const Units* m_units;
    std::vector<Check> m_checks;
};

} // namespace tidemark::ui
