#pragma once

#include "ui/pages/compare/compare_chart.h"
#include "ui/pages/page.h"
#include "ui/state/row_text.h"

class QPushButton;
class QSplitter;
class QStackedWidget;

namespace tidemark::ui {

class CompareBar;
class CompareCategories;
class CompareFigures;
class CompareList;
class ElidedLabel;
class GridTable;
class WaitingView;

/// Shows the changes between the program of the window and another program: the explanation, the figures, both curves,
/// and the differences by category and by op name. The comparison is made when the page is first visible.
class ComparePage : public Page
{
    Q_OBJECT

public:
    ComparePage(const PageContext& context, QWidget* parent);

    /// Returns whether the user wants to compare the current view.
    static bool isFor(const Session& session);

    CompareChart* chart() const { return m_chart; }
    CompareList* list() const { return m_list; }
    CompareCategories* categories() const { return m_categories; }
    CompareBar* bar() const { return m_bar; }

    std::vector<PanelId> panels() const override { return {PanelId::Problems}; }
    bool canDo(Command command) const override { return m_comparison && Page::canDo(command); }
    bool takeKey(QKeyEvent* event) override;
    QString sought() const override { return rowWord(m_state->view().get()); }
    void goToMatch(int by) override;
    std::vector<InputHint> hints() const override;
    QString atCursors() const override;
    bool offersPicture() const override { return m_comparison != nullptr; }
    bool offersTable() const override;
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override { return programFile(QStringLiteral("-compared")); }
    void repeatOffer() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void fit() override;

private:
    QWidget* makeContent();
    QWidget* makeTables();
    void answerCommands();
    void refresh();
    void refreshState();
    void refreshNotice();
    void refreshLives();
    void refreshWords();
    /// Gives the numbers of the category table the width they need, as far as the other table has enough.
    void giveRoom();
    /// The lives of the group under the pointer, else of the selected groups; null if there are none.
    std::shared_ptr<const ComparedLives> lives() const;
    /// The steps that the categories belong to.
    QString momentsText() const;
    void escape();
    GridTable* focusedTable() const;

    ComparisonMaker* m_maker;
    std::shared_ptr<const Comparison> m_comparison; // the shown comparison
    CompareBar* m_bar;
    QStackedWidget* m_stack;
    WaitingView* m_waiting;
    QPushButton* m_file = nullptr; // visible while there is nothing to show
    ElidedLabel* m_headline = nullptr;
    CompareFigures* m_figures = nullptr;
    CompareChart* m_chart = nullptr;
    ElidedLabel* m_categoriesTitle = nullptr;
    CompareCategories* m_categories = nullptr;
    CompareList* m_list = nullptr;
    QSplitter* m_tables = nullptr;
    const ComparedGroup* m_hovered = nullptr; // in m_comparison
    QString m_notice; // the notice as last shown
};

} // namespace tidemark::ui
