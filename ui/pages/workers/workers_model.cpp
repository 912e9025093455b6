#include "ui/pages/workers/workers_model.h"

#include "ui/state/grouped.h"
#include "ui/tables/table_roles.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace tidemark::ui {
namespace {

constexpr int kRanges = 3;

} // namespace

WorkersModel::WorkersModel(Rows rows, const Units* units, QObject* parent)
    : QAbstractTableModel(parent)
    , m_rows(rows)
    , m_units(units)
{
    connect(units, &Units::changed, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    });
}

void WorkersModel::setTable(std::shared_ptr<const WorkerTable> table)
{
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

void WorkersModel::setScale(std::int64_t bytes)
{
    m_scale = bytes;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {BarRole});
}

QString WorkersModel::searchText(int row, const std::vector<int>& columns) const
{
    QStringList texts;
    for (const int column : columns)
        texts << cellText(index(row, column));
    return texts.join(u'\n').toLower();
}

int WorkersModel::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_table)
        return 0;
    return m_rows == Rows::Ranges ? kRanges : static_cast<int>(m_table->workers->list.size());
}

int WorkersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->fields.size());
}

std::optional<std::int64_t> WorkersModel::bytesOf(const QModelIndex& index) const
{
    const WorkerField& of = field(index);
    if (m_rows == Rows::Workers)
        return m_table->bytes(static_cast<std::size_t>(index.row()), of);
    if (of.kind != WorkerField::Kind::Bytes)
        return std::nullopt;
    const ColumnRange& range = m_table->ranges[of.column];
    return index.row() == 0 ? range.least : index.row() == 1 ? range.average : range.most;
}

std::int64_t WorkersModel::changeOf(const QModelIndex& index) const
{
    return m_rows == Rows::Workers && field(index).kind == WorkerField::Kind::Bytes
        ? m_table->change(static_cast<std::size_t>(index.row()), field(index))
        : 0;
}

QString WorkersModel::cellText(const QModelIndex& index) const
{
    using Kind = WorkerField::Kind;
    const Kind kind = field(index).kind;
    if (kind == Kind::Bytes) {
        const auto bytes = bytesOf(index);
        if (!bytes)
            return QStringLiteral("–");
        // An arrow is shown in addition to the colour.
        const std::int64_t change = changeOf(index);
        return (change > 0       ? QStringLiteral("▲ ")
                    : change < 0 ? QStringLiteral("▼ ")
                                 : QString())
            + m_units->bytes(*bytes);
    }
    if (m_rows == Rows::Ranges)
        return kind == Kind::Name ? QStringList({tr("min"), tr("average"), tr("max")}).at(index.row()) : QString();
    const Worker& worker = m_table->workers->list[static_cast<std::size_t>(index.row())];
    switch (kind) {
    case Kind::Name:
        return text(worker.name());
    case Kind::Program:
        return text(worker.entry().fullName());
    case Kind::Session:
        return text(worker.file().session);
    case Kind::Path:
        return text(worker.file().path);
    case Kind::Chips:
        return worker.file().chips ? grouped(*worker.file().chips) : QString();
    case Kind::Checks:
        break;
    case Kind::Bytes:
        return {};
    }
    if (!worker.level)
        return tr("not attributed");
    const CheckCounts checks = countChecks(worker.level->checks);
    return checks.failed > 0 ? tr("✕ %1 of %2").arg(checks.failed).arg(checks.judged())
                             : tr("✓ %1 passed").arg(checks.passed);
}

QString WorkersModel::toolTip(const QModelIndex& index) const
{
    const auto bytes = bytesOf(index);
    if (!bytes)
        return cellText(index);
    QString tip = exactBytes(*bytes);
    if (const std::int64_t change = changeOf(index); change != 0)
        tip += u'\n'
            + (change > 0 ? tr("%1 more than most workers") : tr("%1 less than most workers"))
                  .arg(m_units->bytes(std::abs(change)));
    return tip;
}

QVariant WorkersModel::sortKey(const QModelIndex& index) const
{
    using Kind = WorkerField::Kind;
    switch (field(index).kind) {
    case Kind::Name:
        return index.row(); // sorts by the natural order of the names
    case Kind::Bytes:
        return QVariant::fromValue<qlonglong>(bytesOf(index).value_or(std::numeric_limits<qlonglong>::min()));
    case Kind::Checks: {
        const Worker& worker = m_table->workers->list[static_cast<std::size_t>(index.row())];
        return worker.level ? -static_cast<qlonglong>(countChecks(worker.level->checks).failed) : qlonglong{1};
    }
    case Kind::Chips: {
        const Worker& worker = m_table->workers->list[static_cast<std::size_t>(index.row())];
        return qlonglong{worker.file().chips.value_or(0)};
    }
    default:
        return cellText(index);
    }
}

QVariant WorkersModel::tone(const QModelIndex& index) const
{
    if (m_rows == Rows::Ranges)
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (const std::int64_t change = changeOf(index); change != 0)
        return (change > 0) == field(index).isMoreBetter ? -1 : 1;
    if (field(index).kind == WorkerField::Kind::Checks && m_table->workers->list[row].level)
        return countChecks(m_table->workers->list[row].level->checks).failed > 0 ? 1 : -1;
    return {};
}

QVariant WorkersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    using Kind = WorkerField::Kind;
    const WorkerField& of = field(index);
    switch (role) {
    case Qt::DisplayRole:
        return cellText(index);
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(index));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::AlignVCenter | (of.kind == Kind::Bytes || of.kind == Kind::Chips ? Qt::AlignRight : Qt::AlignLeft));
    case SortRole:
        return sortKey(index);
    case PlainRole: {
        const auto bytes = bytesOf(index);
        return bytes ? QVariant(QString::number(*bytes)) : QVariant();
    }
    case ElideRole: // names and paths start alike
        return of.kind == Kind::Name || of.kind == Kind::Path ? QVariant(Qt::ElideMiddle) : QVariant();
    case MonospaceRole:
        return of.kind == Kind::Program;
    case BarRole: {
        const auto bytes = of.isPeak && m_rows == Rows::Workers && m_scale > 0 ? bytesOf(index) : std::nullopt;
        return bytes ? QVariant(std::min(1.0, static_cast<double>(*bytes) / static_cast<double>(m_scale))) : QVariant();
    }
    case HueRole:
        return static_cast<int>(Hue::Argument);
    case MutedRole:
        return m_rows == Rows::Ranges && of.kind == Kind::Name ? true : of.kind == Kind::Bytes && bytesOf(index) == 0;
    case ToneRole:
        return tone(index);
    default:
        return {};
    }
}

QVariant WorkersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const WorkerField& of = m_table->fields[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return of.title;
    if (role == Qt::ToolTipRole && !of.help.isEmpty())
        return of.help;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter
                                   | (of.kind == WorkerField::Kind::Bytes || of.kind == WorkerField::Kind::Chips
                                          ? Qt::AlignRight
                                          : Qt::AlignLeft));
    return {};
}

} // namespace tidemark::ui
