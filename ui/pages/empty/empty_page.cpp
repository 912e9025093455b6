#include "ui/pages/empty/empty_page.h"

#include "core/base/text.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QDir>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kWidth = 800;
constexpr int kShownRows = 6;
constexpr int kFileStretch = 12;
enum RecentColumn { File, Folder, Program, Peak, Bytes, Opened, RecentColumns };

constexpr auto kFolderLink = "folder";
constexpr auto kPasteLink = "paste";
constexpr auto kExampleLink = "example";

/// Paints selected rows in the pale colour of the table's palette, without a focus frame.
class QuietSelection : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const Colors colors = colorsFor(option->palette);
        option->palette.setColor(QPalette::Highlight, colors.selectedRow);
        option->palette.setColor(QPalette::HighlightedText, colors.text);
        option->state &= ~QStyle::State_HasFocus;
    }
};

QLabel* makeLinks(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    return label;
}

QTableWidgetItem* item(const QString& text, Qt::Alignment alignment = Qt::AlignLeft)
{
    auto* cell = new QTableWidgetItem(text);
    cell->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    cell->setTextAlignment(alignment | Qt::AlignVCenter);
    cell->setToolTip(plainToolTip(text));
    return cell;
}

QString bytes(qint64 value)
{
    return value > 0 ? text(bytesText(value)) : QString();
}

} // namespace

EmptyPage::EmptyPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
{
    QWidget* const frame = makeDropFrame(context.session->host().kinds());
    QLayout* const column = inColumn(nullptr, {roomBetween(2), frame, makeRecent(), roomBetween(3)}, kStyleMargins, 28);
    inLine(this, {roomBetween(), {column, 1000}, roomBetween()}, kStyleMargins, kStyleSpacing);
    onShow(this, [this] { showRecent(); });
    onRestyle(this, [this] { refreshColors(); });
    refreshColors();
    showRecent();
}

QWidget* EmptyPage::makeDropFrame(const DocumentKinds& kinds)
{
    auto* frame = new DropFrame(DropFrame::Size::Large, this);
    frame->setMaximumWidth(kWidth);
    auto* title = new QLabel(tr("See what fills the memory of an accelerator"), frame);
    title->setFont(largerFont(font(), 1.35));
    m_hint = new QLabel(tr("Drop a profile, a log directory or an error message here"), frame);
    m_hint->setToolTip(plainToolTip(text(endingsText(endingsOf(kinds)))));
    // This mnemonic does not collide with the menus of the menu bar.
    auto* open = new QPushButton(themedIcon(QStringLiteral("file")), tr("&Open File…"), frame);
    open->setMinimumHeight(30);
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, [this] { emit requested(Command::OpenFiles); });
    m_others = makeLinks(frame);
    connect(m_others, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link == QLatin1String(kFolderLink))
            emit requested(Command::OpenFolder);
        else if (link == QLatin1String(kPasteLink))
            emit requested(Command::Paste);
        else
            emit requested(Command::OpenExample);
    });
    QVBoxLayout* const layout = inColumn(frame, {}, {8, 86, 8, 44}, 10);
    for (QWidget* part : std::initializer_list<QWidget*>{title, m_hint, open, m_others})
        layout->addWidget(part, 0, Qt::AlignHCenter);
    layout->insertSpacing(2, 8);
    return frame;
}

QWidget* EmptyPage::makeRecent()
{
    m_recent = new QWidget(this);
    m_recent->setMaximumWidth(kWidth);
    auto* title = new QLabel(tr("Recent files"), m_recent);
    title->setFont(boldFont(font()));
    m_clear = makeLinks(m_recent);
    connect(m_clear, &QLabel::linkActivated, this, [this] {
        settings::clearRecentDocuments();
        showRecent();
    });
    m_table = new QTableWidget(0, RecentColumns, m_recent);
    m_table->setAccessibleName(tr("Recent files"));
    m_table->setHorizontalHeaderLabels(
        {tr("File"), tr("Folder"), tr("Largest program"), tr("Peak"), tr("File size"), tr("Opened")});
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(std::max(24, fontMetrics().height() + 8));
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setItemDelegate(new QuietSelection(m_table));
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::Stretch);
    for (const int number : {static_cast<int>(Peak), static_cast<int>(Bytes), static_cast<int>(Opened)})
        header->setSectionResizeMode(number, QHeaderView::ResizeToContents);
    for (int column = 0; column < RecentColumns; ++column)
        m_table->horizontalHeaderItem(column)->setTextAlignment(
            (column == Peak || column == Bytes ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    connect(m_table, &QTableWidget::cellActivated, this,
            [this](int row, int) { emit openRequested(m_documents[static_cast<std::size_t>(row)].paths); });

    QLayout* const line = inLine(nullptr, {title, roomBetween(), m_clear}, kStyleMargins, kStyleSpacing);
    inColumn(m_recent, {line, m_table}, {}, kStyleSpacing);
    return m_recent;
}

void EmptyPage::fillRow(int row, const RecentDocument& document)
{
    QTableWidgetItem* file = item(shortName(document.paths));
    file->setIcon(themedIcon(QStringLiteral("file")));
    file->setToolTip(plainToolTip(document.paths.join(u'\n')));
    QTableWidgetItem* program = item(document.program);
    program->setFont(monospaceFont());
    m_table->setItem(row, File, file);
    m_table->setItem(row, Folder, item(document.folder()));
    m_table->setItem(row, Program, program);
    m_table->setItem(row, Peak, item(bytes(document.peakBytes), Qt::AlignRight));
    m_table->setItem(row, Bytes, item(bytes(document.fileBytes), Qt::AlignRight));
    m_table->setItem(row, Opened, item(QLocale().toString(document.opened, QLocale::ShortFormat)));
}

void EmptyPage::showRecent()
{
    m_documents = settings::recentDocuments();
    m_table->setRowCount(static_cast<int>(m_documents.size()));
    for (int row = 0; row < m_table->rowCount(); ++row)
        fillRow(row, m_documents[static_cast<std::size_t>(row)]);
    m_recent->setVisible(!m_documents.empty());
    const int rows = std::min(kShownRows, m_table->rowCount());
    const int rowHeight = m_table->verticalHeader()->defaultSectionSize();
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() + std::min(2, rows) * rowHeight + 3);
    m_table->setMaximumHeight(m_table->horizontalHeader()->sizeHint().height() + rows * rowHeight + 3);
}

void EmptyPage::refreshColors()
{
    const Colors colors = colorsFor(palette());
    const auto link = [&](const char* target, const QString& text) {
        return QStringLiteral("<a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a>")
            .arg(QLatin1String(target), colors.highlight.name(), text);
    };
    m_clear->setText(link("clear", tr("Clear")));
    m_others->setText(QStringList{link(kFolderLink, tr("Open a log directory")),
                                  link(kPasteLink, tr("Paste an error message")),
                                  link(kExampleLink, tr("Open the example"))}
                          .join(QStringLiteral("&nbsp;&nbsp;·&nbsp;&nbsp;")));
    setTextColor(m_hint, colors.secondaryText);
}

StandInPage::StandInPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_path(new WrappedLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QPushButton(this))
    , m_remedies(new QWidget(this))
    , m_fileText(new QPlainTextEdit(this))
{
    m_title->setFont(largerFont(font(), 1.35));
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
    }
    m_path->setObjectName(QStringLiteral("path"));
    m_path->setFont(monospaceFont());
    m_path->setAlignment(Qt::AlignHCenter);
    inLine(m_remedies, {}, {0, 8, 0, 0}, 8);
    addRemedy("reload", tr("Try Again"), Command::Reload);
    addRemedy("file", tr("Open File…"), Command::OpenFiles);
    addRemedy("open-folder", tr("Open Log Directory…"), Command::OpenFolder);
    m_fileText->setReadOnly(true);
    m_fileText->setFont(monospaceFont());
    m_fileText->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_fileText->setAccessibleName(tr("The beginning of the file"));
    QLayout* const column = inColumn(nullptr,
                                     {roomBetween(2),
                                      {m_icon, 0, Qt::AlignHCenter},
                                      m_title,
                                      m_path,
                                      m_text,
                                      {m_action, 0, Qt::AlignHCenter},
                                      {m_remedies, 0, Qt::AlignHCenter},
                                      {m_fileText, kFileStretch},
                                      roomBetween(3)},
                                     kStyleMargins, 10);
    inLine(this, {roomBetween(), {column, 3}, roomBetween()}, kStyleMargins, kStyleSpacing);
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (const auto& instead = m_session->standIn(); instead && instead->actionMemory)
            m_session->chooseMemory(*instead->actionMemory);
    });
    connect(m_session, &Session::shownChanged, this, &StandInPage::refresh);
    connect(&m_session->host(), &DocumentHost::reading, this, &StandInPage::refresh);
    onRestyle(this, [this] { refreshColors(); });
    refreshColors();
    refresh();
}

void StandInPage::addRemedy(const char* icon, const QString& text, Command command)
{
    auto* button = new QPushButton(themedIcon(QLatin1String(icon)), text, m_remedies);
    button->setMinimumHeight(30);
    connect(button, &QPushButton::clicked, this, [this, command] { emit requested(command); });
    m_remedies->layout()->addWidget(button);
}

void StandInPage::refresh()
{
    const auto& instead = m_session->standIn();
    const QStringList& paths = m_session->host().paths();
    if (instead)
        setTexts(instead->title, instead->text, instead->action);
    else
        setTexts(tr("Reading %1…").arg(shortName(paths)), {}, {});
    m_fileText->setPlainText(instead ? instead->fileText : QString());
    m_fileText->setVisible(!m_fileText->document()->isEmpty());
    m_fileText->setMaximumHeight(m_fileText->blockCount() * m_fileText->fontMetrics().lineSpacing()
                                 + m_fileText->minimumSizeHint().height());
    m_isFailure = instead && instead->isFailure;
    m_remedies->setVisible(m_isFailure);
    m_path->setWrappedText(QDir::toNativeSeparators(paths.join(u'\n')));
    m_path->setVisible(m_isFailure && paths.size() == 1);
    refreshColors();
    setToolTip(plainToolTip(paths.join(u'\n')));
}

void StandInPage::setTexts(const QString& title, const QString& text, const QString& action)
{
    m_title->setText(title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleDescription(title + u' ' + text);
}

void StandInPage::refreshColors()
{
    const QString icon = m_isFailure ? QStringLiteral("warning") : QStringLiteral("info");
    m_icon->setPixmap(themedIcon(icon).pixmap({32, 32}, devicePixelRatioF()));
    for (QLabel* label : std::initializer_list<QLabel*>{m_path, m_text})
        setTextColor(label, colorsFor(palette()).secondaryText);
}

} // namespace tidemark::ui
