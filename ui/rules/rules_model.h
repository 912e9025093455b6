#pragma once

#include "core/view/apply_rules.h"
#include "ui/state/units.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// Rules while they are edited: in their order, each with what is wrong with it and what it takes.
class RulesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Category, Field, Pattern, Kinds, Count, Bytes, ColumnCount };

    /// `kinds` are those of the rows that the rules are tried on.
    RulesModel(std::vector<RowKind> kinds, ByteUnit unit, QObject* parent = nullptr);

    /// For people: "Argument path".
    static QString fieldText(RuleField field);

    void setRules(std::vector<Rule> rules);
    /// All of them, wrong ones too.
    std::vector<Rule> rules() const;
    /// Those with nothing wrong.
    std::vector<Rule> usable() const;
    /// Position of the first wrong one; −1: none.
    int firstFault() const;
    const Rule& rule(int row) const { return m_entries[static_cast<std::size_t>(row)].rule; }
    /// In words; empty: nothing is wrong.
    const QString& fault(int row) const { return m_entries[static_cast<std::size_t>(row)].fault; }
    /// Position of a rule among the usable ones; none: something is wrong with it.
    RuleId usableId(int row) const;

    void setRule(int row, Rule rule);
    void insertRule(int row, Rule rule);
    void removeRule(int row);
    /// One place up (−1) or down (1). REQUIRES: there is one
    void moveRule(int row, int by);
    /// Of usable(), in its order; none: not known.
    void setUses(const std::vector<RuleUse>& uses);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// The rules or their order are others.
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
