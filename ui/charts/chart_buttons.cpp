#include "ui/charts/chart_buttons.h"

#include "ui/charts/chart_navigation.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace tidemark::ui {
namespace {

constexpr int kIcon = 16;
constexpr int kButton = 24;
constexpr int kButtonGap = 8; // pixels between the two groups

} // namespace

ChartButtons::ChartButtons(ChartNavigation* navigation, QWidget* parent)
    : QWidget(parent)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    const int side = grown(kButton, font());
    const int iconSide = grown(kIcon, font());
    const auto add = [&](const char* icon, const QString& name, void (ChartNavigation::*action)()) {
        auto* button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setFixedSize(side, side);
        button->setIconSize({iconSide, iconSide});
        button->setIcon(themedIcon(QString::fromLatin1(icon)));
        button->setToolTip(name);
        button->setAccessibleName(name);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, [navigation, action] { (navigation->*action)(); });
        layout->addWidget(button);
    };
    add("previous", tr("Previous local peak (Shift+N)"), &ChartNavigation::goToPreviousPeak);
    add("peak", tr("Go to the peak (P)"), &ChartNavigation::goToPeak);
    add("next", tr("Next local peak (N)"), &ChartNavigation::goToNextPeak);
    layout->addSpacing(kButtonGap);
    add("zoom-out", tr("Zoom out (−)"), &ChartNavigation::zoomOut);
    add("zoom-in", tr("Zoom in (+)"), &ChartNavigation::zoomIn);
    add("fit", tr("Zoom to fit (0)"), &ChartNavigation::fit);
}

} // namespace tidemark::ui
