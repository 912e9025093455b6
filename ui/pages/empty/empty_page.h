#pragma once

#include "core/view/document_kind.h"
#include "ui/pages/page.h"
#include "ui/session/settings.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace tidemark::ui {

class WrappedLabel;

/// Shown before anything is open: a drop target with a button to open files, and the recent files.
class EmptyPage : public Page
{
    Q_OBJECT

public:
    EmptyPage(const PageContext& context, QWidget* parent);
    void showRecent() override;

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

/// Shown when there is nothing to see: says why and what the user can do, or that a file is being read. A text without
/// a message is shown itself.
class StandInPage : public Page
{
    Q_OBJECT

public:
    StandInPage(const PageContext& context, QWidget* parent);
    std::vector<PanelId> panels() const override { return {PanelId::Problems}; }

private:
    void addRemedy(const char* icon, const QString& text, Command command);
    void refresh();
    void setTexts(const QString& title, const QString& text, const QString& action);
    void refreshColors();

    QLabel* m_icon;
    QLabel* m_title;
    WrappedLabel* m_path; // of a file that cannot be shown
    QLabel* m_text;
    QPushButton* m_action;
    QWidget* m_remedies;
    bool m_isFailure = false;
    QPlainTextEdit* m_fileText; // the beginning of the file, if that is a text
};

} // namespace tidemark::ui
