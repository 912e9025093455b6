#pragma once

#include "core/view/rules.h"
#include "core/view/view.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace tidemark::ui {

class FlatTable;
class GridTable;
class RuleForm;
class RulesModel;
class RulesPreview;
class ViewState;

/// Edits attribution rules. While the user edits, the dialog shows the memory that each rule takes at the cursor of the
/// current view. A new rule starts from the pinned row.
class RulesDialog : public QDialog
{
    Q_OBJECT

public:
    /// `fault` says why the kept rules cannot be edited. It is empty when they can.
    RulesDialog(const ViewState& state, std::vector<Rule> rules, const QString& fault, QWidget* parent);

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
    QWidget* makeList();
    QWidget* makeButtons();
    QWidget* makeRule();
    int current() const; // position in the list; −1: none
    void setCurrent(int row);
    void add();
    void remove();
    void move(int by);
    void tryRules();
    void showCurrent();
    void showTaken();
    void refresh();
    bool asks(const QString& question, const QString& answer);
    /// Checks that all rules together can be read back from one file, which may be too long; shows why not. This is
    /// needed because the preview may not have checked the latest rules yet.
    bool canBeRead();

    std::shared_ptr<const View> m_view; // that the rules are tried on
    std::vector<Rule> m_known; // before they are edited
    bool m_isKeptFaulty; // there are rules that cannot be read
    Rule m_first; // that a new rule starts with
    RulesModel* m_model;
    RulesPreview* m_preview;
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
