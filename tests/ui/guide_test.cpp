#include "ui/shell/help_dialogs.h"

#include <QFile>
#include <QListWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>
#include <gtest/gtest.h>

using namespace tidemark::ui;

TEST(Guide, EveryPageIsListedAndHasText)
{
    GuideDialog dialog(nullptr);
    auto* list = dialog.findChild<QListWidget*>();
    auto* text = dialog.findChild<QTextBrowser*>();
    ASSERT_EQ(list->count(), GuideDialog::pages().size());
    for (int row = 0; row < list->count(); ++row) {
        list->setCurrentRow(row);
        EXPECT_FALSE(list->item(row)->text().isEmpty());
        EXPECT_TRUE(text->toPlainText().startsWith(list->item(row)->text()));
    }
}

TEST(Guide, ALinkOpensItsPageAtItsHeading)
{
    GuideDialog dialog(nullptr);
    dialog.show();
    auto* text = dialog.findChild<QTextBrowser*>();
    emit text->anchorClicked(QUrl(QStringLiteral("numbers.md#categories")));
    EXPECT_TRUE(text->toPlainText().startsWith(QStringLiteral("What the numbers mean")));
    EXPECT_EQ(text->cursorForPosition(QPoint(5, 10)).block().text(), QStringLiteral("Categories"));
    emit text->anchorClicked(QUrl(QStringLiteral("no-such-page.md")));
    EXPECT_TRUE(text->toPlainText().startsWith(QStringLiteral("What the numbers mean"))) << "the page stays";
}
