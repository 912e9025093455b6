#pragma once

#include "ui/charts/row_groups.h"

#include <QTextBrowser>

namespace tidemark::ui {

/// Of the region that the map shows: what is live and free at the cursor, in how many gaps, and how fragmented it is;
/// what the colours tell; where a compiler planned it why it is not smaller; and what the map leaves out. A click on a
/// colour leaves its rows, another brings the others back.
class RegionPanel : public QTextBrowser
{
    Q_OBJECT

public:
    explicit RegionPanel(ViewState* state, QWidget* parent);

    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void findGroups();
    void showHtml(const QString& html);
    void follow(const QString& link);
    const RegionLevel& top(); // at topStep(). REQUIRES: a map
    QString levelText(const RegionMap& map) const;
    QString whyText(const RegionMap& map);
    QString topList(const RegionMap& map);
    QString lifelessText(const RegionMap& map) const;
    QString legend();
    QString rowsText(std::size_t count) const;

    ViewState* m_state = nullptr;
    RowGroups m_groups; // of the colours
    std::vector<std::size_t> m_shown; // those of them that the region has, into their looks
    RegionLevel m_top; // the largest boxes first
    std::weak_ptr<const RegionMap> m_topOf; // what that is of
};

} // namespace tidemark::ui
