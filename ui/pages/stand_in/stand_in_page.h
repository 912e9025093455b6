#pragma once

#include "ui/pages/page.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tidemark::ui {

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
    QLabel* m_text;
    QPushButton* m_action;
    QWidget* m_remedies;
    QPlainTextEdit* m_fileText; // the beginning of the file, if that is a text
};

} // namespace tidemark::ui
