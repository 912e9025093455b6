#include "ui/pages/empty/empty_page.h"

#include "core/base/text.h"
#include "ui/session/document.h"
#include "ui/theme/colors.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_color.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

constexpr int kWidth = 720;
constexpr int kRowHeight = 24;
constexpr int kShownRows = 6;
enum RecentColumn { File, Module, Peak, Bytes, RecentColumns };

QTableWidgetItem* item(const QString& text, Qt::Alignment alignment = Qt::AlignLeft)
{
    auto* cell = new QTableWidgetItem(text);
    cell->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    cell->setTextAlignment(alignment | Qt::AlignVCenter);
    return cell;
}

QString bytes(qint64 value)
{
    return value > 0 ? QString::fromStdString(bytesText(value)) : QString();
}

} // namespace

QString examplePath()
{
    const QFileInfo example(QCoreApplication::applicationDirPath()
                            + QStringLiteral("/../share/tidemark/example/train.xplane.pb"));
    return example.canonicalFilePath();
}

EmptyPage::EmptyPage(QWidget* parent)
    : QWidget(parent)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(28);
    column->addStretch(2);
    column->addWidget(makeDropFrame());
    column->addWidget(makeRecent());
    column->addStretch(3);
    auto* layout = new QHBoxLayout(this);
    layout->addStretch(1);
    layout->addLayout(column);
    layout->addStretch(1);
    refreshIcons();
    refreshRecent();
}

QWidget* EmptyPage::makeDropFrame()
{
    auto* frame = new DropFrame(this);
    frame->setFixedWidth(kWidth);
    auto* title = new QLabel(tr("Drop a log directory or a profile here"), frame);
    QFont large = font();
    if (large.pointSizeF() > 0)
        large.setPointSizeF(large.pointSizeF() * 1.35);
    title->setFont(large);
    auto* hint = new QLabel(tr("A folder with plugins/profile, *.xplane.pb, *.hlo_proto.pb or *.hlo.pb"), frame);
    hint->setObjectName(QStringLiteral("secondary"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    const auto add = [&](const char* icon, const QString& text, auto signal) {
        auto* button = new QPushButton(text, frame);
        button->setObjectName(QLatin1String(icon));
        button->setMinimumHeight(30);
        connect(button, &QPushButton::clicked, this, signal);
        buttons->addWidget(button);
        m_buttons << button;
    };
    add("open-folder", tr("Open &Log Directory…"), &EmptyPage::openFolderRequested);
    add("file", tr("Open &File…"), &EmptyPage::openFileRequested);
    add("play", tr("Open the E&xample"), &EmptyPage::openExampleRequested);
    m_buttons.front()->setDefault(true);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(20, 86, 20, 44);
    layout->setSpacing(8);
    layout->addWidget(title, 0, Qt::AlignHCenter);
    layout->addWidget(hint, 0, Qt::AlignHCenter);
    layout->addSpacing(12);
    layout->addLayout(buttons);
    return frame;
}

QWidget* EmptyPage::makeRecent()
{
    m_recent = new QWidget(this);
    m_recent->setFixedWidth(kWidth);
    auto* title = new QLabel(tr("Recent files"), m_recent);
    QFont bold = font();
    bold.setBold(true);
    title->setFont(bold);
    m_clear = new QLabel(m_recent);
    m_clear->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_clear, &QLabel::linkActivated, this, [this] {
        settings::clearRecentDocuments();
        refreshRecent();
    });
    m_table = new QTableWidget(0, RecentColumns, m_recent);
    m_table->setAccessibleName(tr("Recent files"));
    m_table->setHorizontalHeaderLabels(
        {tr("File"), tr("Module with the largest peak"), tr("HBM peak"), tr("File size")});
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(18);
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setItemDelegate(new QuietSelection(m_table));
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(File, QHeaderView::Stretch);
    header->resizeSection(Module, 220);
    header->resizeSection(Peak, 116);
    header->resizeSection(Bytes, 116);
    for (const int number : {static_cast<int>(Peak), static_cast<int>(Bytes)})
        m_table->horizontalHeaderItem(number)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (const int name : {static_cast<int>(File), static_cast<int>(Module)})
        m_table->horizontalHeaderItem(name)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(m_table, &QTableWidget::cellActivated, this,
            [this](int row, int) { emit openRequested(m_documents[static_cast<std::size_t>(row)].paths); });

    auto* line = new QHBoxLayout;
    line->addWidget(title);
    line->addStretch(1);
    line->addWidget(m_clear);
    auto* layout = new QVBoxLayout(m_recent);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_table);
    return m_recent;
}

void EmptyPage::refreshRecent()
{
    m_documents = settings::recentDocuments();
    m_table->setRowCount(static_cast<int>(m_documents.size()));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const RecentDocument& document = m_documents[static_cast<std::size_t>(row)];
        QTableWidgetItem* file = item(shortName(document.paths));
        file->setIcon(themedIcon(QStringLiteral("file"), palette()));
        file->setToolTip(document.paths.join(u'\n').toHtmlEscaped());
        QTableWidgetItem* module = item(document.module);
        module->setFont(monospaceFont());
        m_table->setItem(row, File, file);
        m_table->setItem(row, Module, module);
        m_table->setItem(row, Peak, item(bytes(document.peakBytes), Qt::AlignRight));
        m_table->setItem(row, Bytes, item(bytes(document.fileBytes), Qt::AlignRight));
    }
    m_recent->setVisible(!m_documents.empty());
    const int rows = std::min(kShownRows, m_table->rowCount());
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * kRowHeight + 3);
}

void EmptyPage::refreshIcons()
{
    const Colors colors = colorsFor(palette());
    for (QPushButton* button : m_buttons)
        button->setIcon(themedIcon(button->objectName(), palette()));
    m_clear->setText(QStringLiteral("<a href=\"#\" style=\"color:%1;text-decoration:none\">%2</a>")
                         .arg(colors.highlight.name(), tr("Clear")));
    for (QLabel* label : findChildren<QLabel*>(QStringLiteral("secondary")))
        setTextColor(label, colors.secondaryText);
}

void EmptyPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_table) {
        refreshIcons();
        refreshRecent();
    }
}

void EmptyPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refreshRecent();
}

void EmptyPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colorsFor(palette()).base);
}

} // namespace tidemark::ui
