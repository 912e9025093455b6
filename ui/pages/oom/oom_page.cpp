#include "ui/pages/oom/oom_page.h"

#include "core/history/history_document.h"
#include "core/link/message_limit.h"
#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "core/oom/oom_document.h"
#include "core/view/choice.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/chunk_lines.h"
#include "ui/pages/oom/message_text.h"
#include "ui/pages/oom/oom_bar.h"
#include "ui/pages/oom/oom_words.h"
#include "ui/pages/oom/plan_search.h"
#include "ui/pages/page_parts.h"
#include "ui/session/paths.h"
#include "ui/session/session.h"
#include "ui/state/units.h"
#include "ui/tables/flat_table.h"
#include "ui/theme/colors.h"
#include "ui/theme/text.h"
#include "ui/widgets/copy_text.h"
#include "ui/widgets/drop_frame.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/restyle.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <set>

namespace tidemark::ui {
namespace {

constexpr int kFactsWidth = 400;
constexpr int kMessageHeight = 150; // the least height of the message

std::shared_ptr<const oom::Message> messageOf(const Session& session)
{
    if (!session.shown())
        return nullptr;
    const auto& document = session.shown()->document;
    const auto* const messages = oom::asMessages(*document);
    if (!messages)
        return nullptr;
    return {document, &messages->message(session.shown()->selection.program)};
}

/// "Memory ran out in jit_step (run.log:17 and 3 more messages): needs 20 GiB, 5 GiB above the 15 GiB of HBM."
QString ranOutText(const oom::Message& message, const std::string& path, std::size_t others)
{
    QString place = shortName({fromNative(path)}) + u':' + QString::number(message.line);
    if (others == 1)
        place = OomPage::tr("%1 and one more message").arg(place);
    else if (others > 1)
        place = OomPage::tr("%1 and %2 more messages").arg(place, grouped(others));
    QString finding = text(oom::headlineOf(message));
    finding[0] = finding[0].toLower();
    if (message.module.empty())
        return OomPage::tr("Memory ran out (%1): %2").arg(place, finding);
    return OomPage::tr("Memory ran out in %1 (%2): %3").arg(text(message.module), place, finding);
}

/// For a session that shows a program: offers a message of the same documents that says memory ran out. It takes the
/// first message that isAboutProgram() of the view, else the first that is about no open program. Null: there is no
/// view.
PageOffer offerOfMessage(const Session& session, const View* view)
{
    PageOffer offer;
    if (!view || !session.shown() || oom::asMessages(*session.shown()->document) || !OomPage::hasMessage(session))
        return offer;
    // Messages about other open programs do not count. Those about no open program count if the user named their file,
    // or if it is in the folder of the program.
    const QStringList& named = session.host().paths();
    const QString folder = QFileInfo(fromNative(session.shown()->file().path)).absolutePath();
    const auto isNear = [&](const FileEntry& file) {
        const QString path = fromNative(file.path);
        return named.contains(path) || QFileInfo(path).absolutePath() == folder;
    };
    std::set<std::string_view> open;
    for (const auto& document : session.documents())
        for (const ProgramEntry& program : document->catalogue().programs)
            if (!oom::asMessages(*document))
                open.insert(program.name);
    std::vector<Chosen> own;
    std::vector<Chosen> ofNone;
    for (const auto& document : session.documents()) {
        const auto* const messages = oom::asMessages(*document);
        if (!messages)
            continue;
        for (const ProgramId each : allPrograms(*document)) {
            const oom::Message& message = messages->message(each);
            if (message.kind == oom::Kind::State)
                continue; // nothing failed
            if (isAboutProgram(message, *view))
                own.push_back(inBestMemory(document, each));
            else if (!open.contains(message.module) && isNear(document->catalogue().fileOf(each)))
                ofNone.push_back(inBestMemory(document, each));
        }
    }
    const std::vector<Chosen>& found = own.empty() ? ofNone : own;
    if (found.empty())
        return offer;
    const Chosen& first = found.front();
    const oom::Message& message = oom::asMessages(*first.document)->message(first.selection.program);
    offer.text = ranOutText(message, first.file().path, found.size() - 1);
    offer.link = OomPage::tr("Show the message");
    offer.tone = NoticeBar::Tone::Urgent;
    offer.target = first;
    return offer;
}

/// For a session that shows a message: offers to return to the programs next to it, to `before` if it still exists,
/// else to the largest program. Says so if the message is about none of them.
PageOffer offerOfPrograms(const Session& session, const oom::Message& message, const std::optional<Chosen>& before)
{
    PageOffer offer;
    std::vector<const Words*> words;
    bool isOfOther = !message.module.empty();
    for (const auto& document : session.documents()) {
        if (oom::asMessages(*document) || document->catalogue().programs.empty())
            continue;
        for (const ProgramEntry& program : document->catalogue().programs) {
            words.push_back(&document->catalogue().words);
            isOfOther = isOfOther && program.name != message.module;
        }
        if (before && before->document == document)
            offer.target = before;
        else if (!offer.target)
            offer.target = usualChoice({document});
    }
    if (!offer.target)
        return {};
    // A program's name alone may read like a word of the sentence: “all”.
    QString name = text(offer.target->program().fullName());
    if (const QString file = text(std::string(fileNameOf(offer.target->file().path))); name != file)
        name = OomPage::tr("%1 of %2").arg(name, file);
    if (words.size() == 1)
        offer.text = OomPage::tr("“%1” was opened with this message.").arg(name);
    else
        offer.text = OomPage::tr("%1 were opened with this message.").arg(text(countedPrograms(words)));
    if (isOfOther)
        offer.text += u' ' + OomPage::tr("The message is about “%1”.").arg(text(message.module));
    offer.link = OomPage::tr("Show “%1”").arg(name);
    return offer;
}

bool hasRecording(const Session& session)
{
    return std::ranges::any_of(session.documents(),
                               [](const auto& document) { return history::asHistories(*document) != nullptr; });
}

/// Offers to open the plan of the message in the file at that path.
PageOffer offerOfPlan(const MessagePlan& plan)
{
    return {oomPlanSentence(plan), OomPage::tr("Open the plan")};
}

/// The title of a part.
QLabel* makeTitle(const QString& title, QWidget* parent)
{
    auto* label = new QLabel(title, parent);
    label->setFont(boldFont(label->font()));
    label->setContentsMargins(9, 4, 4, 4);
    return label;
}

} // namespace

OomPage::OomPage(const PageContext& context, QWidget* parent)
    : Page(context, parent)
    , m_search(new PlanSearch(context.session->host().kinds(), this))
    , m_split(new QSplitter(this))
{
    m_least = {420, kMessageHeight};
    m_header = makeHeader();
    m_split->addWidget(makeMessage());
    m_split->addWidget(makeFacts());
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_split->setSizes({kFactsWidth * 2, kFactsWidth});
    m_split->setChildrenCollapsible(false);
    for (const QAbstractScrollArea* side : std::initializer_list<QAbstractScrollArea*>{m_text, m_facts})
        for (const QScrollBar* bar : {side->verticalScrollBar(), side->horizontalScrollBar()})
            connect(bar, &QScrollBar::rangeChanged, this, &OomPage::refreshHandle,
                    Qt::QueuedConnection); // also sent while the sides are destroyed
    refreshHandle();
    m_nextStep = makeNextStep();
    inColumn(this, {{m_split, 3}, m_nextStep});
    setFocusProxy(m_text);
    connect(m_search, &PlanSearch::found, this, &OomPage::showPlan);
    connect(m_search, &PlanSearch::notInDropped, this, &Page::openRequested);
    connect(m_session, &Session::shownChanged, this, &OomPage::refresh);
    connect(&m_session->analysis(), &ViewAnalysis::rulesChanged, this, &OomPage::showPlanBuffers);
    m_state->onChange(Aspect::Units, this, &OomPage::refreshWords);
    answer(Command::Escape, [this] { m_state->escape(); });
    answer(
        Command::Copy, [this] { copy(); }, [this] { return !hasRows(); });
    onShow(this, [this] { m_search->start(); });
    onRestyle(this, [this] { refreshWords(); });
    refresh();
}

QWidget* OomPage::makeHeader()
{
    auto* header = new QWidget(this);
    fillBase(header);
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
    QLayout* const words = inColumn(nullptr, {m_explanation, m_headline, m_circumstances}, {}, 2);
    QLayout* const line = inLine(nullptr, {{m_icon, 0, Qt::AlignTop}, {words, 1}}, {14, 0, 14, 0}, 12);
    inColumn(header, {line, m_bar}, {0, 10, 0, 6}, 6);
    return header;
}

QWidget* OomPage::makeMessage()
{
    auto* side = new QWidget(m_split);
    m_text = new MessageText(m_state, side);
    m_marksNote = new QLabel(tr("recognized figures are marked"), side);
    m_marksNote->setFont(smallerFont(font()));
    auto* copy = new QToolButton(side);
    copy->setIcon(themedIcon(QStringLiteral("copy")));
    copy->setText(tr("Copy All"));
    copy->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy the finding, the figures, the failed checks and the message as text"));
    connect(copy, &QToolButton::clicked, this, &OomPage::copyAll);
    inColumn(side, {inLine(nullptr, {makeTitle(tr("Message"), side), m_marksNote, roomBetween(), copy}), {m_text, 1}});
    return side;
}

QWidget* OomPage::makeFacts()
{
    auto* side = new QWidget(m_split);
    m_facts = makeDetails(tr("Read from the message"), 9, side);
    m_facts->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    connect(m_facts, &QTextBrowser::anchorClicked, this, &OomPage::follow);
    inColumn(side, {makeTitle(tr("Read from the message"), side), {m_facts, 1}});
    return side;
}

QWidget* OomPage::makeNextStep()
{
    auto* room = new QWidget(this);
    fillBase(room);
    auto* frame = new DropFrame(DropFrame::Size::Small, room);
    m_nextTitle = new QLabel(frame);
    m_nextTitle->setFont(boldFont(largerFont(font(), 1.1)));
    m_nextText = new QLabel(frame);
    m_nextText->setWordWrap(true);
    m_nextText->setAlignment(Qt::AlignHCenter);
    m_nextText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_nextCommand = new QLabel(frame);
    m_nextCommand->setFont(monospaceFont());
    m_nextCommand->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_copyCommand = new QToolButton(frame);
    m_copyCommand->setIcon(themedIcon(QStringLiteral("copy")));
    m_copyCommand->setAutoRaise(true);
    m_copyCommand->setToolTip(tr("Copy the command"));
    m_copyCommand->setAccessibleName(tr("Copy the command"));
    connect(m_copyCommand, &QToolButton::clicked, this, [this] {
        copyText(m_nextCommand->text());
        emit statusMessage(tr("Copied the command"));
    });
    QLayout* const command = inLine(nullptr, {roomBetween(), m_nextCommand, m_copyCommand, roomBetween()}, {}, 6);
    inColumn(frame, {roomBetween(), {m_nextTitle, 0, Qt::AlignHCenter}, m_nextText, command, roomBetween()},
             {24, 10, 24, 10}, 6);
    inColumn(room, {{frame, 1}}, {9, 6, 9, 9});
    return room;
}

bool OomPage::isFor(const Session& session)
{
    return messageOf(session) != nullptr;
}

bool OomPage::hasMessage(const Session& session)
{
    return std::ranges::any_of(session.documents(),
                               [](const auto& document) { return oom::asMessages(*document) != nullptr; });
}

// The window asks when the session shows another message, which is before m_message is set.
bool OomPage::hasRows() const
{
    return isFor(*m_session) && m_state->view()->rows.count > 0;
}

bool OomPage::hasChunks() const
{
    return hasRows() && messageOf(*m_session)->kind == oom::Kind::Bfc;
}

bool OomPage::takeDropped(const QStringList& paths)
{
    if (!m_message)
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
    offer(offerOfPlan(*m_search->plan()));
}

void OomPage::takeOffer()
{
    if (lastOffer().target)
        Page::takeOffer();
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
    m_message = messageOf(*m_session);
    std::string path;
    if (m_message)
        path = m_state->view()->path;
    const bool isOther = m_search->setMessage(m_message, path, m_session->host().documents());
    if (!m_message) {
        m_before = m_session->shown();
        offer(offerOfMessage(*m_session, m_state->view().get()));
    } else if (isOther || lastOffer().target) {
        offer(offerOfPrograms(*m_session, *m_message, m_before)); // until the plan is found; names current documents
    }
    m_text->setMessage(m_message);
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
    refreshColors();
    showPlanBuffers();
    if (!m_message || m_state->isEmpty())
        return;
    const View& view = *m_state->view();
    const QString headline = text(oom::headlineOf(*m_message));
    m_headline->setFullText(headline);
    QStringList circumstances{oomCircumstances(*m_message)};
    if (const auto& shown = m_session->shown())
        if (const std::size_t messages = shown->document->catalogue().programs.size(); messages > 1)
            circumstances.prepend(tr("message %1 of %2").arg(shown->selection.program.index() + 1).arg(messages));
    m_circumstances->setFullText(joined(circumstances));
    m_bar->setScale(oomScale(*m_message, view, partsOf(m_search->plan()), m_state->units()));
    const Colors colors = colorsFor(palette());
    const QString facts = oomFactsHtml(*m_message, view, m_search->plan(), m_state->units(), colors);
    m_facts->setHtml(facts);
    m_facts->parentWidget()->setVisible(!facts.isEmpty());
    m_marksNote->setVisible(!facts.isEmpty());
    refreshNextStep();
    setAccessibleName(headline);
    refreshHeadline();
}

/// Hidden if there is an explanation, because it contains the headline.
void OomPage::refreshHeadline()
{
    m_headline->setVisible(m_explanation->isEmpty());
    setAccessibleDescription(m_session->explanation().text());
}

/// The sides need no handle while all of both is visible.
void OomPage::refreshHandle()
{
    const auto isCut = [](const QAbstractScrollArea* side) {
        return side->verticalScrollBar()->maximum() > 0 || side->horizontalScrollBar()->maximum() > 0;
    };
    m_split->handle(1)->setEnabled(isCut(m_text) || isCut(m_facts));
}

void OomPage::refreshNextStep()
{
    OomNextStep step;
    if (!hasRows() && !m_search->plan())
        step = oomNextStep(*m_message);
    if (step.command.isEmpty() && hasRecording(*m_session))
        step = {}; // it asks for a recording
    m_nextTitle->setText(step.title);
    m_nextText->setText(step.text);
    m_nextCommand->setText(step.command);
    m_nextCommand->setVisible(!step.command.isEmpty());
    m_copyCommand->setVisible(!step.command.isEmpty());
    m_nextStep->setVisible(!step.title.isEmpty());
    m_text->setLarge(!hasRows());
}

void OomPage::refreshColors()
{
    setTextColor(m_nextText, colorsFor(palette()).secondaryText);
    setTextColor(m_circumstances, colorsFor(palette()).secondaryText);
    QString icon = QStringLiteral("warning");
    if (m_message && m_message->kind == oom::Kind::State)
        icon = QStringLiteral("info"); // nothing failed
    m_icon->setPixmap(themedIcon(icon).pixmap(QSize(24, 24), devicePixelRatioF()));
}

void OomPage::fit()
{
    if (m_chunks)
        m_chunks->setVisible(hasChunks() && height() - grown(kMessageHeight, font()) >= m_chunks->sizeHint().height());
}

std::vector<PanelId> OomPage::panels() const
{
    if (isFor(*m_session) && m_session->advice().hasPlainFindings())
        return {PanelId::Findings, PanelId::Problems, PanelId::Checks};
    if (!hasRows())
        return {PanelId::Problems, PanelId::Checks};
    std::vector<PanelId> panels = {PanelId::Rows, PanelId::Row, PanelId::Findings, PanelId::Problems, PanelId::Checks};
    if (hasChunks())
        panels.push_back(PanelId::Legend);
    return panels;
}

/// Copies the selected rows of the focused table, else the message.
void OomPage::copy()
{
    auto* const table = qobject_cast<FlatTable*>(window()->focusWidget());
    if (table && !table->selectedRows().empty())
        table->copyRows();
    else
        copyAll();
}

void OomPage::copyAll()
{
    if (!m_message || m_state->isEmpty())
        return;
    copyText(oomPlainText(*m_message, *m_state->view(), m_search->plan(), m_state->units()));
    emit statusMessage(tr("Copied the message and its figures"));
}

std::vector<InputHint> OomPage::hints() const
{
    return {{tr("←, →"), tr("In the bar or the chunks: to the previous or next allocation")},
            {tr("Click"), tr("In the message, the bar or the chunks: pin an allocation")}};
}

bool OomPage::offersPicture() const
{
    return m_message && !m_state->isEmpty();
}

std::optional<PagePicture> OomPage::picture() const
{
    if (!offersPicture())
        return std::nullopt;
    PagePicture picture;
    picture.options = titled(*m_state->view(), m_session->host().paths());
    picture.options.explanation = m_session->explanation().text();
    picture.make = [content = oomContent(*m_message, *m_state->view(), m_search->plan(), m_state->units())](
                       const PictureOptions& options, bool) { return oomPicture(content, options); };
    return picture;
}

std::optional<PageTable> OomPage::table() const
{
    if (!hasRows())
        return std::nullopt;
    return tableOfRows();
}

int OomPage::fullHeight() const
{
    int height = minimumSizeHint().height();
    if (hasChunks() && m_chunks)
        height += m_chunks->sizeHint().height();
    return height;
}

} // namespace tidemark::ui
