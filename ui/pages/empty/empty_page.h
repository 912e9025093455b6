#pragma once

#include "ui/session/settings.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableWidget;

namespace tidemark::ui {

/// What a window shows before anything is open: where to drop, what to open, the recent files.
class EmptyPage : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyPage(QWidget* parent = nullptr);
    void refreshRecent();

signals:
    void openFileRequested();
    void openFolderRequested();
    void openExampleRequested();
    void openRequested(const QStringList& paths);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeDropFrame();
    QWidget* makeRecent();
    void refreshIcons();

    QList<QPushButton*> m_buttons;
    QWidget* m_recent = nullptr;
    QTableWidget* m_table = nullptr;
    QLabel* m_clear = nullptr;
    std::vector<RecentDocument> m_documents;
};

/// Where the example profile lies, beside the built or the installed program; empty when it is missing.
QString examplePath();

} // namespace tidemark::ui
