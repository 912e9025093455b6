#pragma once

#include "core/view/row_meanings.h"
#include "core/view/rules.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace tidemark::ui {

/// The parts of one rule, each in a field of its own.
class RuleForm : public QWidget
{
    Q_OBJECT

public:
    /// `categories` are offered; `kinds` are those of the rows that the rules are tried on.
    RuleForm(const std::vector<RowCategory>& categories, const std::vector<RowKind>& kinds, QWidget* parent = nullptr);

    /// Tells nothing.
    void setRule(const Rule& rule);
    Rule rule() const;
    /// The first field, its text selected.
    void start();

signals:
    /// By the user.
    void edited();

private:
    QComboBox* m_category;
    QComboBox* m_field;
    QLineEdit* m_pattern;
    std::vector<std::pair<std::string, QCheckBox*>> m_kinds; // id, beside the box
    QCheckBox* m_others = nullptr; // hidden where the rule has none
    std::vector<std::string> m_otherKinds; // of the rule: ids that no rows have, which is wrong
};

} // namespace tidemark::ui
