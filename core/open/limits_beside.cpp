#include "core/open/limits_beside.h"

#include "core/base/text.h"
#include "core/link/listed_buffers.h"
#include "core/link/message_plan.h"
#include "core/oom/oom_document.h"
#include "core/oom/oom_kind.h"
#include "core/oom/oom_memory.h"
#include "core/open/open_documents.h"
#include "core/view/text_kind.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTexts = 64;
constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20; // of all texts

/// Whether a text may have messages, as far as its name tells: 0 it may, 1 its name says nothing, nothing for others.
std::optional<int> rankOf(const std::string& name, const std::vector<FileEnding>& endings)
{
    if (const FileEnding* ending = endingOf(endings, name))
        return ending->isCommon ? std::optional(0) : std::nullopt;
    return name.starts_with('.') ? std::nullopt : std::optional(1);
}

/// Texts right in a folder, in order of their names, those first whose names are those of logs; of these also the ones
/// that are too many.
void addTexts(const fs::path& folder, const std::vector<FileEnding>& endings, std::vector<fs::path>& texts,
              std::vector<std::string>& unread)
{
    std::vector<std::pair<int, fs::path>> found;
    std::error_code error;
    fs::directory_iterator next(folder, error);
    for (; !error && next != fs::directory_iterator(); next.increment(error))
        if (const auto rank = rankOf(next->path().filename().string(), endings))
            found.emplace_back(*rank, next->path());
    std::ranges::sort(found);
    for (const auto& [rank, path] : found) {
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored))
            continue;
        if (texts.size() < kMostTexts)
            texts.push_back(path);
        else if (rank == 0)
            unread.push_back(path.filename().string());
    }
}

/// Finds the program that messages of one text are about which name none. What lies beside it is opened once.
class NamelessMessages
{
public:
    NamelessMessages(std::string text, const DocumentKinds& kinds, const Progress& progress)
        : m_text(std::move(text))
        , m_kinds(kinds)
        , m_progress(progress)
    { }

    void findProgram(const oom::Report& report, ToldLimit& limit)
    {
        open();
        std::size_t count = 0;
        std::size_t others = 0; // of platforms without such a memory
        Chosen last;
        for (const auto& document : m_documents)
            for (const ProgramId program : allPrograms(*document)) {
                const Chosen chosen{document, {program, limit.memory}};
                if (!hasMemory(chosen.file().platform, chosen.file().path, limit)) {
                    ++others;
                    continue;
                }
                last = chosen;
                ++count;
            }
        limit.isOfOther = count == 1 && listsOthers(report, last);
        if (count == 1 && !limit.isOfOther)
            return take(last, kOnly, limit);
        const auto plan = findMessagePlan(report, m_documents, m_progress);
        if (plan && *plan)
            take((*plan)->program,
                 (*plan)->isOfBuffers ? "the program with its buffers" : "the program with its byte counts", limit);
        else if (limit.isOfOther)
            limit.why = "lists no buffer of " + std::string(kOnly);
        else
            limit.why = count == 0 && others > 0 ? "no program beside it is of a platform with its memory"
                : count == 0                     ? "no program can be read beside it"
                                                 : "of the " + groupedNumber(static_cast<std::int64_t>(count))
                    + " programs beside it none has its byte counts";
    }

private:
    static constexpr const char* kOnly = "the only program beside it";

    /// Whether it lists buffers, all of another program than that.
    bool listsOthers(const oom::Report& report, const Chosen& program)
    {
        const std::vector<ListedBuffer> listed = listedBuffers(report);
        return !listed.empty() && namesOf(program).areOthers(listed);
    }

    const BufferNames& namesOf(const Chosen& chosen)
    {
        const auto [known, isNew] = m_names.try_emplace({chosen.document.get(), chosen.selection.program.index()});
        if (!isNew)
            return known->second;
        for (const MemoryOutline& memory : chosen.document->outline(chosen.selection.program).memories)
            if (const auto view = chosen.document->view({chosen.selection.program, memory.memory}, m_progress))
                known->second.add((*view)->rows);
        return known->second;
    }

    void open()
    {
        if (m_isOpened)
            return;
        m_isOpened = true;
        DocumentKinds plans = m_kinds;
        std::erase_if(plans, [](const DocumentKind& kind) { return kind.isInAnyText; }); // logs
        const std::vector<std::string> paths = profilesBeside(m_text, endingsOf(plans));
        if (paths.empty())
            return;
        if (auto documents = openDocuments(paths, plans, m_progress))
            m_documents = std::move(*documents);
    }

    static void take(const Chosen& program, const char* why, ToldLimit& limit)
    {
        limit.module = program.program().name;
        limit.path = program.file().path;
        limit.why = why;
        limit.isOfOther = false;
    }

    std::string m_text;
    const DocumentKinds& m_kinds;
    const Progress& m_progress;
    bool m_isOpened = false;
    Documents m_documents;
    std::map<std::pair<const Document*, std::size_t>, BufferNames> m_names; // by program
};

/// `name`: what people are told of the text.
void addLimits(const oom::OomDocument& messages, const std::string& text, const std::string& name,
               const DocumentKinds& kinds, const Progress& progress, std::vector<ToldLimit>& limits)
{
    NamelessMessages nameless(text, kinds, progress);
    for (const ProgramId program : allPrograms(messages)) {
        const oom::Report& report = messages.report(program);
        if (!report.limit)
            continue;
        ToldLimit limit{.bytes = report.limit->bytes,
                        .needed = report.needed ? std::optional(report.needed->bytes) : std::nullopt,
                        .isOneBuffer = report.kind == oom::Kind::TooLarge,
                        .place = name + ":" + std::to_string(report.line),
                        .memory = oom::memoryOf(report).number,
                        .isScoped = report.kind == oom::Kind::Scoped,
                        .platform = oom::platformOf(report),
                        .isHbm = report.memory == "hbm",
                        .module = report.module};
        if (limit.module.empty())
            nameless.findProgram(report, limit);
        limits.push_back(std::move(limit));
    }
}

} // namespace

Result<ToldLimits> readLimitsBeside(const std::string& path, const DocumentKinds& kinds, const Progress& progress)
{
    const DocumentKind logs = oomKind();
    std::error_code error;
    const fs::path folder = fs::absolute(path, error).parent_path();
    std::vector<fs::path> texts;
    ToldLimits limits;
    addTexts(folder, endingsOf(kinds), texts, limits.unread);
    if (folder.has_relative_path())
        addTexts(folder.parent_path(), endingsOf(kinds), texts, limits.unread);
    std::uint64_t bytes = 0;
    for (const fs::path& text : texts) {
        if (progress.cancelled())
            return Progress::cancelledError();
        const auto file = File::open(text.string());
        if (!file || !logs.recognises(**file))
            continue;
        if (bytes > kMostBytes) {
            limits.unread.push_back(text.filename().string());
            continue;
        }
        bytes += std::min<std::uint64_t>((*file)->size(), kMostOfTextByChance);
        InputFile input{text.string(), {}, {}};
        input.isByChance = true; // what a program says when it dies stands at the end
        const auto messages = logs.open({{std::move(input), *file, std::nullopt}}, {}, progress);
        if (const auto document
            = messages ? std::dynamic_pointer_cast<const oom::OomDocument>(messages->front()) : nullptr)
            addLimits(*document, text.string(), (text.parent_path() == folder ? "" : "../") + text.filename().string(),
                      kinds, progress, limits.list);
    }
    return limits;
}

Figures figuresWithLimit(const View& view, const Device* chosen, const DocumentKinds& kinds, const Progress& progress)
{
    Figures figures = view.figures(chosen);
    if (!isOpenToLimit(view, figures))
        return figures;
    const auto limits = readLimitsBeside(view.path, kinds, progress);
    return limits ? withLimits(std::move(figures), view, *limits) : figures;
}

} // namespace tidemark
