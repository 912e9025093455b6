#include "ui/pages/oom/oom_page.h"

#include "core/oom/headline.h"
#include "core/oom/oom_document.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/chunk_lines.h"
#include "ui/pages/explanation_line.h"
#include "ui/pages/oom/message_text.h"
#include "ui/pages/oom/oom_bar.h"
#include "ui/pages/oom/oom_picture.h"
#include "ui/pages/oom/oom_words.h"
#include "ui/pages/oom/plan_buffers.h"
#include "ui/pages/oom/plan_search.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/tables/flat_table.h"
#include "ui/theme/markup.h"
#include "ui/theme/text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_color.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

#include <utility>

namespace tidemark::ui {
namespace {

constexpr int kFactsWidth = 400;
constexpr int kMessageHeight = 150; // the least height of the message

std::shared_ptr<const oom::Report> reportOf(const Session& session)
{
    if (!session.shown())
        return nullptr;
    const auto document = std::dynamic_pointer_cast<const oom::OomDocument>(session.shown()->document);
    return document
        ? std::shared_ptr<const oom::Report>(document, &document->report(session.shown()->selection.program))
        : nullptr;
}

} // namespace

OomPage::OomPage(const PageContext& context, QWidget* parent)
    : Page(parent)
    , m_state(context.state)
    , m_session(context.session)
    , m_shownRows(context.shownRows)
    , m_search(new PlanSearch(context.session->host().kinds(), this))
    , m_split(new QSplitter(this))
{
    m_header = makeHeader();
    m_split->addWidget(makeMessage());
    m_split->addWidget(makeFacts());
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_split->setSizes({kFactsWidth * 2, kFactsWidth});
    m_split->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_split, 1);
    setFocusProxy(m_message);
    connect(m_search, &PlanSearch::found, this, &OomPage::showPlan);
    connect(m_search, &PlanSearch::notInDropped, this, &Page::openRequested);
    connect(m_session, &Session::shownChanged, this, &OomPage::refresh);
    connect(&m_session->analysis(), &ViewAnalysis::rulesChanged, this, &OomPage::showPlanBuffers);
    m_state->onChange(Aspect::Units, this, &OomPage::refreshWords);
    refreshColors();
    refresh();
}

QWidget* OomPage::makeHeader()
{
    auto* header = new QWidget(this);
    header->setAutoFillBackground(true);
    header->setBackgroundRole(QPalette::Base);
    m_icon = new QLabel(header);
    m_headline = new ElidedLabel(header);
    m_headline->setFont(boldFont(largerFont(font(), 1.5)));
    m_headline->setObjectName(QStringLiteral("finding"));
    m_circumstances = new ElidedLabel(header);
    m_circumstances->setObjectName(QStringLiteral("circumstances"));
    m_explanation = new ExplanationLine(m_state, m_session, header);
    m_explanation->setFont(boldFont(largerFont(font(), 1.2)));
    connect(m_explanation, &ExplanationLine::changed, this, &OomPage::refreshHeadline);
    for (ElidedLabel* label : {m_headline, m_circumstances})
        label->setTextInteractionFlags(Qt::NoTextInteraction);
    m_bar = new OomBar(m_state, header);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_explanation);
    words->addWidget(m_headline);
    words->addWidget(m_circumstances);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(14, 0, 14, 0);
    line->setSpacing(12);
    line->addWidget(m_icon, 0, Qt::AlignTop);
    line->addLayout(words, 1);
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(0, 10, 0, 6);
    layout->setSpacing(6);
    layout->addLayout(line);
    layout->addWidget(m_bar);
    return header;
}

QLabel* OomPage::makeTitle(const QString& title, const QString& note, QWidget* parent) const
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::RichText);
    label->setText(
        boldHtml(title)
        + (note.isEmpty() ? QString() : QStringLiteral("&nbsp;&nbsp;<small>%1</small>").arg(note.toHtmlEscaped())));
    label->setContentsMargins(9, 4, 4, 4);
    return label;
}

QWidget* OomPage::makeMessage()
{
    auto* side = new QWidget(m_split);
    m_message = new MessageText(m_state, side);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeTitle(tr("Message"), tr("recognized figures are marked"), side));
    layout->addWidget(m_message, 1);
    return side;
}

QWidget* OomPage::makeFacts()
{
    auto* side = new QWidget(m_split);
    auto* copy = new QToolButton(side);
    copy->setIcon(themedIcon(QStringLiteral("copy")));
    copy->setText(tr("Copy All"));
    copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy the finding, the figures, the failed checks and the message as text"));
    connect(copy, &QToolButton::clicked, this, &OomPage::copyAll);
    m_facts = new QTextBrowser(side);
    m_facts->setFrameShape(QFrame::NoFrame);
    m_facts->setOpenLinks(false);
    m_facts->document()->setDocumentMargin(9);
    m_facts->setAccessibleName(tr("Read from the message"));
    connect(m_facts, &QTextBrowser::anchorClicked, this, &OomPage::follow);
    auto* top = new QHBoxLayout;
    top->addWidget(makeTitle(tr("Read from the message"), {}, side), 1);
    top->addWidget(copy);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_facts, 1);
    return side;
}

bool OomPage::isFor(const Session& session)
{
    return reportOf(session) != nullptr;
}

bool OomPage::hasRows() const
{
    return m_report && !m_state->isEmpty() && m_state->view()->rows.count > 0;
}

bool OomPage::hasChunks() const
{
    return hasRows() && m_report->kind == oom::Kind::Bfc;
}

void OomPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_search->start();
}

bool OomPage::takeDropped(const QStringList& paths)
{
    if (!m_report)
        return false;
    emit statusMessage(tr("Looking for the plan of this message in %1…").arg(shortName(paths)));
    m_search->startInDropped(paths);
    return true;
}

void OomPage::setOpenElsewhere(const QStringList& paths)
{
    m_search->setOpenElsewhere(paths);
    if (isVisible())
        m_search->start();
}

void OomPage::showPlan()
{
    refreshWords();
    show(offerOfPlan(*m_search->plan()));
}

void OomPage::show(OomOffer offer)
{
    const bool isOther = offer.text != m_offer.text; // after a reload the text is the same
    m_offer = std::move(offer);
    if (isOther)
        emit offered(m_offer.text, m_offer.link, m_offer.tone);
}

void OomPage::takeOffer()
{
    if (m_offer.target)
        m_session->choose(*m_offer.target);
    else
        openPlan();
}

void OomPage::openPlan()
{
    if (m_search->plan())
        openPlanAt(m_search->plan()->rows);
}

void OomPage::openPlanAt(const std::vector<RowId>& rows)
{
    const MessagePlan& plan = *m_search->plan();
    ProgramWish program = ProgramWish::of(*plan.program.document, plan.program.selection);
    const QFileInfo file(fromNative(plan.view->path));
    for (const auto& document : m_session->documents())
        for (const FileEntry& entry : document->catalogue().files)
            if (document->catalogue().kind == program.kind && QFileInfo(fromNative(entry.path)) == file) {
                program.path = entry.path;
                m_session->goTo({program, ViewSnapshot::selecting(*plan.view, rows)});
                return;
            }
    emit placeRequested({m_search->pathToOpen()}, {program, ViewSnapshot::selecting(*plan.view, rows)});
}

void OomPage::follow(const QUrl& link)
{
    if (link.toString() != QLatin1String(kOomPlanLink))
        QDesktopServices::openUrl(link); // nothing accesses the network before the user asks
    else
        openPlan();
}

void OomPage::refresh()
{
    m_report = reportOf(*m_session);
    const bool isOther = m_search->setMessage(m_report, m_report ? m_state->view()->path : std::string(),
                                              m_session->host().documents());
    if (!m_report) {
        m_before = m_session->shown();
        show(m_state->isEmpty() ? OomOffer() : offerOfMessage(*m_session, *m_state->view()));
    } else if (isOther || m_offer.target) {
        show(offerOfPrograms(*m_session, m_before)); // until the plan is found; names current documents
    }
    m_message->setReport(m_report);
    if (hasChunks() || m_chunks)
        showChunks();
    refreshWords();
    fit();
    if (isVisible())
        m_search->start();
    emit commandsChanged();
}

void OomPage::showChunks()
{
    if (!m_chunks) {
        m_chunks = new ChunkLines(m_state, this);
        layout()->addWidget(m_chunks);
    }
    m_chunks->refresh();
}

void OomPage::showPlanBuffers()
{
    const auto& plan = m_search->plan();
    const bool isShown = !hasRows() && !partsOf(plan).empty();
    if (isShown && !m_planBuffers) {
        m_planBuffers = new PlanBuffers(&m_state->units(), this);
        static_cast<QVBoxLayout*>(layout())->addWidget(m_planBuffers, 1);
        connect(m_planBuffers, &PlanBuffers::openRequested, this, [this](RowId row) { openPlanAt({row}); });
    }
    if (m_planBuffers)
        m_planBuffers->setPlan(isShown ? plan->view : nullptr, m_state->rules());
}

void OomPage::refreshWords()
{
    showPlanBuffers();
    if (!m_report || m_state->isEmpty())
        return;
    const View& view = *m_state->view();
    const QString headline = text(oom::headlineOf(*m_report));
    m_headline->setFullText(headline);
    const auto& shown = m_session->shown();
    const std::size_t messages = shown ? shown->document->catalogue().programs.size() : 1;
    QString circumstances = oomCircumstances(*m_report);
    if (messages > 1)
        circumstances.prepend(tr("message %1 of %2").arg(shown->selection.program.index() + 1).arg(messages)
                              + QStringLiteral(" · "));
    m_circumstances->setFullText(circumstances);
    m_bar->setScale(oomScale(*m_report, view, partsOf(m_search->plan()), m_state->units()));
    const Colors colors = colorsFor(palette());
    m_facts->setHtml(oomFactsHtml(*m_report, view, m_search->plan(), m_state->units(), colors));
    setAccessibleName(headline);
    refreshHeadline();
}

/// Hidden if there is an explanation, because it contains the headline.
void OomPage::refreshHeadline()
{
    m_headline->setVisible(m_explanation->isEmpty());
    setAccessibleDescription(m_session->explanation().text());
}

void OomPage::refreshColors()
{
    setTextColor(m_circumstances, colorsFor(palette()).secondaryText);
    m_icon->setPixmap(themedIcon(QStringLiteral("warning")).pixmap(QSize(24, 24), devicePixelRatioF()));
}

void OomPage::fit()
{
    if (m_chunks)
        m_chunks->setVisible(hasChunks() && height() - grown(kMessageHeight, font()) >= m_chunks->sizeHint().height());
}

std::vector<PanelId> OomPage::panels() const
{
    if (m_report && m_session->advice().hasPlainFindings())
        return {PanelId::Findings, PanelId::Problems, PanelId::Checks};
    if (!hasRows())
        return {PanelId::Problems, PanelId::Checks};
    std::vector<PanelId> panels = {PanelId::Rows, PanelId::Row, PanelId::Findings, PanelId::Problems, PanelId::Checks};
    if (hasChunks())
        panels.push_back(PanelId::Legend);
    return panels;
}

bool OomPage::canDo(Command command) const
{
    return m_report && (command == Command::Escape || (command == Command::Copy && !hasRows()));
}

void OomPage::perform(Command command)
{
    auto* const table = qobject_cast<FlatTable*>(window()->focusWidget());
    if (command == Command::Copy && table && !table->selectedRows().empty())
        table->copyRows();
    else if (command == Command::Copy)
        copyAll();
    else
        m_state->escape();
}

void OomPage::copyAll()
{
    if (!m_report || m_state->isEmpty())
        return;
    QGuiApplication::clipboard()->setText(
        oomPlainText(*m_report, *m_state->view(), m_search->plan(), m_state->units()));
    emit statusMessage(tr("Copied the message and its figures"));
}

std::vector<InputHint> OomPage::hints() const
{
    return {{tr("←, →"), tr("In the bar or the chunks: to the previous or next allocation")},
            {tr("Click"), tr("In the message, the bar or the chunks: pin an allocation")}};
}

bool OomPage::offersPicture() const
{
    return m_report && !m_state->isEmpty();
}

std::optional<PagePicture> OomPage::picture() const
{
    if (!offersPicture())
        return std::nullopt;
    PagePicture picture;
    picture.options = titled(*m_state->view(), m_session->host().paths());
    picture.options.explanation = m_session->explanation().text();
    picture.make = [content = oomContent(*m_report, *m_state->view(), m_search->plan(), m_state->units())](
                       const PictureOptions& options, bool) { return oomPicture(content, options); };
    return picture;
}

std::optional<PageTable> OomPage::table() const
{
    if (!hasRows())
        return std::nullopt;
    const RowExport rows = m_shownRows();
    return PageTable{rows.description,
                     [rows](std::ostream& out, const Progress& progress) { return writeCsv(out, rows, progress); }};
}

QString OomPage::fileName() const
{
    return m_state->isEmpty() ? QString() : text(m_state->view()->program) + QStringLiteral("-out-of-memory");
}

QSize OomPage::minimumSizeHint() const
{
    return {grown(420, font()), grown(kMessageHeight, font())};
}

int OomPage::fullHeight() const
{
    return minimumSizeHint().height() + (hasChunks() && m_chunks ? m_chunks->sizeHint().height() : 0);
}

void OomPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    fit();
}

void OomPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_facts)
        return;
    refreshColors();
    refreshWords();
}

} // namespace tidemark::ui
