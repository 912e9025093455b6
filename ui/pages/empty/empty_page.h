#pragma once

#include "core/view/document_kind.h"
#include "ui/pages/page.h"
#include "ui/session/settings.h"

class QLabel;
class QTableWidget;

namespace tidemark::ui {

/// Shown before anything is open: a drop target with a button to open files, and the recent files.
class EmptyPage : public Page
{
    Q_OBJECT

public:
    EmptyPage(const PageContext& context, QWidget* parent);
    void showRecent() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeDropFrame(const DocumentKinds& kinds);
    QWidget* makeRecent();
    void fillRow(int row, const RecentDocument& document);
    void refreshColors();

    QLabel* m_hint = nullptr;
    QLabel* m_others = nullptr; // links to the other ways to open something
    QWidget* m_recent = nullptr;
    QTableWidget* m_table = nullptr;
    QLabel* m_clear = nullptr;
    std::vector<RecentDocument> m_documents;
};

} // namespace tidemark::ui
