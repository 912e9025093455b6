#pragma once

#include "core/view/rules.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace tidemark::ui {

class FlatTable;
class RuleForm;
class RulesModel;
class RulesPreview;
class TakenModel;
class ViewState;

/// Edits rules of attribution and shows, while they are edited, what each takes at the cursor of what is shown. A new
/// one starts with what is pinned.
class RulesDialog : public QDialog
{
    Q_OBJECT

public:
    /// `fault` says why the kept rules cannot be edited. It is empty when they can.
    RulesDialog(const ViewState& state, std::vector<Rule> rules, const QString& fault, QWidget* parent);

    /// Lets the user edit the kept rules until they are saved or the user gives up. Returns whether they were saved.
    static bool editKept(const ViewState& state, QWidget* parent);

    /// What the user leaves, each with nothing wrong once it was accepted.
    std::vector<Rule> rules() const;
    /// To the end of the list, from a file; a fault is told and nothing added.
    void importFrom(const QString& path);
    /// What cannot be written is told.
    void exportTo(const QString& path);
    /// Says what is wrong with a file, until something is edited.
    void tell(const QString& fault);
    /// Once the user agrees that rules which cannot be read are replaced.
    void accept() override;
    /// Once he agrees that what he edited is lost.
    void reject() override;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeList();
    QWidget* makeButtons();
    QWidget* makeRule();
    int current() const; // position; −1: none
    void setCurrent(int row);
    void add();
    void remove();
    void move(int by);
    void tryRules();
    void showCurrent();
    void showTaken();
    void refresh();
    bool asks(const QString& question, const QString& answer);
    /// All rules together as a file, which may be too long; tells why not. The preview may not have come so far.
    bool canBeRead();

    std::vector<Rule> m_known; // before they are edited
    bool m_isKeptFaulty; // there are rules that cannot be read
    Rule m_first; // that a new rule starts with
    RulesModel* m_model;
    RulesPreview* m_preview;
    TakenModel* m_takenModel;
    RuleForm* m_form;
    FlatTable* m_list;
    FlatTable* m_taken;
    QLabel* m_takenTitle;
    QWidget* m_rule;
    QLabel* m_empty;
    QLabel* m_fault;
    QPushButton* m_remove = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QPushButton* m_export = nullptr;
    QDialogButtonBox* m_answers;
    QString m_told; // of a file, until something is edited
    bool m_isNew = false; // the current rule was just added, and its pattern is as it came
};

} // namespace tidemark::ui
