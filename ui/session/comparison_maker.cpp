#include "ui/session/comparison_maker.h"

#include "core/base/nearest.h"
#include "core/link/opened_together.h"
#include "core/view/choice.h"
#include "ui/session/paths.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <tuple>

namespace tidemark::ui {
namespace {

constexpr std::size_t kOurs = 0;
constexpr std::size_t kTheirs = 1;

bool contains(const Documents& documents, const std::shared_ptr<const Document>& document)
{
    return std::ranges::find(documents, document) != documents.end();
}

/// One side of the comparison that is requested.
struct Asked {
    Chosen chosen;
    KnownSide known;
    std::optional<StepId> step;
    Documents openedTogether; // with the program
};

/// The settings that figures, meanings and groups depend on.
struct Basis {
    AttributionRules rules;
    const Device* device;
    GivenSizes givenSizes;
    MatchBy matchBy;
};

struct Found {
    std::array<ComparedStep, 2> steps;
    std::shared_ptr<const Comparison> comparison;
};

/// The figures that a window would show for the program.
Figures figuresFor(const Asked& asked, const View& view, const Basis& basis)
{
    return withOpenedTogether(figuresOf(asked.chosen, view, basis.device, basis.givenSizes), view,
                              asked.openedTogether);
}

/// Measures how similar names are to ours. Remembers them, because thousands of workers have few names.
class NameSimilarity
{
public:
    static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
    static constexpr std::int64_t kEqual = 1;

    explicit NameSimilarity(std::string_view ours)
        : m_ours(withoutPrefix(ours))
    { }

    /// Compares names without the prefix of JAX's transformation. kEqual; else minus the number of letters that
    /// differ, 0 if one name contains the other; kNone if more than a third of the letters differ.
    std::int64_t of(std::string_view whole)
    {
        const std::string_view name = withoutPrefix(whole);
        if (name == m_ours)
            return kEqual;
        const auto [known, isNew] = m_known.try_emplace(name, kNone);
        if (!isNew)
            return known->second;
        const std::size_t letters = std::min(nameDistance(m_ours, name), nameDistance(name, m_ours));
        if (3 * letters <= m_ours.size())
            known->second = -static_cast<std::int64_t>(letters);
        return known->second;
    }

private:
    static std::string_view withoutPrefix(std::string_view name)
    {
        for (const std::string_view prefix : {"jit_", "pjit_", "pmap_"})
            if (name.starts_with(prefix) && name.size() > prefix.size())
                return name.substr(prefix.size());
        return name;
    }

    std::string_view m_ours;
    std::map<std::string_view, std::int64_t> m_known;
};

/// When the file was recorded: the time in the name of its session, else when the file was written.
QDateTime recordedAt(const FileEntry& file)
{
    const QString format = QStringLiteral("yyyy_MM_dd_HH_mm_ss"); // profilers name the folders so
    const QDateTime named = QDateTime::fromString(text(file.session).right(format.size()), format);
    return named.isValid() ? named : QFileInfo(fromNative(file.path)).lastModified();
}

KnownSide knownOf(const ComparedStep& step)
{
    return {step.view, step.figures, step.meanings, step.backward};
}

Result<ComparedStep> stepOf(const Asked& asked, const Basis& basis, const Progress& progress)
{
    KnownSide known = asked.known;
    if (!known.view) {
        auto read = asked.chosen.document->view(asked.chosen.selection, progress);
        if (!read)
            return read.error();
        known.view = std::move(*read);
    }
    if (!known.figures)
        known.figures = figuresFor(asked, *known.view, basis);
    const bool isThere = asked.step && asked.step->value < known.view->axis.count;
    const StepId step = isThere ? *asked.step : known.view->peakStep;
    if (known.meanings)
        return ComparedStep{known.view, step, *known.meanings, *known.figures, 0, known.backward};
    return comparedStep(known.view, step, *known.figures, basis.rules, progress);
}

Result<Found> findOut(const std::array<Asked, 2>& asked, bool isSwapped, const Basis& basis, const Progress& progress)
{
    Found found;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        auto step = stepOf(asked[i], basis, progress);
        if (!step)
            return step.error();
        found.steps[i] = std::move(*step);
    }
    auto made = compare(found.steps[isSwapped ? kTheirs : kOurs], found.steps[isSwapped ? kOurs : kTheirs], progress,
                        basis.matchBy);
    if (!made)
        return made.error();
    found.comparison = std::make_shared<const Comparison>(std::move(*made));
    return found;
}

} // namespace

ComparisonMaker::ComparisonMaker(DocumentKinds kinds, QObject* parent)
    : QObject(parent)
    , m_files(std::move(kinds))
{
    connect(&m_files, &DocumentHost::reading, this, &ComparisonMaker::changed);
    connect(&m_files, &DocumentHost::opened, this, &ComparisonMaker::onOpened);
    connect(&m_files, &DocumentHost::failed, this, [this](const Error& error) {
        fail(tr("Cannot compare with %1. %2")
                 .arg(shortName(m_files.paths()), inShort(error.message, m_files.paths(), m_files.files(), {})));
    });
    connect(&m_files, &DocumentHost::noticed, this, [this](const QString& text) {
        m_hostNotice = text;
        emit changed();
    });
    for (TaskRunner* tasks : {&m_files.tasks(), &m_tasks}) {
        connect(tasks, &TaskRunner::progressed, this, &ComparisonMaker::progressed);
        connect(tasks, &TaskRunner::cancelled, this, [this] {
            m_isCancelled = true;
            m_isStale = true;
            emit changed();
        });
    }
}

void ComparisonMaker::setOurs(std::optional<Ours> ours)
{
    const bool isSame = ours && m_ours && ours->view == m_ours->view;
    const bool isSameProgram = ours && m_ours
        && ProgramWish::of(*ours->chosen.document, ours->chosen.selection)
            == ProgramWish::of(*m_ours->chosen.document, m_ours->chosen.selection);
    const bool isJudgedAlike
        = ours && m_ours && ours->device == m_ours->device && ours->givenSizes == m_ours->givenSizes;
    m_ours = std::move(ours);
    if (!isJudgedAlike)
        m_known[kTheirs].figures.reset();
    if (!isSame) {
        m_known[kOurs] = {};
        m_comparison.reset();
    }
    if (m_ours) {
        m_known[kOurs].view = m_ours->view;
        m_known[kOurs].figures = m_ours->figures;
    }
    if (!isSameProgram) {
        m_steps[kOurs].reset();
        m_choiceText.clear(); // it was about the program before
        if (m_ours && m_theirs)
            follow(inOurMemory(m_theirs->document, m_theirs->selection.program));
        // The user went to the program that the last one was compared with.
        if (m_ours && m_theirs == m_ours->chosen && chooseFrom(m_documents))
            return;
    }
    compare();
}

void ComparisonMaker::setRules(AttributionRules rules)
{
    m_rules = std::move(rules);
    for (KnownSide& known : m_known)
        known.meanings.reset();
    compare();
}

void ComparisonMaker::setDocuments(const Documents& documents)
{
    m_documents = documents;
    if (!m_theirs || documents.empty() || contains(documents, m_theirs->document)
        || contains(m_files.documents(), m_theirs->document))
        return;
    // The files of the window were read again.
    if (auto found = findAgain(documents)) {
        follow(std::move(*found));
        return; // setOurs() follows with the new view
    }
    const QString name = text(m_theirs->program().fullName());
    m_theirs.reset();
    fail(tr("%1 is no longer in the files.").arg(name));
}

void ComparisonMaker::forget()
{
    m_ours.reset();
    m_documents.clear();
    end();
}

void ComparisonMaker::end()
{
    m_files.close();
    dropTheirs();
    m_wish.reset();
    m_known = {};
    m_isBegun = m_isStale = false;
    emit changed();
}

void ComparisonMaker::dropTheirs()
{
    m_tasks.abandon();
    m_theirs.reset();
    m_known[kTheirs] = {};
    m_steps = {};
    m_comparison.reset();
    m_choiceText.clear();
    m_failure.clear();
    m_hostNotice.clear();
    m_isSwapped = m_isCancelled = false;
}

void ComparisonMaker::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    if (isWanted && m_isStale && !m_isCancelled)
        compare();
}

void ComparisonMaker::begin()
{
    if (!m_theirs && !m_files.isReading())
        chooseFrom(m_documents);
    show();
}

void ComparisonMaker::show()
{
    m_isBegun = true;
    emit begun();
}

void ComparisonMaker::open(const QStringList& paths)
{
    dropTheirs();
    m_files.open(paths);
    show();
}

void ComparisonMaker::start(const std::shared_ptr<const Document>& document, ProgramId program)
{
    m_isSwapped = false;
    m_steps = {};
    setTheirs(inOurMemory(document, program));
    show();
}

void ComparisonMaker::choose(const std::shared_ptr<const Document>& document, ProgramId program)
{
    if (m_theirs && m_theirs->document == document && m_theirs->selection.program == program) {
        m_choiceText.clear(); // now it is the user's choice
        emit changed();
        return;
    }
    setTheirs(inOurMemory(document, program));
}

void ComparisonMaker::setTheirs(Chosen theirs)
{
    if (m_files.documents().empty())
        m_files.close(); // drops files that are still being read or could not be read
    m_theirs = std::move(theirs);
    m_wish = ProgramWish::of(*m_theirs->document, m_theirs->selection);
    m_known[kTheirs] = {};
    m_steps[kTheirs].reset();
    m_comparison.reset();
    m_choiceText.clear();
    compare();
}

void ComparisonMaker::follow(Chosen theirs)
{
    if (theirs == m_theirs)
        return;
    if (theirs.selection.memory != m_theirs->selection.memory)
        m_steps[kTheirs].reset(); // the step belongs to another axis
    m_theirs = std::move(theirs);
    m_wish = ProgramWish::of(*m_theirs->document, m_theirs->selection);
    m_known[kTheirs] = {};
}

void ComparisonMaker::swap()
{
    m_isSwapped = !m_isSwapped;
    compare();
}

void ComparisonMaker::setSteps(std::optional<StepId> a, std::optional<StepId> b)
{
    const std::array wanted = ourSideShown() == ComparedSide::A ? std::array{a, b} : std::array{b, a};
    if (wanted == m_steps)
        return;
    m_steps = wanted;
    compare();
}

void ComparisonMaker::setMatchBy(MatchBy by)
{
    if (by == m_matchBy)
        return;
    m_matchBy = by;
    compare();
}

void ComparisonMaker::again()
{
    m_isCancelled = false;
    if (!m_theirs && !m_files.isEmpty())
        m_files.open(m_files.paths());
    else
        compare();
}

void ComparisonMaker::onOpened(bool again)
{
    if (again && !m_theirs)
        return; // the failure was reported before
    if (again && contains(m_documents, m_theirs->document))
        return; // another program is compared now
    if (again)
        if (auto found = findAgain(m_files.documents())) {
            follow(std::move(*found));
            m_comparison.reset();
            compare();
            return;
        }
    if (!chooseFrom(m_files.documents())) {
        m_theirs.reset();
        fail(tr("%1 has no program to compare with.").arg(shortName(m_files.paths())));
    }
}

std::optional<Chosen> ComparisonMaker::findAgain(const Documents& documents) const
{
    for (const auto& document : documents)
        if (const ProgramId program = m_wish->find(document->catalogue()))
            return inOurMemory(document, program);
    return std::nullopt;
}

bool ComparisonMaker::chooseFrom(const Documents& documents)
{
    if (!m_ours)
        return false;
    const Chosen& ours = m_ours->chosen;
    const std::string& host = ours.document->catalogue().hostOf(ours.selection.program);
    NameSimilarity similarity(ours.program().name);
    std::optional<Chosen> best;
    std::tuple<bool, bool, std::int64_t, bool, bool, bool, std::int64_t> bestRank;
    std::int64_t bestSimilarity = NameSimilarity::kNone;
    std::size_t candidates = 0;
    for (const auto& document : documents)
        for (const ProgramId program : allPrograms(*document)) {
            if (document == ours.document && program == ours.selection.program)
                continue;
            ++candidates;
            const Chosen chosen = inOurMemory(document, program);
            const auto peak = chosen.outline().peakIn(chosen.selection.memory);
            const std::int64_t similar = similarity.of(chosen.program().name);
            const std::tuple rank(document->catalogue().kind == ours.document->catalogue().kind,
                                  !chosen.outline().error.has_value(), similar, chosen.file().path != ours.file().path,
                                  document->catalogue().hostOf(program) == host,
                                  chosen.file().session == ours.file().session, peak.value_or(-1));
            if (best && rank <= bestRank)
                continue;
            best = chosen;
            bestRank = rank;
            bestSimilarity = similar;
        }
    if (!best)
        return false;
    QString why = tr("it has the largest peak");
    if (bestSimilarity == NameSimilarity::kEqual)
        why = tr("it has the same name");
    else if (bestSimilarity != NameSimilarity::kNone)
        why = tr("its name is the most similar");
    QString name = text(best->program().fullName());
    if (const QString file = text(fileNameOf(best->file().path)); file != name)
        name = tr("%1 of %2").arg(name, file);
    const QString word = text(best->document->catalogue().words.program);
    // Of two recordings, the older one is A, so that growth is positive.
    if (m_ours->view->isHistory)
        m_isSwapped = recordedAt(best->file()) < recordedAt(ours.file());
    setTheirs(std::move(*best));
    if (candidates > 1 && m_failure.isEmpty()) {
        m_choiceText = tr("Compared with %1, because %2. You can choose another %3 above.").arg(name, why, word);
        emit changed();
    }
    return true;
}

Chosen ComparisonMaker::inOurMemory(std::shared_ptr<const Document> document, ProgramId program) const
{
    Chosen chosen = inBestMemory(std::move(document), program);
    if (!m_ours)
        return chosen; // nothing to compare with yet
    const ProgramOutline& outline = chosen.outline();
    const View& view = *m_ours->view;
    auto found = std::ranges::find(outline.memories, view.memoryText, &MemoryOutline::text);
    if (found == outline.memories.end())
        found = std::ranges::find(outline.memories, std::optional(view.memoryName), &MemoryOutline::name);
    if (found != outline.memories.end())
        chosen.selection.memory = found->memory;
    return chosen;
}

Documents ComparisonMaker::documentsOf(ComparedSide side) const
{
    if (side == ourSide())
        return m_documents;
    Documents all = m_files.documents();
    all.insert(all.end(), m_documents.begin(), m_documents.end());
    return all;
}

void ComparisonMaker::fail(const QString& why)
{
    m_tasks.abandon();
    m_comparison.reset();
    m_isStale = false;
    m_choiceText.clear();
    m_failure = why;
    emit changed();
}

void ComparisonMaker::compare()
{
    m_tasks.abandon();
    m_isStale = true;
    m_isCancelled = false;
    if (!m_ours || !m_theirs || !m_isWanted) {
        emit changed();
        return;
    }
    m_failure.clear();
    if (const auto& error = m_theirs->outline().error) {
        fail(tr("Cannot compare with %1. %2").arg(text(m_theirs->program().fullName()), text(error->message)));
        return;
    }
    const bool isOfFiles = contains(m_files.documents(), m_theirs->document);
    const Documents& theirDocuments = isOfFiles ? m_files.documents() : m_documents;
    const std::array<Asked, 2> asked = {Asked{m_ours->chosen, m_known[kOurs], m_steps[kOurs], m_documents},
                                        Asked{*m_theirs, m_known[kTheirs], m_steps[kTheirs], theirDocuments}};
    m_tasks.run<Found>(
        tr("Comparing with %1…").arg(text(m_theirs->program().fullName())),
        [asked, isSwapped = m_isSwapped, basis = Basis{m_rules, m_ours->device, m_ours->givenSizes, m_matchBy}](
            const Progress& progress) { return findOut(asked, isSwapped, basis, progress); },
        [this, theirs = *m_theirs](const Result<Found>& found) {
            if (!found) {
                fail(tr("The two cannot be compared. %1").arg(text(found.error().message)));
                return;
            }
            m_isStale = false;
            m_comparison = found->comparison;
            m_ourSideShown = ourSide();
            m_known[kOurs] = knownOf(found->steps[kOurs]);
            if (theirs == m_theirs) // else it was read again in the meantime
                m_known[kTheirs] = knownOf(found->steps[kTheirs]);
            emit changed();
        });
    emit changed();
}

QString ComparisonMaker::remark() const
{
    QStringList parts;
    if (!m_hostNotice.isEmpty() && m_theirs && contains(m_files.documents(), m_theirs->document))
        parts << m_hostNotice;
    if (!m_comparison || !m_theirs || !m_ours)
        return parts.join(u' ');
    const View& theirs = *(ourSideShown() == ComparedSide::A ? m_comparison->b : m_comparison->a).view;
    const QString name = text(theirs.programText);
    if (theirs.memoryText != m_ours->view->memoryText && theirs.memoryName != m_ours->view->memoryName)
        parts << tr("%1 uses no %2: its %3 is compared.")
                     .arg(name, text(m_ours->view->memoryText), text(theirs.memoryText));
    Warnings problems;
    if (!contains(m_documents, m_theirs->document))
        problems.add(m_theirs->document->catalogue().warnings);
    problems.add(theirs.problems);
    if (!problems.empty() && theirs.path + theirs.programText != m_ours->view->path + m_ours->view->programText) {
        const QString first = text(problems.list().front().describe());
        const auto more = problems.list().size() - 1;
        parts << tr("%1: %2").arg(name, first);
        if (more > 0)
            parts << tr("And %1 more.").arg(static_cast<qulonglong>(more));
    }
    return parts.join(u' ');
}

} // namespace tidemark::ui
