#include "ui/shell/main_tool_bar.h"

#include "ui/pages/page.h"
#include "ui/session/program_list.h"
#include "ui/shell/program_box.h"
#include "ui/state/row_text.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/combo_boxes.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/restyle.h"

#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace tidemark::ui {
MainToolBar::MainToolBar(ViewState* state, Session* session, QWidget* parent)
    : QToolBar(tr("Tool bar"), parent)
    , m_state(state)
    , m_session(session)
    , m_memories(new ElidedComboBox(this))
    , m_programs(new ProgramBox(this))
    , m_sources(new SourceBox(this))
    , m_groupBy(new ElidedComboBox(this))
    , m_search(new QLineEdit(this))
    , m_open(new QToolButton(this))
    , m_export(new QPushButton(this))
{
    setObjectName(QStringLiteral("toolBar"));
    setMovable(false);
    setIconSize(QSize(1, 1) * grown(16, font()));
    setContextMenuPolicy(Qt::PreventContextMenu);
    layout()->setContentsMargins(8, 6, 8, 7);
    layout()->setSpacing(6);
    makeBoxes();

    addWidget(m_open);
    addSeparator();
    m_memory = add(m_memories);
    m_memory.label->setText(tr("Memory"));
    m_program = add(m_programs);
    m_source = add(m_sources);
    m_groupBySeparator = addSeparator();
    m_grouping = add(m_groupBy);
    m_grouping.label->setText(tr("Group by"));
    auto* space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    addWidget(m_search);
    addWidget(m_export);
    connectState();
    onResize(this, [this] {
        fit();
        layout()->activate(); // else the boxes overlap until the next event
    });
    onRestyle(this, [this] { refreshColors(); });
    setNarrow(false);
    refreshColors();
    refresh();
}

void MainToolBar::makeBoxes()
{
    m_memories->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_groupBy->setAccessibleName(tr("Group by"));
    m_groupBy->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    const int height = std::max(28, fontMetrics().height() + 10);
    for (QWidget* control :
         std::initializer_list<QWidget*>{m_memories, m_programs, m_sources, m_groupBy, m_search, m_open, m_export})
        control->setFixedHeight(height);
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open->setAutoRaise(true);
    m_open->setFocusPolicy(Qt::TabFocus);
    m_open->setIconSize(iconSize());
    m_open->setIcon(themedIcon(QStringLiteral("open")));
    m_export->setFlat(true);
    m_export->setIconSize(iconSize());
    m_export->setIcon(themedIcon(QStringLiteral("export")));
    m_export->setText(tr("Export"));
    m_export->setToolTip(tr("Save or copy the chart, save the table"));
    m_search->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->setClearButtonEnabled(true);
    m_search->setAcceptDrops(false);
}

void MainToolBar::connectState()
{
    connect(m_memories, &QComboBox::activated, this,
            [this](int i) { m_session->chooseMemory(m_memories->itemData(i).toLongLong()); });
    connect(m_sources, &SourceBox::sourceChosen, m_session, &Session::chooseSource);
    connect(m_programs, &ProgramBox::programChosen, this, [this](const Chosen& program) {
        if (program.document == m_session->wanted()->document)
            m_session->chooseProgram(program.selection.program);
        else
            m_session->choose(program);
    });
    connect(m_groupBy, &QComboBox::activated, this,
            [this] { m_state->setGroupWay(m_groupBy->currentData().toString().toStdString()); });
    m_state->onChange(Aspect::View | Aspect::Groups | Aspect::GroupWay, this, &MainToolBar::refreshGroupBy);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) { m_state->filter().setText(text); });
    m_state->onChange(Aspect::Filter, this, [this] {
        if (m_search->text() != m_state->filter().text())
            m_search->setText(m_state->filter().text());
    });
    for (auto signal : {&Session::documentsChanged, &Session::wantedChanged, &Session::shownChanged})
        connect(m_session, signal, this, &MainToolBar::refresh);
}

MainToolBar::Labelled MainToolBar::add(QWidget* box)
{
    auto* label = new QLabel(this);
    label->setBuddy(box);
    return {label, addWidget(label), addWidget(box)};
}

void MainToolBar::showBox(const Labelled& box, bool isShown)
{
    box.boxShown->setVisible(isShown);
    box.labelShown->setVisible(isShown && !m_isNarrow);
}

void MainToolBar::setActions(QAction* open, QMenu* exports)
{
    m_open->setText(tr("Open"));
    m_open->setToolTip(tr("Open files (%1)").arg(open->shortcut().toString(QKeySequence::NativeText)));
    connect(m_open, &QToolButton::clicked, open, &QAction::trigger);
    m_export->setMenu(exports);
}

void MainToolBar::setNarrow(bool narrow)
{
    m_isNarrow = narrow;
    showBox(m_memory, true);
    showBox(m_program, true);
    showBox(m_source, m_sources->choices().size() > 1);
    showBox(m_grouping, usesGroups());
    fit();
}

void MainToolBar::fit()
{
    // 0 for the narrowest window, 1 for a window with room for all boxes, relative to the font size.
    const double unit = fontMetrics().averageCharWidth() / 7.0;
    const int taken = m_sources->choices().size() > 1 ? 200 : 0; // by the source box
    const double room = std::clamp((width() / unit - taken - 760) / 480, 0.0, 1.0);
    const auto between = [&](int least, int most) { return static_cast<int>((least + room * (most - least)) * unit); };
    m_programs->setFixedWidth(between(150, 300));
    m_search->setFixedWidth(between(120, 230));
    m_sources->setFixedWidth(between(110, 260));
    m_memories->setMaximumWidth(between(150, 250));
    int left = width() - layout()->sizeHint().width();
    for (const auto& [box, shown] : {std::pair<SearchBox*, QAction*>(m_programs, m_program.boxShown),
                                     std::pair<SearchBox*, QAction*>(m_sources, m_source.boxShown)}) {
        const int more = std::min(left, box->sizeHint().width() - box->minimumWidth());
        if (more <= 0 || !shown->isVisible())
            continue;
        box->setFixedWidth(box->minimumWidth() + more);
        left -= more;
    }
}

void MainToolBar::refresh()
{
    refreshWords();
    refreshMemories();
    refreshSources();
    refreshGroupBy();
    refreshPrograms();
    const bool hasView = !m_state->isEmpty();
    m_export->setEnabled(hasView);
    refreshSearch();
    fit();
}

void MainToolBar::refreshPrograms()
{
    if (const auto& wanted = m_session->wanted())
        m_programs->setContents(*wanted, m_sources->choices(), m_programLetter);
    else
        m_programs->clearContents();
}

void MainToolBar::setPage(const Page& page)
{
    m_page = &page;
    if (const QString letter = page.programLetter(); std::exchange(m_programLetter, letter) != letter)
        refreshPrograms();
    showGroupBy();
    refreshSearch();
    fit();
}

void MainToolBar::refreshSearch()
{
    const QString sought = m_page ? m_page->sought() : QString();
    QString find = tr("Find");
    QString help;
    if (!sought.isEmpty()) {
        find = tr("Find %1").arg(sought);
        help = tr("Finds each %1 that has all these words in its name or its other texts").arg(sought);
    }
    if (m_search->accessibleName() != find) { // each change is an event for assistive technology
        m_search->setAccessibleName(find);
        m_search->setPlaceholderText(find + u'…');
        m_search->setToolTip(help);
    }
    m_search->setEnabled(!sought.isEmpty() && !m_state->isEmpty() && m_state->view()->rows.count > 0);
}

/// Whether the page shows rows in the colours of their groups.
bool MainToolBar::usesGroups() const
{
    return m_state->groups() && m_page && m_page->uses(PanelId::Legend);
}

void MainToolBar::showGroupBy()
{
    showBox(m_grouping, usesGroups());
    m_groupBySeparator->setVisible(usesGroups());
}

void MainToolBar::refreshGroupBy()
{
    showGroupBy();
    m_groupBy->clear();
    if (!m_state->groups())
        return;
    for (const GroupWay& way : groupWays(*m_state->view()))
        m_groupBy->addItem(way.label, text(way.id));
    m_groupBy->setCurrentIndex(m_groupBy->findData(text(m_state->groupWay())));
    m_groupBy->setToolTip(tr("The groups of %1, by which they are coloured").arg(rowsWord(m_state->view().get())));
    fit();
}

void MainToolBar::refreshWords()
{
    const auto& wanted = m_session->wanted();
    const Words words = wanted ? wanted->document->catalogue().words : Words();
    m_program.label->setText(capitalised(words.program));
    m_memories->setAccessibleName(capitalised(words.memory));
    m_memories->setToolTip(tr("The %1 of the device to show").arg(text(words.memory)));
    if (hasSeveralKinds(m_session->documents())) {
        m_source.label->setText(tr("Show"));
        m_sources->setAccessibleName(tr("What is shown"));
        m_sources->setWords(tr("entry"), tr("files and messages"));
    } else {
        m_source.label->setText(capitalised(words.source));
        m_sources->setAccessibleName(capitalised(words.source));
        m_sources->setWords(text(words.source), tr("%1 names").arg(text(words.source)));
    }
}

void MainToolBar::refreshMemories()
{
    m_memories->clear();
    const auto& wanted = m_session->wanted();
    m_memories->setEnabled(wanted.has_value());
    if (!wanted) {
        m_memories->addItem(tr("No memory"));
        return;
    }
    const std::int64_t chosen = wanted->selection.memory;
    const ProgramOutline& outline = wanted->outline();
    const bool isNeed = wanted->document->catalogue().hasOneMemoryEach; // the amount is a request of the message
    for (const MemoryOutline& memory : outline.memories)
        m_memories->addItem(isNeed ? text(memory.text)
                                   : tr("%1 — %2").arg(text(memory.text), ProgramList::peakText(memory)),
                            QVariant::fromValue<qlonglong>(memory.memory));
    if (!outline.uses(chosen))
        m_memories->addItem(tr("%1 — not used").arg(text(wanted->document->memoryText(wanted->file(), chosen))),
                            QVariant::fromValue<qlonglong>(chosen));
    m_memories->setCurrentIndex(m_memories->findData(QVariant::fromValue<qlonglong>(chosen)));
}

void MainToolBar::refreshSources()
{
    m_sources->setChoices(m_session->sources());
    const std::vector<SourceChoice>& choices = m_sources->choices();
    const auto shown
        = std::ranges::find_if(choices, [&](const SourceChoice& choice) { return m_session->isWanted(choice); });
    if (shown == choices.end())
        m_sources->setShown(std::nullopt);
    else
        m_sources->setShown(static_cast<std::size_t>(shown - choices.begin()));
    showBox(m_source, choices.size() > 1);
}

void MainToolBar::refreshColors()
{
    for (const Labelled& box : {m_memory, m_program, m_source, m_grouping})
        setTextColor(box.label, colorsFor(palette()).secondaryText);
}

} // namespace tidemark::ui
