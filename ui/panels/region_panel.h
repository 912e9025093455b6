#pragma once

#include "ui/state/view_state.h"

#include <QTextBrowser>

namespace tidemark::ui {

/// Facts about the region of the address map: live and free memory at the cursor, the number of gaps and the
/// fragmentation; a legend of the colours; if a compiler planned the region, why it is not smaller; and the rows that
/// the map does not show. A click on a colour filters to its rows; another click removes that filter.
class RegionPanel : public QTextBrowser
{
    Q_OBJECT

public:
    explicit RegionPanel(ViewState* state, QWidget* parent);

    /// Fits the longest text about the map, but not more than that of a usual region.
    QSize sizeHint() const override;

signals:
    void grew(); // sizeHint() is another one

private:
    void refresh();
    void showHtml(const QString& html);
    void follow(const QString& link);
    const RegionLevel& top(); // the level at topStep(). REQUIRES: a map
    QString levelText(const RegionMap& map) const;
    QString whyText(const RegionMap& map);
    QString topList(const RegionMap& map);
    QString lifelessText(const RegionMap& map) const;

    ViewState* m_state = nullptr;
    RegionLevel m_top; // with the largest boxes first
    std::weak_ptr<const RegionMap> m_topOf; // the map of m_top
    std::weak_ptr<const RegionMap> m_textOf; // the map of the texts
    int m_needed = 0; // pixels for the longest text
};

} // namespace tidemark::ui
