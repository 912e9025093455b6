#pragma once

#include "core/tenstorrent/tt_xla/operations_report.h"
#include "ui/pages/operations/operation_lists.h"
#include "ui/pages/page.h"

class QCheckBox;
class QSplitter;
class QTextBrowser;
class QUrl;

namespace tidemark::ui {

class ChunkLines;
class ElidedLabel;
class MarkLane;
class MemoryChart;
class OperationLists;
class RatioChart;

/// Shows a memory of a profile over its operations: the level and the fragmentation of the free memory, with programs
/// and const-eval below. Next to the charts are lists of operations, the peak of each memory and all data of the
/// operation at the cursor. The memory of one bank or of all banks can be shown.
/// Cursor, visible cells and selected range are those of the window.
class OperationsPage : public Page
{
    Q_OBJECT

public:
    OperationsPage(const PageContext& context, QWidget* parent);

    static bool isFor(const Session& session);

    /// Null before the page was visible, or if something else is shown.
    const ShownOperations* shown() const { return m_shown.get(); }
    /// Null before the page was visible, like the next one.
    MemoryChart* chart() const { return m_chart; }
    RatioChart* ratio() const { return m_ratio; }

    std::vector<PanelId> panels() const override { return {PanelId::Problems}; }
    bool canDo(Command command) const override { return m_shown && Page::canDo(command); }
    bool takeKey(QKeyEvent* event) override;
    QString sought() const override { return tr("operation"); }
    void goToMatch(int by) override;
    std::vector<InputHint> hints() const override;
    bool offersPicture() const override { return m_shown != nullptr; }
    bool offersTable() const override { return m_shown != nullptr; }
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    QString fileName() const override { return programFile(QStringLiteral("-operations")); }

protected:
    void fit() override;

private:
    void makeContent();
    void connectContent();
    void answerCommands();
    QWidget* makeLeft();
    QWidget* makeTop();
    void link(ViewState* from, ViewState* to);
    /// Called for another view or another way of showing it; works once the page is visible.
    void refresh();
    void refreshCapacity();
    void refreshCard();
    void goTo(std::size_t operation);
    void follow(const QUrl& link);
    bool showsCapacity() const;
    bool hasSelection() const;
    void escape();

    ViewState* m_own = nullptr; // the state of the charts: the view as shown here, at the place of the window's
    std::shared_ptr<const View> m_of; // the window's view that m_own follows
    std::shared_ptr<const ShownOperations> m_shown;
    std::shared_ptr<const ttxla::Profile> m_irOf; // the profile that m_ir is about
    std::unique_ptr<ttxla::IrLines> m_ir;
    bool m_isStale = false;
    ElidedLabel* m_headline = nullptr;
    QCheckBox* m_ofOneBank = nullptr;
    MemoryChart* m_chart = nullptr;
    MarkLane* m_marks = nullptr;
    RatioChart* m_ratio = nullptr;
    ChunkLines* m_addresses = nullptr; // for the view of the window
    OperationLists* m_lists = nullptr;
    QTextBrowser* m_details = nullptr;
    QSplitter* m_split = nullptr;
};

} // namespace tidemark::ui
