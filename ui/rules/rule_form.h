#pragma once

#include "core/view/row_meanings.h"
#include "core/view/rules.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace tidemark::ui {

/// A form that edits one rule, with a separate field for each part of the rule.
class RuleForm : public QWidget
{
    Q_OBJECT

public:
    /// `known` has the categories that the user can choose; null: none. `kinds` are the kinds of the rows that the
    /// rules are tried on.
    RuleForm(const RowMeanings* known, const std::vector<RowKind>& kinds, QWidget* parent = nullptr);

    /// Does not emit edited().
    void setRule(const Rule& rule);
    Rule rule() const;
    /// Focuses the first field and selects its text.
    void start();

signals:
    /// The user edited the rule.
    void edited();

private:
    QComboBox* m_category;
    QComboBox* m_field;
    QLineEdit* m_pattern;
    std::vector<std::pair<std::string, QCheckBox*>> m_kinds; // id, and its check box
    QCheckBox* m_others = nullptr; // hidden where the rule has no kinds without rows
    std::vector<std::string> m_otherKinds; // kinds of the rule that no row has, which is an error
};

} // namespace tidemark::ui
