#include "ui/pages/composition/composition_page.h"

#include "ui/charts/chart_picture.h"
#include "ui/charts/icicle.h"
#include "ui/charts/icicle_chart.h"
#include "ui/pages/axis_commands.h"
#include "ui/pages/composition/group_table.h"
#include "ui/session/session.h"
#include "ui/session/settings.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kHeight = 300; // of the icicle in a high window
constexpr qsizetype kLongestName = 28; // characters of a part of the path

/// The last chosen groupings, by id.
std::array<std::string, CompositionPage::kLevels> keptLevels()
{
    const QStringList chosen = settings::compositionLevels();
    if (chosen.size() != static_cast<qsizetype>(CompositionPage::kLevels))
        return {CompositionPage::kUsualLevels[0], CompositionPage::kUsualLevels[1], CompositionPage::kUsualLevels[2]};
    return {chosen[0].toStdString(), chosen[1].toStdString(), chosen[2].toStdString()};
}

} // namespace

CompositionPage::CompositionPage(const PageContext& context, QWidget* parent)
    : Page(parent)
    , m_state(context.state)
    , m_session(context.session)
    , m_wanted(keptLevels())
    , m_path(new QLabel(this))
    , m_icicle(new IcicleChart(context.state, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(m_icicle, 1);
    setFocusProxy(m_icicle);

    m_state->onChange(Aspect::View | Aspect::Meanings, this, &CompositionPage::refreshLevels);
    m_state->onChange(Aspect::Cursor, this, &CompositionPage::refreshPath);
    connect(m_icicle, &IcicleChart::zoomChanged, this, [this] {
        refreshPath();
        emit commandsChanged();
    });
    refreshLevels();
}

QWidget* CompositionPage::makeHeader()
{
    auto* header = new QWidget(this);
    auto* layout = new QHBoxLayout(header);
    layout->setContentsMargins(9, 5, 8, 5);
    layout->setSpacing(6);
    const std::array words = {tr("By"), tr("then"), tr("then")};
    const std::array names = {tr("First level"), tr("Second level"), tr("Third level")};
    for (std::size_t i = 0; i < kLevels; ++i) {
        m_levels[i] = new QComboBox(header);
        m_levels[i]->setAccessibleName(names[i]);
        m_levels[i]->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        m_levels[i]->setPlaceholderText(tr("nothing")); // also shown if it is no choice
        auto* label = new QLabel(words[i], header);
        label->setBuddy(m_levels[i]);
        layout->addWidget(label);
        layout->addWidget(m_levels[i]);
        connect(m_levels[i], &QComboBox::currentIndexChanged, this, [this, i] { takeLevel(i); });
    }
    m_path->setObjectName(QStringLiteral("path"));
    m_path->setTextFormat(Qt::RichText);
    m_path->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_path->setAccessibleName(tr("Zoomed to"));
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_path->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(m_path, &QLabel::linkActivated, this, [this](const QString& link) { m_icicle->zoomOut(link.toInt()); });
    layout->addSpacing(8);
    layout->addWidget(m_path, 1);
    return header;
}

bool CompositionPage::knowsMeanings() const
{
    return !m_state->isEmpty() && m_state->view()->meanings;
}

void CompositionPage::refreshLevels()
{
    std::vector<Grouping> groupings;
    if (!m_state->isEmpty())
        groupings = groupingsOf(*m_state->view(), m_state->meanings());
    // Levels keep their places, and a place stays empty if the view has no such grouping. A view without any of them
    // uses its own levels.
    m_shown = knowsMeanings() ? m_wanted : m_wantedWithout.value_or(m_wanted);
    if (!m_state->isEmpty()) {
        const std::vector<std::string> there
            = shownLevels(*m_state->view(), groupings, {m_shown.begin(), m_shown.end()});
        if (!there.empty() && std::ranges::find(m_shown, there.front()) == m_shown.end()) {
            m_shown = {};
            std::ranges::copy(there, m_shown.begin());
        }
    }
    for (std::size_t i = 0; i < kLevels; ++i) {
        const QSignalBlocker quiet(m_levels[i]);
        m_levels[i]->clear();
        if (i > 0)
            m_levels[i]->addItem(m_levels[i]->placeholderText(), QString());
        for (const Grouping& grouping : groupings)
            m_levels[i]->addItem(text(grouping.label), text(grouping.id));
        m_levels[i]->setCurrentIndex(std::max(i > 0 ? 0 : -1, m_levels[i]->findData(text(m_shown[i]))));
    }
    m_icicle->setLevels({m_shown.begin(), m_shown.end()});
    refreshPath();
}

void CompositionPage::takeLevel(std::size_t level)
{
    m_shown[level] = m_levels[level]->currentData().toString().toStdString();
    // The levels of a view without meanings are not saved for other views.
    if (knowsMeanings()) {
        m_wanted = m_shown;
        settings::setCompositionLevels({text(m_wanted[0]), text(m_wanted[1]), text(m_wanted[2])});
    } else {
        m_wantedWithout = m_shown;
    }
    m_icicle->setLevels({m_shown.begin(), m_shown.end()});
    refreshPath();
}

void CompositionPage::refreshPath()
{
    const QStringList names = m_icicle->path();
    QStringList parts;
    for (qsizetype i = 0; i < names.size(); ++i) {
        QString name = names[i];
        if (name.size() > kLongestName)
            name = name.left(kLongestName / 2) + u'…' + name.right(kLongestName / 2);
        parts << (i + 1 < names.size() ? QStringLiteral("<a href=\"%1\">%2</a>").arg(i).arg(name.toHtmlEscaped())
                                       : boldHtml(name));
    }
    m_path->setText(names.size() > 1 ? parts.join(QStringLiteral(" › ")) : QString());
    m_path->setToolTip(names.size() > 1 ? names.join(QStringLiteral(" › ")).toHtmlEscaped() : QString());
}

std::vector<PanelId> CompositionPage::panels() const
{
    return {PanelId::Legend,   PanelId::Rows,     PanelId::Row,   PanelId::Breakdown,
            PanelId::Findings, PanelId::Problems, PanelId::Checks};
}

bool CompositionPage::canDo(Command command) const
{
    if (m_state->isEmpty())
        return false;
    switch (command) {
    case Command::MarkStep:
        return canMarkStep(*m_state);
    case Command::Escape:
    case Command::Peak:
    case Command::NextCell:
    case Command::PreviousCell:
    case Command::FirstCell:
    case Command::LastCell:
    case Command::ZoomIn:
        return true;
    case Command::ZoomOut:
    case Command::ShowAll:
        return m_icicle->isZoomed();
    case Command::Back:
        return m_icicle->canGoBack();
    case Command::Forward:
        return m_icicle->canGoForward();
    default:
        return false;
    }
}

void CompositionPage::escape()
{
    if (!m_state->escape() && m_icicle->isZoomed())
        m_icicle->zoomOut();
}

void CompositionPage::perform(Command command)
{
    AxisView& axis = m_state->axis();
    const std::uint32_t at = axis.cursor().value;
    switch (command) {
    case Command::MarkStep:
        markStep(*m_state);
        return;
    case Command::Escape:
        escape();
        return;
    case Command::Peak:
        axis.setCursor(m_state->view()->peakStep);
        return;
    case Command::NextCell:
        axis.setCursor(StepId(at + 1));
        return;
    case Command::PreviousCell:
        axis.setCursor(StepId(at > 0 ? at - 1 : 0));
        return;
    case Command::FirstCell:
        axis.setCursor(StepId(0));
        return;
    case Command::LastCell:
        axis.setCursor(StepId(axis.steps() - 1));
        return;
    case Command::ZoomIn:
        m_icicle->zoomToCurrent();
        return;
    case Command::ZoomOut:
        m_icicle->zoomOut();
        return;
    case Command::ShowAll:
        m_icicle->zoomOut(0);
        return;
    case Command::Back:
        m_icicle->back();
        return;
    case Command::Forward:
        m_icicle->forward();
        return;
    default:
        return;
    }
}

bool CompositionPage::takeKey(QKeyEvent* event)
{
    if (m_state->isEmpty())
        return false;
    switch (event->key()) {
    case Qt::Key_Left:
        perform(Command::PreviousCell);
        return true;
    case Qt::Key_Right:
        perform(Command::NextCell);
        return true;
    default:
        return false;
    }
}

std::vector<InputHint> CompositionPage::hints() const
{
    return {
        {tr("Click, Space"), tr("Select the rows of a box")},
        {tr("Double-click, Enter"), tr("Zoom into a box")},
        {tr("Backspace, Esc"), tr("Zoom out")},
        {tr("←, →, ↑, ↓"), tr("To the next box; with Shift ← and →: the previous, the next step")},
    };
}

int CompositionPage::fullHeight() const
{
    return minimumSizeHint().height() - m_icicle->minimumSizeHint().height() + kHeight;
}

bool CompositionPage::offersPicture() const
{
    return !m_state->isEmpty() && !m_state->live().empty();
}

bool CompositionPage::offersTable() const
{
    return offersPicture();
}

std::optional<PagePicture> CompositionPage::picture() const
{
    if (m_state->isEmpty() || !m_icicle->content())
        return std::nullopt;
    PagePicture picture;
    picture.options = titled(*m_state->view(), m_session->host().paths());
    picture.make = [content = *m_icicle->content()](const PictureOptions& options, bool) {
        return iciclePicture(content, options);
    };
    return picture;
}

std::optional<PageTable> CompositionPage::table() const
{
    if (m_state->isEmpty() || !m_icicle->content())
        return std::nullopt;
    const GroupTable groups{*m_icicle->content()};
    return PageTable{groups.description(), [groups](std::ostream& out, const Progress&) {
                         groups.writeCsv(out);
                         return std::nullopt;
                     }};
}

QString CompositionPage::fileName() const
{
    if (m_state->isEmpty())
        return {};
    return text(m_state->view()->program) + u'-' + text(m_state->view()->memoryName).toLower()
        + QStringLiteral("-composition");
}

void CompositionPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refreshPath();
}

} // namespace tidemark::ui
