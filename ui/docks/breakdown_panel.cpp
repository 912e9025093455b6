#include "ui/docks/breakdown_panel.h"

#include "ui/docks/facts_label.h"
#include "ui/tables/flat_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {

BreakdownPanel::BreakdownPanel(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_model(new BreakdownModel(state, this))
    , m_ways(new QComboBox(this))
    , m_table(new FlatTable(this))
{
    m_ways->setAccessibleName(tr("Break down by"));
    connect(m_ways, &QComboBox::currentIndexChanged, this, [this](int way) {
        m_isChosen = true;
        m_model->setWay(way);
    });
    connect(state, &ViewState::viewChanged, this, &BreakdownPanel::refreshWays);
    connect(&state->colorBy(), &ColorBy::changed, this, [this] {
        m_isChosen = false;
        refreshWays();
    });
    auto* label = new QLabel(tr("By"), this);
    label->setBuddy(m_ways);

    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Breakdown of the level at the cursor"));
    QHeaderView* header = m_table->horizontalHeader();
    header->setMinimumSectionSize(36);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(BreakdownModel::Name, QHeaderView::Stretch);
    header->setSectionResizeMode(BreakdownModel::Bar, QHeaderView::Fixed);
    header->resizeSection(BreakdownModel::Bar, 44);

    auto* row = new QHBoxLayout;
    row->setContentsMargins(9, 4, 8, 4);
    row->setSpacing(6);
    row->addWidget(label);
    row->addWidget(m_ways);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(row);
    layout->addWidget(m_table, 1);
    layout->addWidget(new FactsLabel(state, this));
    refreshWays();
}

void BreakdownPanel::refreshWays()
{
    if (!m_isChosen) {
        const bool byCategory
            = m_state->colorBy().way() == ColorBy::Way::Category && !m_state->isEmpty() && m_state->view()->meanings;
        m_model->setWay(byCategory ? BreakdownModel::kByCategory : BreakdownModel::kByKind);
    }
    const QStringList ways = m_model->ways();
    const QSignalBlocker quiet(m_ways);
    m_ways->clear();
    m_ways->addItems(ways);
    const int way = m_model->way() < ways.size() ? m_model->way() : 0;
    m_ways->setCurrentIndex(way);
    m_model->setWay(way);
}

} // namespace tidemark::ui
