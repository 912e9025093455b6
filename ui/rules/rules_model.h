#pragma once

#include "core/view/apply_rules.h"
#include "ui/state/units.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// The rules while they are edited, in their order. Each row shows the fault of its rule and the memory that it takes.
class RulesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Category, Field, Pattern, Kinds, Count, Bytes, ColumnCount };

    /// `kinds` are the kinds of the rows that the rules are tried on.
    RulesModel(std::vector<RowKind> kinds, ByteUnit unit, QObject* parent = nullptr);

    /// The label of the field: "Argument path".
    static QString fieldText(RuleField field);

    void setRules(std::vector<Rule> rules);
    /// All rules, including those with a fault.
    std::vector<Rule> rules() const;
    /// The rules without a fault.
    std::vector<Rule> usable() const;
    /// Position of the first rule with a fault; −1 if there is none.
    int firstFault() const;
    /// A rule; empty for −1.
    Rule rule(int row) const;
    /// The fault of the rule as text; empty if it has none.
    const QString& fault(int row) const { return m_entries[static_cast<std::size_t>(row)].fault; }
    /// Position of the rule in usable(); none if the rule has a fault, or for −1.
    RuleId usableId(int row) const;

    void setRule(int row, Rule rule);
    void insertRule(int row, Rule rule);
    void removeRule(int row);
    /// Moves a rule one place up (−1) or down (1). REQUIRES: that place exists
    void moveRule(int row, int by);
    /// Sets the uses of the rules in usable(), in that order. An empty list means that they are not known.
    void setUses(const std::vector<RuleUse>& uses);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// The rules or their order changed.
    void edited();

private:
    struct Entry {
        explicit Entry(Rule rule);

        Rule rule;
        QString fault;
        std::optional<RuleUse> use; // absent: not known
    };

    QString cellText(const Entry& entry, Column column) const;
    QString kindsText(const Rule& rule) const;

    std::vector<RowKind> m_kinds;
    ByteUnit m_unit;
    std::vector<Entry> m_entries;
};

} // namespace tidemark::ui
