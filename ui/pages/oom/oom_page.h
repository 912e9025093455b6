#pragma once

#include "core/link/message_plan.h"
#include "core/oom/message.h"
#include "ui/pages/page.h"

#include <memory>

class QLabel;
class QSplitter;
class QTextBrowser;
class QToolButton;
class QUrl;

namespace tidemark::ui {

class ChunkLines;
class ElidedLabel;
class ExplanationLine;
class MessageText;
class OomBar;
class PlanBuffers;
class PlanSearch;

/// The page of a message about memory that ran out. The finding and a bar to scale are at the top. Below them are the
/// text with the recognised parts marked and the figures, including those that do not add up. At the bottom are the
/// allocations that the message lists, as strips or as chunks by address. If it lists none, the page says how to see
/// them, and shows the allocations of its plan once the plan is found. While a program is shown and a message is open,
/// a notice points to the message.
class OomPage : public Page
{
    Q_OBJECT

public:
    OomPage(const PageContext& context, QWidget* parent);

    static bool isFor(const Session& session);
    /// Returns whether such a message is among the documents, shown or not.
    static bool hasMessage(const Session& session);

    QWidget* header() override { return m_header; }
    std::vector<PanelId> panels() const override;
    bool canDo(Command command) const override { return m_message && Page::canDo(command); }
    std::vector<InputHint> hints() const override;
    int fullHeight() const override;
    bool offersPicture() const override;
    bool offersTable() const override { return hasRows(); }
    std::optional<PagePicture> picture() const override;
    std::optional<PageTable> table() const override;
    bool isOfFailure() const override { return true; }
    bool takeDropped(const QStringList& paths) override;
    void setOpenElsewhere(const QStringList& paths) override;
    void takeOffer() override;
    QString fileName() const override { return programFile(QStringLiteral("-out-of-memory")); }

protected:
    void fit() override;

private:
    QWidget* makeHeader();
    QWidget* makeMessage();
    QWidget* makeFacts();
    QWidget* makeNextStep();
    void refresh();
    void showChunks();
    void refreshWords();
    void refreshHeadline();
    void refreshHandle();
    void refreshNextStep();
    void refreshColors();
    void copy();
    void copyAll();
    void showPlan();
    /// Opens the plan with the buffers selected that the message lists.
    void openPlan();
    /// REQUIRES: a plan
    void openPlanAt(const std::vector<RowId>& rows);
    void showPlanBuffers();
    void follow(const QUrl& link);
    bool hasRows() const;
    bool hasChunks() const;

    std::shared_ptr<const oom::Message> m_message; // null: something else is shown
    PlanSearch* m_search;
    std::optional<Chosen> m_before; // the last program shown, of documents with messages
    QWidget* m_header = nullptr;
    QLabel* m_icon = nullptr;
    ElidedLabel* m_headline = nullptr;
    ExplanationLine* m_explanation = nullptr;
    ElidedLabel* m_circumstances = nullptr;
    OomBar* m_bar = nullptr;
    QSplitter* m_split = nullptr;
    MessageText* m_text = nullptr;
    QLabel* m_marksNote = nullptr;
    QTextBrowser* m_facts = nullptr;
    QWidget* m_nextStep = nullptr; // shown for a message without rows and without a plan
    QLabel* m_nextTitle = nullptr;
    QLabel* m_nextText = nullptr;
    QLabel* m_nextCommand = nullptr;
    QToolButton* m_copyCommand = nullptr;
    // Null before there are rows to show.
    ChunkLines* m_chunks = nullptr;
    PlanBuffers* m_planBuffers = nullptr; // null before there is a plan
};

} // namespace tidemark::ui
