#pragma once

#include "ui/pages/compare/compare_chart.h"
#include "ui/pages/compare/compare_words.h"
#include "ui/pages/page.h"
#include "ui/state/row_text.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace tidemark::ui {

class CompareCategories;
class CompareList;
class ElidedLabel;
class GridTable;
class Session;
class WaitingView;

/// Chooses the programs A and B, the axis of both curves, and how rows are matched.
class CompareBar : public QWidget
{
    Q_OBJECT

public:
    CompareBar(Session* session, QWidget* parent);

    void refresh();
    /// Shows the choices that change something in this comparison. While another one is made they stay.
    void setComparison(const Comparison& comparison);
    QComboBox* box(ComparedSide side) const { return m_boxes[indexOf(side)]; }
    QComboBox* axis() const { return m_axis; }
    QComboBox* matchBy() const { return m_matchBy; }

signals:
    void fileRequested();
    void byStepChanged(bool isByStep);

private:
    QComboBox* makeBox(ComparedSide side);
    QComboBox* makeChoice(const QStringList& items, const QString& name, const QString& help);
    void refreshBox(ComparedSide side, const QMap<QString, QString>& names);
    void refreshColors();
    void choose(ComparedSide side, int item);

    Session* m_session;
    ComparisonMaker* m_maker;
    std::array<std::vector<Chosen>, 2> m_choices; // the entries of the boxes
    QMap<QString, QString> m_names; // in the boxes, of all their files
    std::array<QComboBox*, 2> m_boxes{};
    std::array<QLabel*, 2> m_letters{};
    QToolButton* m_swap = nullptr;
    QComboBox* m_axis = nullptr;
    QComboBox* m_matchBy = nullptr; // its items are in the order of MatchBy
};

/// Shows the figures of a comparison that change, the largest change first, each with both values below it. A line
/// below them names the changes that are small or do not fit, and the figures without change.
class CompareFigures : public QWidget
{
    Q_OBJECT

public:
    CompareFigures(const Units* units, QWidget* parent);

    void setComparison(std::shared_ptr<const Comparison> comparison);
    /// Names all figures in one line.
    void setInOneLine(bool areInOneLine);
    QSize minimumSizeHint() const override;

private:
    struct Entry {
        QString name;
        std::int64_t a = 0;
        std::int64_t b = 0;
        bool isInNoSum = false; // see rank::kOutsideSums
        std::int64_t change() const { return b - a; }
    };
    std::vector<Entry> entriesOf(const Comparison& comparison) const;
    void refresh();
    void arrange();
    QString htmlOf(const Entry& entry) const;

    const Units* m_units;
    QHBoxLayout* m_line;
    ElidedLabel* m_rest;
    std::vector<Entry> m_changed; // the largest change first
    std::vector<Entry> m_unchanged;
    std::vector<QLabel*> m_labels; // at least one for each entry of m_changed
    bool m_areInOneLine = false;
};

/// Shows the changes between the program of the window and another program: the explanation, the figures, both curves,
/// and the differences by category and by op name. The comparison is made when the page is first visible.
class ComparePage : public Page
{
    Q_OBJECT

public:
    ComparePage(const PageContext& context, QWidget* parent);

    static bool isFor(const Session& session);

    CompareChart* chart() const { return m_chart; }
    CompareList* list() const { return m_list; }
    CompareCategories* categories() const { return m_categories; }
    CompareBar* bar() const { return m_bar; }

    std::vector<PanelId> panels() const override { return {PanelId::Problems}; }
    bool canDo(Command command) const override { return m_comparison && Page::canDo(command); }
    bool takeKey(QKeyEvent* event) override;
    QString sought() const override { return rowWord(m_state->view().get()); }
    QString programLetter() const override { return letterOf(m_maker->ourSide()); }
    void goToMatch(int by) override;
    std::vector<InputHint> hints() const override;
    QString atCursors() const override;
    bool offersPicture() const override { return m_comparison != nullptr; }
    bool offersTable() const override;
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override { return programFile(QStringLiteral("-compared")); }

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
    void refreshLives() { m_chart->setLives(lives()); }
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
};

} // namespace tidemark::ui
