#pragma once

#include "core/rules/apply_rules.h"
#include "core/rules/rules.h"
#include "core/view/row_meanings.h"
#include "core/view/view.h"
#include "ui/session/task_runner.h"

#include <QDialog>
#include <QObject>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tidemark::ui {

class FlatTable;
struct Grid;
class GridModel;
class GridTable;
class ViewState;

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
    void edited();

private:
    QComboBox* m_category;
    QComboBox* m_field;
    QLineEdit* m_pattern;
    std::vector<std::pair<std::string, QCheckBox*>> m_kinds; // id, and its check box
    QCheckBox* m_others = nullptr; // hidden where the rule has no kinds without rows
    std::vector<std::string> m_otherKinds; // kinds of the rule that no row has, which is an error
};

/// Edits attribution rules. While the user edits, the dialog shows the memory that each rule takes at the cursor of the
/// current view. A new rule starts from the pinned row.
class RulesDialog : public QDialog
{
    Q_OBJECT

public:
    /// `fault` says why the kept rules cannot be edited. It is empty when they can.
    RulesDialog(const ViewState& state, std::vector<Rule> rules, const QString& fault, QWidget* parent);

    enum Column { Category, Field, Pattern, Kinds, Count, Bytes };

    /// Lets the user edit the kept rules until they are saved or the user gives up. Returns whether they were saved.
    static bool editKept(const ViewState& state, QWidget* parent);

    /// The edited rules. After the dialog is accepted, none of them has a fault.
    std::vector<Rule> rules() const;
    /// Appends the rules of a file to the list. If the file has a fault, shows it and adds nothing.
    void importFrom(const QString& path);
    /// Shows a message if the file cannot be written.
    void exportTo(const QString& path);
    /// Shows what is wrong with a file, until the user edits something.
    void showFileFault(const QString& fault);
    /// Asks the user first if this replaces rules that cannot be read.
    void accept() override;
    /// Asks the user first if edits would be lost.
    void reject() override;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Entry {
        explicit Entry(Rule of);
        Rule rule;
        QString fault; // empty: none
        std::optional<RuleUse> use; // absent: not known
    };
    /// What rules without faults take.
    struct Tried {
        std::shared_ptr<const RowMeanings> builtIn;
        std::optional<RuleMatches> matches; // absent: there are no rules
    };
    static Result<Tried> tryOn(const View& view, const std::vector<Rule>& rules, const Progress& progress);

    QWidget* makeList();
    QWidget* makeButtons();
    QWidget* makeRule();
    int current() const; // position in the list; −1: none
    void setCurrent(int row);
    void add();
    void remove();
    void move(int by);
    void setRules(const std::vector<Rule>& rules);
    /// The rules as rows of a table, each with its fault and the memory that it takes.
    Grid grid() const;
    void showList();
    /// Shows the rules, and finds on another thread what they take. A newer request replaces an older one.
    void tryRules();
    void take(Result<Tried> tried);
    /// The live rows that a rule decides, the largest first.
    std::vector<LiveRow> takenBy(RuleId rule) const;
    /// The position of the current rule among those without a fault; none if it has one, or if there is none.
    RuleId currentId() const;
    void showCurrent();
    void showTaken();
    void refresh();
    bool asks(const QString& question, const QString& answer);
    /// Checks that all rules together can be read back from one file, which may be too long; shows why not. This is
    /// needed because the latest rules may not have been tried yet.
    bool canBeRead();

    std::shared_ptr<const View> m_view; // that the rules are tried on
    std::vector<LiveRow> m_live; // at the step where bytes are counted
    std::vector<Rule> m_known; // before they are edited
    bool m_isKeptFaulty; // there are rules that cannot be read
    Rule m_first; // that a new rule starts with
    std::vector<Entry> m_entries;
    TaskRunner m_tasks;
    Tried m_tried; // of the last request; empty if not known
    QString m_triedFault; // why the request failed
    GridModel* m_model;
    RuleForm* m_form;
    FlatTable* m_list;
    GridTable* m_taken;
    QLabel* m_takenTitle;
    QWidget* m_rule;
    QLabel* m_empty;
    QLabel* m_fault;
    QPushButton* m_remove = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QPushButton* m_export = nullptr;
    QDialogButtonBox* m_answers;
    QString m_fileFault; // about a file, until the user edits something
    bool m_isNew = false; // the current rule was just added, and the user has not edited its pattern yet
};

} // namespace tidemark::ui
