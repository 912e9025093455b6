#include "ui/session/session.h"

#include "core/address_map/region_map.h"
#include "core/base/notes.h"
#include "core/base/text.h"
#include "core/files/find_inputs.h"
#include "core/files/read_blocks.h"
#include "core/link/opened_together.h"
#include "ui/session/paths.h"
#include "ui/theme/text.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace tidemark::ui {
namespace {

constexpr qsizetype kCacheBytes = 512 << 20;
// The subjects of notices.
constexpr std::string_view kUnreadable = "unreadable-file"; // the code of warnings about other files
constexpr QLatin1String kSource("source");
constexpr QLatin1String kGroups("groups");

/// Returns whether something is missing from the figures: such problems come first.
bool isLoss(const Warning& problem)
{
    const std::string_view code = problem.code;
    return code == "unequal-total" || code.starts_with("cut-") || code.starts_with("damaged")
        || code.starts_with("lost") || code.starts_with("unread");
}

/// Takes the file of a warning about a file that cannot be read from the text, which begins with its path.
void nameFile(Warning& warning, const Catalogue& catalogue)
{
    const auto isOf = [&](const FileEntry& file) { return file.error && file.error->message == warning.text; };
    const auto file = std::ranges::find_if(catalogue.files, isOf);
    if (warning.code != kUnreadable || file == catalogue.files.end())
        return;
    warning.file = file->path;
    if (warning.text.starts_with(file->path + ": "))
        warning.text.erase(0, file->path.size() + 2);
    else if (warning.text.starts_with(file->path))
        warning.text.replace(0, file->path.size(), "This file");
}

/// Counts equal problems of several files and programs in one entry, which names the first of them.
std::vector<Warning> inGroups(const std::vector<Warning>& problems)
{
    std::vector<Warning> groups;
    std::vector<std::size_t> more;
    std::map<std::tuple<std::string_view, std::string_view, std::optional<std::int64_t>>, std::size_t> known;
    for (const Warning& problem : problems) {
        const auto [group, isNew] = known.try_emplace({problem.code, problem.text, problem.memory}, groups.size());
        if (isNew) {
            groups.push_back(problem);
            more.push_back(0);
        } else {
            groups[group->second].count += problem.count;
            ++more[group->second];
        }
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
        groups[i].file += andMore(more[i] + 1, 1);
    return groups;
}

/// The first lines of the only file, if it is a text; otherwise nothing.
QString beginningOf(const QStringList& paths)
{
    constexpr std::uint64_t kMost = 16384; // bytes
    if (paths.size() != 1 || !QFileInfo(paths.front()).isFile()) // a pipe cannot be read twice
        return {};
    const auto file = File::open(toNative(paths.front()));
    if (!file)
        return {};
    auto start = readStart(**file, kMost);
    if (!start || isBinary(*start))
        return {};
    if (start->size() == kMost)
        start->resize(std::min(start->size(), start->rfind('\n'))); // not in the middle of a line
    return text(*start).trimmed();
}

} // namespace

Session::Session(DocumentKinds kinds, ViewState* state, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_host(kinds)
    , m_analysis(state)
    , m_groupMaker(state)
    , m_cache(kCacheBytes)
    , m_place(state)
    , m_device(state)
    , m_advice(state)
    , m_explanation(state)
    , m_comparison(std::move(kinds))
{
    connect(this, &Session::documentsChanged, &m_comparison, [this] { m_comparison.setDocuments(m_documents); });
    connect(&m_analysis, &ViewAnalysis::rulesChanged, &m_comparison,
            [this] { m_comparison.setRules(m_state->rules()); });
    const auto explain = [this] {
        m_advice.restart(m_figures);
        m_explanation.restart(m_figures);
    };
    connect(this, &Session::figuresChanged, this, explain);
    state->onChange(Aspect::Meanings, this, explain);
    connect(&m_host, &DocumentHost::reading, this, &Session::onReading);
    connect(&m_host, &DocumentHost::opened, this, &Session::onOpened);
    connect(&m_host, &DocumentHost::failed, this, &Session::onFailed);
    connect(&m_host, &DocumentHost::keptOld, this, &Session::goOn);
    connect(&m_host.tasks(), &TaskRunner::cancelled, this, &Session::onCancelled);
    connect(&m_analysis, &ViewAnalysis::noticed, this,
            [this](const QString& subject, const QString& what, const std::string& why) {
                emit noticed(subject, what.isEmpty() ? what : what + u' ' + inShort(why));
            });
    connect(&m_groupMaker, &GroupMaker::noticed, this, [this](const QString& text) { emit noticed(kGroups, text); });
}

void Session::onReading(bool again)
{
    // The reading cancels a view that is being loaded. If a reload brings nothing new, that view is still wanted.
    m_isWaiting = again && (m_isWaiting || isBusy());
    if (again)
        return;
    m_documents.clear();
    m_cache.clear();
    m_wanted.reset();
    m_place.forget();
    m_isReload = false;
    m_device.forget();
    m_givenSizes.clear();
    m_comparison.forget();
    if (m_showsCapacity) {
        m_showsCapacity.reset();
        emit showsCapacityChanged();
    }
    m_standIn.reset();
    showNothing();
    emit noticed(kSource, {});
    emit documentsChanged();
    emit wantedChanged();
    emit shownChanged();
}

void Session::onOpened(bool again)
{
    m_documents = m_host.documents();
    m_cache.clear();
    m_isReload = again;
    std::optional<Chosen> wanted;
    if (again && m_wanted)
        wanted = m_place.find(m_documents, *m_wanted, isOnScreen(*m_wanted));
    else
        wanted = m_place.findExpected(m_documents);
    if (!wanted)
        wanted = chosenFirst();
    if (!wanted)
        wanted = usualChoice(m_documents);
    m_wanted.reset();
    emit documentsChanged();
    if (wanted) {
        select(*wanted);
        return;
    }
    emit wantedChanged();
    showFailure(tr("%1 cannot be shown").arg(shortName(m_host.paths())),
                inShort(whyEmpty(m_documents.front()->catalogue())));
}

std::optional<Chosen> Session::chosenFirst()
{
    const Choice choice = std::exchange(m_first.choice, {});
    if (choice == Choice())
        return std::nullopt;
    Warnings unread;
    const auto found = resolveIn(m_documents, choice, unread);
    if (found)
        return *found;
    const std::string& message = found.error().message; // the boxes of the window list what is available
    m_host.notice(tr("%1 The largest %2 is shown.")
                      .arg(inShort(message.substr(0, message.find(" Available:"))),
                           text(m_documents.front()->catalogue().words.program)));
    return std::nullopt;
}

void Session::onFailed(const Error& error)
{
    m_documents.clear();
    m_wanted.reset();
    emit documentsChanged();
    emit wantedChanged();
    showInstead({.title = tr("%1 cannot be shown").arg(shortName(m_host.paths())),
                 .text = inFull(error.message),
                 .fileText = beginningOf(m_host.paths()),
                 .isFailure = true});
}

void Session::goOn()
{
    if (m_isWaiting && m_wanted && !isOnScreen(*m_wanted))
        select(*m_wanted);
}

void Session::onCancelled()
{
    if (m_shown)
        goBackToShown();
    else
        showFailure(tr("Reading %1 was cancelled.").arg(shortName(m_host.paths())), tr("Press F5 to read it again."));
}

void Session::goBackToShown()
{
    m_isReload = m_isWaiting = false;
    const bool isOther = m_documents != m_shownDocuments;
    m_documents = m_shownDocuments;
    m_wanted = m_shown;
    emit noticed(kSource, {});
    if (isOther)
        emit documentsChanged();
    emit wantedChanged(); // the boxes show the current view again
    m_analysis.goOn();
}

void Session::keepShown(const QString& reason)
{
    const QString name = text(m_wanted->program().fullName());
    goBackToShown();
    m_host.notice(tr("%1 in %2 cannot be shown any more. The window still shows the old state; press F5 to try "
                     "again. %3")
                      .arg(name, shortName(m_host.paths()), reason));
}

void Session::chooseProgram(ProgramId program)
{
    if (!m_wanted || program == m_wanted->selection.program)
        return;
    const Document& document = *m_wanted->document;
    const auto usesOne = [&](ProgramId each) { return document.outline(each).memories.size() == 1; };
    // Each message has one memory, so the user does not choose it.
    const bool bringsItsMemory = std::ranges::all_of(allPrograms(document), usesOne);
    choose(
        {m_wanted->document,
         {program, bringsItsMemory ? document.outline(program).memories.front().memory : m_wanted->selection.memory}});
}

void Session::chooseMemory(std::int64_t memory)
{
    if (m_wanted && memory != m_wanted->selection.memory)
        choose({m_wanted->document, {m_wanted->selection.program, memory}});
}

void Session::chooseSource(const SourceChoice& source)
{
    if (!m_wanted || isWanted(source) || !source.program)
        return;
    const Chosen wanted{source.document, {source.program, source.memory}};
    const QString before = text(m_wanted->program().fullName());
    const bool isOther = wanted.document == m_wanted->document && text(wanted.program().fullName()) != before;
    choose(wanted);
    const Words& words = wanted.document->catalogue().words;
    if (isOther)
        emit noticed(kSource,
                     tr("%1 did not run on this %2; its largest %3 is shown.")
                         .arg(before, text(words.source), text(words.program)));
}

void Session::choose(Chosen wanted)
{
    if (m_wanted && wanted != *m_wanted)
        emit leaving();
    m_isReload = false; // the user's own choice replaces what a reload would restore
    m_place.forget();
    if (m_host.isReading()) {
        m_isWaiting = true;
        m_wanted = std::move(wanted);
        emit wantedChanged();
    } else if (isOnScreen(wanted)) {
        m_host.tasks().abandon(); // another view was being loaded; the place in this one stays
        goBackToShown();
    } else {
        select(std::move(wanted));
    }
}

void Session::goTo(const ViewPlace& place)
{
    m_place.expect(place);
    if (m_host.isReading())
        return;
    m_isReload = false;
    if (auto wanted = m_place.findExpected(m_documents)) {
        if (m_wanted && *wanted != *m_wanted)
            emit leaving();
        select(std::move(*wanted));
    }
}

std::optional<ViewPlace> Session::place() const
{
    if (!m_wanted)
        return std::nullopt;
    return ViewPlace{ProgramWish::of(*m_wanted->document, m_wanted->selection),
                     isOnScreen(*m_wanted) ? ViewSnapshot::of(*m_state) : ViewSnapshot()};
}

void Session::select(Chosen wanted)
{
    m_isWaiting = false;
    m_wanted = std::move(wanted);
    emit noticed(kSource, {});
    emit wantedChanged();
    const ProgramOutline& outline = m_wanted->outline();
    const std::int64_t memory = m_wanted->selection.memory;
    const QString name = text(m_wanted->program().fullName());
    const QString program = text(m_wanted->program().name);
    const Words& words = m_wanted->document->catalogue().words;
    if (outline.error && m_isReload && m_shown) {
        keepShown(inShort(outline.error->message));
        return;
    }
    if (outline.error) {
        showFailure(outline.isDamaged() ? tr("%1 is damaged").arg(name) : tr("%1 has no memory plan").arg(name),
                    inShort(outline.error->message), program);
        return;
    }
    if (!outline.uses(memory)) {
        StandIn instead{.title = tr("%1 uses no %2.").arg(name, memoryText(*m_wanted)), .program = program};
        if (const MemoryOutline* best = outline.find(outline.bestMemory())) {
            instead.actionMemory = best->memory;
            instead.action = tr("Show %1").arg(text(best->text));
        } else {
            instead.title = tr("%1 needs no %2.").arg(name, text(words.memory));
        }
        showInstead(std::move(instead));
        return;
    }
    if (const auto* known = m_cache.object(keyOf(*m_wanted))) {
        m_host.tasks().abandon();
        show(*known);
        return;
    }
    m_analysis.abandon();
    m_host.tasks().run<std::shared_ptr<const View>>(
        tr("Reading %1…").arg(name),
        [document = m_wanted->document, selection = m_wanted->selection](const Progress& progress) {
            return document->view(selection, progress);
        },
        [this](const auto& view) { onViewed(view); });
}

void Session::onViewed(const Result<std::shared_ptr<const View>>& view)
{
    if (view) {
        // The newest view is always kept.
        const qsizetype bytes = std::min(static_cast<qsizetype>((*view)->memoryUse), kCacheBytes);
        m_cache.insert(keyOf(*m_wanted), new std::shared_ptr<const View>(*view), bytes);
        show(*view);
    } else if (m_isReload && m_shown) {
        keepShown(inShort(view.error().message));
    } else {
        showFailure(tr("%1 cannot be shown").arg(text(m_wanted->program().fullName())), inShort(view.error().message),
                    text(m_wanted->program().name));
    }
}

void Session::show(std::shared_ptr<const View> view)
{
    m_place.leave();
    m_standIn.reset();
    m_shown = m_wanted;
    m_shownDocuments = m_documents;
    m_figures.reset();
    m_analysis.forget();
    const QStringList gone = m_place.arrive(std::move(view));
    if (auto device = std::exchange(m_first.device, nullptr))
        m_device.choose(m_device.keep(std::move(device)));
    refreshFigures();
    emit shownChanged();
    m_analysis.find();
    if (m_isReload && !gone.isEmpty())
        m_host.notice(tr("Reloaded. Gone: %1.").arg(gone.join(QStringLiteral(", "))));
    m_isReload = false;
}

void Session::showNothing()
{
    m_analysis.forget();
    m_figures.reset();
    m_shown.reset();
    m_shownDocuments.clear();
    m_comparison.setOurs(std::nullopt);
    m_state->setView(nullptr);
    emit figuresChanged();
}

void Session::showFailure(const QString& title, const QString& text, const QString& program)
{
    showInstead({.title = title, .text = text, .isFailure = true, .program = program});
}

void Session::showInstead(StandIn instead)
{
    m_host.tasks().abandon();
    m_standIn = std::move(instead);
    m_isReload = false;
    m_place.giveUp();
    showNothing();
    emit shownChanged();
}

std::vector<SourceChoice> Session::sources() const
{
    if (!m_wanted)
        return {};
    return listSources(m_documents, m_wanted->program().fullName(), m_wanted->selection.memory);
}

bool Session::isWanted(const SourceChoice& source) const
{
    return m_wanted && m_wanted->document == source.document && m_wanted->program().source == source.source;
}

QString Session::shownProgram() const
{
    if (!m_state->isEmpty())
        return text(m_state->view()->program);
    if (m_standIn)
        return m_standIn->program;
    return {};
}

QString Session::memoryText(const Chosen& chosen)
{
    const MemoryOutline* outline = chosen.outline().find(chosen.selection.memory);
    return text(outline ? outline->text : chosen.document->memoryText(chosen.file(), chosen.selection.memory));
}

std::vector<Warning> Session::problems() const
{
    if (!m_shown)
        return otherProblems();
    Warnings own;
    if (!m_state->isEmpty())
        own.add(m_state->view()->problems);
    if (const ProgramOutline& outline = m_shown->outline(); outline.isDamaged())
        own.addApart(outline.damage());
    const std::vector<Warning> ofProgram = own.list();
    for (Warning warning : m_shown->document->catalogue().warnings.list()) {
        if (!isAboutShown(warning))
            continue;
        warning.file.clear();
        if (std::ranges::find(ofProgram, warning) == ofProgram.end())
            own.addApart(std::move(warning));
    }
    std::vector<Warning> all = own.list();
    std::stable_partition(all.begin(), all.end(), isLoss);
    std::stable_partition(all.begin(), all.end(), isProblem);
    return all;
}

bool Session::isAboutShown(const Warning& warning) const
{
    return warning.code != kUnreadable && (warning.file.empty() || warning.file == m_shown->file().path);
}

std::vector<Warning> Session::otherProblems() const
{
    const QStringList files = m_host.files();
    Warnings others;
    std::vector<Warning> damaged;
    for (const auto& document : m_documents) {
        const Catalogue& catalogue = document->catalogue();
        const bool isShown = m_shown && m_shown->document == document;
        for (Warning warning : catalogue.warnings.list()) {
            if (isShown && isAboutShown(warning))
                continue;
            nameFile(warning, catalogue);
            warning.file = pathAmong(fromNative(warning.file), files).toStdString();
            others.addApart(std::move(warning));
        }
        for (const ProgramId program : allPrograms(*document)) {
            if (isShown && m_shown->selection.program == program)
                continue;
            const ProgramEntry& entry = catalogue.programs[program.index()];
            const std::string& path = catalogue.fileOf(program).path;
            const std::string place
                = pathAmong(fromNative(path), files).toStdString() + ", " + validUtf8(entry.fullName());
            const ProgramOutline& outline = document->outline(program);
            others.addOf(place, outline.warnings);
            if (outline.isDamaged()) {
                Warning damage = outline.damage();
                if (const std::string begin = path + ", " + entry.fullName() + ": "; damage.text.starts_with(begin))
                    damage.text.erase(0, begin.size());
                damage.file = place;
                damaged.push_back(std::move(damage));
            }
        }
    }
    std::vector<Warning> all = inGroups(others.list());
    std::ranges::move(damaged, std::back_inserter(all));
    std::stable_partition(all.begin(), all.end(), isProblem);
    return all;
}

Capacity Session::capacityOfFile(const FileEntry& file, std::int64_t memory) const
{
    return capacityOf(file.platform, file.device, m_device.inForce(file.platform), memory);
}

QString Session::partShown() const
{
    std::size_t programs = 0;
    for (const auto& document : m_documents)
        programs += document->catalogue().programs.size();
    if (programs < 2)
        return {};
    if (m_shown && std::ranges::any_of(m_shown->document->catalogue().warnings.list(), [&](const Warning& each) {
            return isAboutShown(each);
        }))
        return {}; // the problems are those of the whole file
    return text((m_shown ? m_shown->document : m_documents.front())->catalogue().words.program);
}

QString Session::inShort(const std::string& message) const
{
    return ui::inShort(message, m_host.paths(), m_host.files(),
                       m_wanted ? text(m_wanted->program().fullName()) : QString());
}

QString Session::inFull(const std::string& message) const
{
    const std::vector<FileEnding> endings = endingsOf(m_host.kinds());
    return inShort(message).replace(text(shortEndingsText(endings)), text(endingsText(endings)));
}

void Session::chooseDevice(const Device* device)
{
    if (m_state->isEmpty())
        return;
    m_device.choose(device);
    m_givenSizes.erase(kDeviceMemory);
    refreshFigures();
}

void Session::chooseGivenDevice(std::shared_ptr<const Device> device)
{
    chooseDevice(m_device.keep(std::move(device)));
}

void Session::setGivenSizes(GivenSizes sizes)
{
    m_givenSizes = std::move(sizes);
    refreshFigures();
}

QString Session::deviceText() const
{
    if (!m_figures)
        return {};
    return m_device.textOf(m_figures->capacity);
}

void Session::refreshFigures()
{
    m_figures.reset();
    const Device* const device = m_device.inForce();
    if (!m_state->isEmpty()) {
        const View& view = *m_state->view();
        m_figures = withOpenedTogether(figuresOf(*m_shown, view, device, m_givenSizes), view, m_shownDocuments);
    }
    emit figuresChanged();
    if (m_figures)
        m_comparison.setOurs(ComparisonMaker::Ours{*m_shown, m_state->view(), *m_figures, device, m_givenSizes});
}

void Session::setShowsCapacity(bool shows)
{
    if (m_showsCapacity == shows)
        return;
    m_showsCapacity = shows; // also if it equals the default: a page may have its own
    emit showsCapacityChanged();
}

} // namespace tidemark::ui
