#include "ui/shell/guide_dialog.h"

#include <QAbstractTextDocumentLayout>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

const auto kGuideFolder = QStringLiteral(":/guide/");
const auto kFirstPage = QStringLiteral("window.md");

QString guideText(const QString& page)
{
    QFile file(kGuideFolder + page);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll());
}

/// The heading of a page: its first line without "# ".
QString guideTitle(const QString& page)
{
    return guideText(page).section(u'\n', 0, 0).mid(2);
}

/// The anchor that Markdown viewers give a heading: "Record the program" has "record-the-program".
QString anchorOf(const QString& heading)
{
    QString anchor;
    for (const QChar c : heading.toLower()) {
        if (c == u' ')
            anchor += u'-';
        else if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            anchor += c;
    }
    return anchor;
}

} // namespace

GuideDialog::GuideDialog(QWidget* parent)
    : QDialog(parent)
    , m_list(new QListWidget(this))
    , m_text(new QTextBrowser(this))
{
    setWindowTitle(tr("Guide"));
    for (const QString& page : pages())
        m_list->addItem(guideTitle(page));
    m_list->setAccessibleName(tr("Pages"));
    m_list->setMaximumWidth(m_list->sizeHintForColumn(0) + 40);
    m_text->setAccessibleName(tr("Page"));
    m_text->setOpenLinks(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_list);
    row->addWidget(m_text, 1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_text, &QTextBrowser::anchorClicked, this, &GuideDialog::follow);
    connect(m_list, &QListWidget::currentRowChanged, this,
            [this](int index) { m_text->setMarkdown(guideText(pages().value(index))); });
    m_list->setCurrentRow(0);
    resize(900, 640);
}

QStringList GuideDialog::pages()
{
    QStringList pages = QDir(kGuideFolder).entryList(QDir::Files, QDir::Name);
    pages.move(pages.indexOf(kFirstPage), 0);
    return pages;
}

void GuideDialog::showPage(const QString& page)
{
    m_list->setCurrentRow(static_cast<int>(pages().indexOf(page)));
}

void GuideDialog::follow(const QUrl& link)
{
    if (!link.scheme().isEmpty()) {
        QDesktopServices::openUrl(link);
        return;
    }
    if (pages().contains(link.path()))
        showPage(link.path());
    showHeading(link.fragment());
}

/// Scrolls to the heading whose anchor this is. Nothing happens if no heading has it.
void GuideDialog::showHeading(const QString& anchor)
{
    const QTextDocument& page = *m_text->document();
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0 && anchorOf(block.text()) == anchor) {
            const QRectF place = page.documentLayout()->blockBoundingRect(block);
            m_text->verticalScrollBar()->setValue(static_cast<int>(place.top()));
            return;
        }
}

} // namespace tidemark::ui
