#pragma once

#include "ui/tables/buffer_columns.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// The buffers live at the step cursor, in program order. Follows the state; rows of the model are ViewState::live().
class BufferModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, // raw bytes, steps or text
        RowRole, // position in SpaceTimeline::rows
        KindRole, // int of BufferKind
        BarRole, // double in [0, 1]: the share of the largest, where a cell shows a bar
        LifetimeRole, // Lifetime, where a cell shows one
        PlainRole, // text with bytes as plain integers
        HoveredRole, // bool: the pointer is on this buffer, in whatever view
    };
    /// Parts of the program, each in [0, 1].
    struct Lifetime {
        double begin = 0;
        double end = 0;
        double cursor = 0;
    };
    /// Sums over rows; occupied = size − overlap.
    struct Totals {
        int rows = 0;
        std::int64_t size = 0;
        std::int64_t overlap = 0;
        std::int64_t occupied() const { return size - overlap; }
    };

    BufferModel(const ViewState* state, const BufferFacts* facts, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    const LiveRow& liveRow(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// −1 when it is not live at the cursor.
    int rowOf(std::uint32_t timelineRow) const;
    const Totals& totals() const { return m_totals; }
    BufferCell cell(int row) const { return {*m_state, *m_facts, liveRow(row)}; }

private:
    void reload();

    const ViewState* m_state;
    const BufferFacts* m_facts;
    std::vector<LiveRow> m_rows; // a copy: the state changes before it tells
    std::shared_ptr<const SpaceTimeline> m_timeline;
    std::int64_t m_largest = 0;
    Totals m_totals;
};

} // namespace tidemark::ui

Q_DECLARE_METATYPE(tidemark::ui::BufferModel::Lifetime)
