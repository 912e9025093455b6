#pragma once

#include <QWidget>

namespace tidemark::ui {

class ChartNavigation;

/// The small buttons in the chart's header.
class ChartButtons : public QWidget
{
    Q_OBJECT

public:
    /// `navigation` must outlive the buttons.
    ChartButtons(ChartNavigation* navigation, QWidget* parent);
};

} // namespace tidemark::ui
