#include "ui/shell/help_dialogs.h"

#include "core/base/text.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/shell/actions.h"
#include "ui/state/units.h"
#include "ui/state/view_state.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/layouts.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QUrl>

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

QString both(std::int64_t bytes)
{
    return withExact(text(bytesText(bytes)), bytes);
}

/// A form of named facts below headings. Unknown facts have no row.
class FactForm
{
public:
    explicit FactForm(QFormLayout* form)
        : m_form(form)
    { }
    void heading(const QString& title)
    {
        auto* label = new QLabel(title);
        label->setTextFormat(Qt::PlainText);
        label->setFont(boldFont(label->font()));
        m_form->addRow(label);
    }
    void add(const QString& name, const QString& value)
    {
        if (value.isEmpty())
            return;
        auto* label = new QLabel(value);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setWordWrap(true);
        m_form->addRow(name, label);
    }

private:
    QFormLayout* m_form;
};

QString valueOf(const Figure& figure)
{
    if (figure.isBytes() && std::holds_alternative<std::int64_t>(figure.value))
        return both(figure.bytes());
    if (const auto* number = std::get_if<std::int64_t>(&figure.value))
        return grouped(*number);
    if (const auto* number = std::get_if<std::uint64_t>(&figure.value))
        return QString::number(*number);
    const auto* words = std::get_if<std::string>(&figure.value);
    return words ? text(*words) : QString();
}

void addFigures(FactForm& facts, const View& view, const Figures& figures, const QString& device)
{
    using D = InformationDialog;
    facts.heading(D::tr("Memory: %1").arg(text(view.memoryText)));
    for (const Figure& figure : figures.list) {
        const QString value = valueOf(figure);
        if (figure.label.empty() || value.isEmpty())
            continue;
        const QString remarks = text(figure.remarkText([](std::int64_t bytes) { return bytesText(bytes); }));
        facts.add(text(figure.label), remarks.isEmpty() ? value : value + QStringLiteral(" · ") + remarks);
    }
    facts.add(D::tr("Device"), device);
    for (const Warning& warning : figures.warnings)
        facts.add(D::tr("Note"), text(warning.describe()));
}

void addFile(FactForm& facts, const FileEntry& file)
{
    using D = InformationDialog;
    const QFileInfo info(fromNative(file.path));
    facts.heading(info.fileName());
    facts.add(D::tr("Path"), info.absoluteFilePath());
    facts.add(D::tr("Size"), both(static_cast<std::int64_t>(file.size)));
    facts.add(D::tr("Format"), text(file.format));
    facts.add(D::tr("Session"), text(file.session));
    facts.add(D::tr("Host"), text(file.host));
    facts.add(D::tr("Platform"), text(platformName(file.platform)));
    facts.add(D::tr("Device"), text(file.device.type));
    for (const auto& [name, value] : file.remarks)
        facts.add(text(name), text(value));
    if (file.error)
        facts.add(D::tr("Problem"), text(file.error->message));
}

/// Lays out a dialog: its content above a button that closes it.
QDialogButtonBox* layOut(QDialog* dialog, const LaidOut& content)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    inColumn(dialog, {content, buttons}, kStyleMargins, kStyleSpacing);
    return buttons;
}

QString withoutMnemonic(QString text)
{
    return text.remove(u'&').remove(u'…');
}

/// The keys of an action, or the keys shown in its text: "→".
QString keysOf(const QAction& action)
{
    constexpr qsizetype kShown = 2; // platforms know more for some actions, but few keyboards have them
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts().mid(0, kShown))
        keys << key.toString(QKeySequence::NativeText);
    return keys.isEmpty() ? action.text().section(u'\t', 1) : keys.join(QStringLiteral(", "));
}

/// A menu title in sentence case, like the rest of the list: "Zoom In" becomes "Zoom in".
QString asSentence(const QString& title)
{
    QStringList words = title.split(u' ');
    for (qsizetype i = 1; i < words.size(); ++i)
        if (words[i].size() == 1 || words[i].mid(1) == words[i].mid(1).toLower()) // keeps "CSV"
            words[i] = words[i].toLower();
    return words.join(u' ');
}

QString helpOf(const QAction& action)
{
    return action.whatsThis().isEmpty() ? asSentence(withoutMnemonic(action.text().section(u'\t', 0, 0)))
                                        : action.whatsThis();
}

class KeyTable
{
public:
    explicit KeyTable(QWidget* parent)
        : m_parent(parent)
        , m_grid(new QGridLayout(parent))
    {
        m_grid->setHorizontalSpacing(24);
        m_grid->setVerticalSpacing(5);
    }
    void heading(const QString& title)
    {
        auto* label = new QLabel(title, m_parent);
        label->setFont(boldFont(label->font()));
        m_grid->addWidget(label, m_row++, 0, 1, 2);
    }
    void add(const QString& keys, const QString& help)
    {
        m_grid->addWidget(new QLabel(keys, m_parent), m_row, 0, Qt::AlignRight);
        m_grid->addWidget(new QLabel(help, m_parent), m_row++, 1);
    }

private:
    QWidget* m_parent;
    QGridLayout* m_grid;
    int m_row = 0;
};

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
    layOut(this, inLine(nullptr, {m_list, {m_text, 1}}, kStyleMargins, kStyleSpacing));
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

InformationDialog::InformationDialog(const ViewState& state, const Session& session, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Document Information"));
    auto* content = new QWidget;
    auto* form = new QFormLayout(content);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
    form->setHorizontalSpacing(14);
    FactForm facts(form);
    if (const auto& shown = session.shown()) {
        const ProgramEntry& program = shown->program();
        facts.heading(tr("Program"));
        facts.add(tr("Name"), text(program.name));
        facts.add(tr("Id"), program.id ? QString::number(*program.id) : QString());
        facts.add(tr("Size in the file"), program.bytes ? both(static_cast<std::int64_t>(*program.bytes)) : QString());
        if (session.figures() && !state.isEmpty())
            addFigures(facts, *state.view(), *session.figures(), session.deviceText());
    }
    QString path = fromNative(session.host().documents().front()->catalogue().files.front().path);
    if (session.shown())
        path = fromNative(session.shown()->file().path);
    for (const auto& document : session.host().documents())
        for (const FileEntry& file : document->catalogue().files)
            addFile(facts, file);

    auto* scroll = new QScrollArea(this);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::StyledPanel);
    path = QFileInfo(path).absoluteFilePath();
    QDialogButtonBox* buttons = layOut(this, {scroll, 1});
    QPushButton* copy = buttons->addButton(tr("&Copy Path"), QDialogButtonBox::ActionRole);
    QPushButton* show = buttons->addButton(tr("Show in &Folder"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [path] { QApplication::clipboard()->setText(path); });
    connect(show, &QPushButton::clicked, this,
            [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())); });
    resize(QSize(640, 620).boundedTo(screen()->availableSize() * 9 / 10));
}

void showShortcuts(const Actions& actions, const std::vector<InputHint>& hints, QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(UiText::tr("Keyboard Shortcuts"));
    auto* content = new QWidget;
    KeyTable table(content);
    for (const QMenu* menu : actions.menus()) {
        bool isNamed = false;
        QList<QAction*> entries = menu->actions();
        if (entries.contains(actions.exports->menuAction()))
            entries += actions.exports->actions();
        for (const QAction* action : std::as_const(entries)) {
            const QString keys = keysOf(*action);
            if (keys.isEmpty() || !action->isVisible())
                continue;
            if (!isNamed)
                table.heading(withoutMnemonic(menu->title()));
            isNamed = true;
            table.add(keys, helpOf(*action));
        }
    }
    if (!hints.empty())
        table.heading(UiText::tr("What is shown"));
    for (const InputHint& hint : hints)
        table.add(hint.keys, hint.help);
    auto* scroll = new QScrollArea(&dialog);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    layOut(&dialog, scroll);
    const QSize room = parent->screen()->availableSize() * 8 / 10;
    const QSize wanted = content->sizeHint() + QSize(scroll->verticalScrollBar()->sizeHint().width() + 30, 70);
    dialog.resize(wanted.boundedTo(room));
    dialog.exec();
}

void showAbout(QWidget* parent)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(UiText::tr("About Tidemark"));
    auto* icon = new QLabel(&dialog);
    icon->setPixmap(applicationIcon().pixmap(64, 64));
    auto* about = new QLabel(&dialog);
    about->setTextFormat(Qt::RichText);
    about->setWordWrap(true);
    about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    about->setMinimumWidth(460);
    about->setText(
        UiText::tr(
            "<p><b>Tidemark %1</b><br>Shows what fills an accelerator's memory.</p>"
            "<p>Its source is under the Apache License 2.0. This program, as it is linked with Qt Charts, is under the GNU General "
            "Public License, version 3 only.</p>"
            "<p>It uses:<br>Qt %2 — GNU Lesser General Public License 3; its module Charts — GNU General Public License 3<br>"
            "Protocol Buffers — BSD 3-Clause<br>RE2 — BSD 3-Clause<br>zlib — zlib License<br>Zstandard — BSD 3-Clause<br>"
            "CLI11 — BSD 3-Clause<br>JSON for Modern C++ — MIT</p>"
            "<p>It reads files and uses no network.</p>")
            .arg(QApplication::applicationVersion(), QLatin1String(qVersion())));
    layOut(&dialog, inLine(nullptr, {{icon, 0, Qt::AlignTop}, {about, 1}}, kStyleMargins, 18));
    dialog.exec();
}

} // namespace tidemark::ui
