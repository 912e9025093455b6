#include "ui/shell/main_tool_bar.h"

#include "core/base/text.h"
#include "ui/session/document_controller.h"
#include "ui/session/module_model.h"
#include "ui/shell/module_box.h"
#include "ui/theme/colors.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/peak_delegate.h"
#include "ui/widgets/text_color.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace tidemark::ui {
namespace {

constexpr int kControlHeight = 28;

QString workerName(const InputFile& input, bool withSession)
{
    const QString name
        = input.host.empty() ? QFileInfo(QString::fromStdString(input.path)).fileName() : text(validUtf8(input.host));
    return withSession && !input.session.empty() ? text(validUtf8(input.session)) + QStringLiteral(" / ") + name : name;
}

/// "w-2" before "w-10": runs of digits count as numbers.
bool isNaturallyLess(const QString& a, const QString& b)
{
    const auto runEnd = [](const QString& text, qsizetype at) {
        while (at < text.size() && text[at].isDigit())
            ++at;
        return at;
    };
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < a.size() && j < b.size()) {
        const qsizetype iEnd = runEnd(a, i);
        const qsizetype jEnd = runEnd(b, j);
        if (iEnd > i && jEnd > j) {
            const auto left = QStringView(a).mid(i, iEnd - i).toULongLong();
            const auto right = QStringView(b).mid(j, jEnd - j).toULongLong();
            if (left != right)
                return left < right;
            i = iEnd;
            j = jEnd;
        } else if (a[i] != b[j]) {
            return a[i] < b[j];
        } else {
            ++i;
            ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

} // namespace

MainToolBar::MainToolBar(ViewState* state, DocumentController* controller, QWidget* parent)
    : QToolBar(tr("Tool bar"), parent)
    , m_state(state)
    , m_controller(controller)
    , m_spaces(new QComboBox(this))
    , m_modules(new ModuleBox(this))
    , m_workers(new QComboBox(this))
    , m_units(new QComboBox(this))
    , m_search(new QLineEdit(this))
    , m_open(new QToolButton(this))
    , m_export(new QPushButton(this))
{
    setObjectName(QStringLiteral("toolBar"));
    setMovable(false);
    setIconSize({16, 16});
    setContextMenuPolicy(Qt::PreventContextMenu);
    layout()->setContentsMargins(8, 6, 8, 7);
    layout()->setSpacing(6);

    m_spaces->setAccessibleName(tr("Memory space"));
    m_spaces->setToolTip(tr("The memory of the device to show"));
    m_spaces->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_workers->setAccessibleName(tr("Worker"));
    m_workers->setToolTip(tr("The worker whose program is shown"));
    m_workers->setItemDelegate(new PeakDelegate(m_workers));
    m_workers->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_units->setAccessibleName(tr("Units"));
    m_units->setToolTip(tr("The unit of all sizes"));
    m_units->addItems(
        {tr("Auto"), QStringLiteral("B"), QStringLiteral("KiB"), QStringLiteral("MiB"), QStringLiteral("GiB")});
    for (QWidget* control :
         std::initializer_list<QWidget*>{m_spaces, m_modules, m_workers, m_units, m_search, m_open, m_export})
        control->setFixedHeight(kControlHeight);
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open->setAutoRaise(true);
    m_open->setFocusPolicy(Qt::TabFocus);
    m_open->setIconSize({16, 16});
    m_export->setFlat(true);
    m_export->setIconSize({16, 16});
    m_export->setText(tr("Export"));
    m_export->setToolTip(tr("Save or copy the chart, save the buffers"));
    m_search->setPlaceholderText(tr("Find buffer, op, source…"));
    m_search->setAccessibleName(tr("Find buffer, op, source"));
    m_search->setClearButtonEnabled(true);
    m_search->setAcceptDrops(false);
    m_searchIcon = m_search->addAction(QIcon(), QLineEdit::LeadingPosition);

    addWidget(m_open);
    addSeparator();
    m_labels << addLabel(tr("Memory"), m_spaces);
    addWidget(m_spaces);
    m_labels << addLabel(tr("Module"), m_modules);
    addWidget(m_modules);
    m_workersLabel = addLabel(tr("Worker"), m_workers);
    m_workersShown = addWidget(m_workers);
    addSeparator();
    m_labels << addLabel(tr("Units"), m_units);
    addWidget(m_units);
    auto* space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    addWidget(m_search);
    addWidget(m_export);

    connect(m_spaces, &QComboBox::activated, this,
            [this](int i) { m_controller->chooseSpace(m_spaces->itemData(i).toLongLong()); });
    connect(m_workers, &QComboBox::activated, this,
            [this](int i) { m_controller->chooseFile(m_workers->itemData(i).toUInt()); });
    connect(m_modules, &ModuleBox::moduleChosen, controller, &DocumentController::chooseModule);
    connect(m_units, &QComboBox::activated, this, [this](int i) { m_state->setUnit(static_cast<ByteUnit>(i)); });
    connect(m_search, &QLineEdit::textChanged, state, &ViewState::setFilter);
    connect(state, &ViewState::filterChanged, this, [this] {
        if (m_search->text() != m_state->filter())
            m_search->setText(m_state->filter());
    });
    connect(state, &ViewState::unitChanged, this,
            [this] { m_units->setCurrentIndex(static_cast<int>(m_state->unit())); });
    connect(controller, &DocumentController::documentChanged, this, &MainToolBar::refresh);
    connect(controller, &DocumentController::selectionChanged, this, &MainToolBar::refresh);
    connect(controller, &DocumentController::shown, this, &MainToolBar::refresh);
    setNarrow(false);
    refreshIcons();
    refresh();
}

QAction* MainToolBar::addLabel(const QString& text, QWidget* buddy)
{
    auto* label = new QLabel(text, this);
    label->setBuddy(buddy);
    label->setObjectName(QStringLiteral("label"));
    return addWidget(label);
}

void MainToolBar::setActions(QAction* open, QMenu* exports)
{
    m_open->setText(tr("Open"));
    m_open->setToolTip(tr("Open a profile (Ctrl+O)"));
    connect(m_open, &QToolButton::clicked, open, &QAction::trigger);
    m_export->setMenu(exports);
}

void MainToolBar::setNarrow(bool narrow)
{
    m_isNarrow = narrow;
    for (QAction* label : std::as_const(m_labels))
        label->setVisible(!narrow);
    m_modules->setFixedWidth(narrow ? 224 : 300);
    m_search->setFixedWidth(narrow ? 196 : 230);
    m_workers->setMaximumWidth(narrow ? 190 : 260);
    m_workersLabel->setVisible(!narrow && m_workers->count() > 1);
}

void MainToolBar::refresh()
{
    refreshSpaces();
    refreshWorkers();
    const auto module = m_controller->module();
    const auto& document = m_controller->document();
    if (document && module)
        m_modules->setContents(document, document->module(*module).file, m_controller->space(), module);
    else
        m_modules->setContents(nullptr, 0, 0, std::nullopt);
    const bool hasData = !m_state->isEmpty();
    m_units->setEnabled(hasData);
    m_search->setEnabled(hasData);
    m_export->setEnabled(hasData);
}

void MainToolBar::refreshSpaces()
{
    m_spaces->clear();
    const auto module = m_controller->module();
    if (!module) {
        m_spaces->addItem(tr("No memory space"));
        m_spaces->setEnabled(false);
        return;
    }
    const Document& document = *m_controller->document();
    const Platform platform = document.platformOf(*module);
    bool isListed = false;
    for (const SpaceOutline& space : document.outlines[*module].spaces) {
        m_spaces->addItem(tr("%1 — %2 peak")
                              .arg(text(spaceText(platform, space.space)),
                                   QString::fromStdString(bytesText(space.occupiedPeakBytes))),
                          QVariant::fromValue<qlonglong>(space.space));
        isListed = isListed || space.space == m_controller->space();
    }
    if (!isListed)
        m_spaces->addItem(tr("%1 — not used").arg(text(spaceText(platform, m_controller->space()))),
                          QVariant::fromValue<qlonglong>(m_controller->space()));
    m_spaces->setCurrentIndex(m_spaces->findData(QVariant::fromValue<qlonglong>(m_controller->space())));
    m_spaces->setEnabled(true);
}

void MainToolBar::refreshWorkers()
{
    m_workers->clear();
    const auto& document = m_controller->document();
    if (document) {
        std::set<std::uint32_t> files;
        std::set<std::string> sessions;
        for (const ModuleEntry& entry : document->profile->modules) {
            files.insert(entry.file);
            sessions.insert(document->profile->files[entry.file].input.session);
        }
        std::vector<std::pair<QString, std::uint32_t>> workers;
        for (const std::uint32_t file : files)
            workers.emplace_back(workerName(document->profile->files[file].input, sessions.size() > 1), file);
        std::ranges::stable_sort(workers, isNaturallyLess, &std::pair<QString, std::uint32_t>::first);
        for (const auto& [name, file] : workers) {
            const std::uint32_t module = *m_controller->moduleOn(file);
            m_workers->addItem(name, file);
            const int i = m_workers->count() - 1;
            const QString peak = ModuleModel::peakText(document->outlines[module], m_controller->spaceOn(module));
            m_workers->setItemData(i, name, ModuleModel::NameRole);
            m_workers->setItemData(i, peak, ModuleModel::PeakRole);
            m_workers->setItemData(i, tr("%1 — %2").arg(name, peak), Qt::AccessibleTextRole);
        }
        if (const auto module = m_controller->module())
            m_workers->setCurrentIndex(m_workers->findData(document->module(*module).file));
    }
    m_workers->view()->setMinimumWidth(m_workers->view()->sizeHintForColumn(0) + 2 * m_workers->view()->frameWidth());
    m_workersShown->setVisible(m_workers->count() > 1);
    m_workersLabel->setVisible(!m_isNarrow && m_workers->count() > 1);
}

void MainToolBar::refreshIcons()
{
    m_open->setIcon(themedIcon(QStringLiteral("open"), palette()));
    m_export->setIcon(themedIcon(QStringLiteral("export"), palette()));
    m_searchIcon->setIcon(themedIcon(QStringLiteral("search"), palette()));
    for (QLabel* label : findChildren<QLabel*>(QStringLiteral("label")))
        setTextColor(label, colorsFor(palette()).secondaryText);
}

void MainToolBar::changeEvent(QEvent* event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_searchIcon)
        refreshIcons();
}

} // namespace tidemark::ui
