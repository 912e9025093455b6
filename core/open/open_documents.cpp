#include "core/open/open_documents.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/files/open_files.h"
#include "core/files/read_blocks.h"
#include "core/files/system_error.h"
#include "core/history/history_kind.h"
#include "core/oom/oom_kind.h"
#include "core/tenstorrent/tt_train/train_document.h"
#include "core/tenstorrent/tt_xla/profile_document.h"
#include "core/text/text_cursor.h"
#include "core/view/document_kind.h"
#include "core/xla/programs/xla_document.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace tidemark {
namespace {

constexpr std::size_t kStart = 512; // bytes that are read to guess the content

/// A format that users confuse with those that Tidemark opens.
struct KnownFormat {
    std::string_view what; // "a PyTorch memory snapshot"
    std::string_view advice; // one or two sentences that say what to do
};

struct Recogniser {
    bool (*isOne)(std::string_view start, std::string_view path);
    KnownFormat format;
};

bool isPickle(std::string_view start, std::string_view)
{
    return start.size() > 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
}

bool isTrace(std::string_view start, std::string_view path)
{
    const bool isJson = start.starts_with('{') || start.starts_with('[');
    return isJson
        && (path.find(".trace.json") != std::string_view::npos
            || start.find("\"traceEvents\"") != std::string_view::npos
            || start.find("\"displayTimeUnit\"") != std::string_view::npos);
}

bool isArray(std::string_view start, std::string_view)
{
    return start.starts_with("\x93NUMPY");
}

bool isPage(std::string_view start, std::string_view)
{
    return start.find(kPageMark) != std::string_view::npos;
}

bool isZip(std::string_view start, std::string_view)
{
    return start.starts_with("PK\x03\x04");
}

bool isTar(std::string_view start, std::string_view)
{
    constexpr std::size_t kMagic = 257;
    return start.size() > kMagic && start.substr(kMagic).starts_with("ustar");
}

constexpr std::array kRecognisers = {
    Recogniser{isPickle, {"a Python pickle", "The only pickles that Tidemark opens are memory snapshots of PyTorch."}},
    Recogniser{
        isTrace,
        {"a Chrome trace",
         "It has times but no memory plans. A profiler writes the plans into the .xplane.pb in the same folder."}},
    Recogniser{isArray, {"a NumPy array", "It holds data and no memory plan."}},
    Recogniser{isPage, {"a page for browsers", "Open the _memory.json next to it, or the log from which it was made."}},
    Recogniser{isTar, {"a tar archive", "Unpack it and open its files."}},
    Recogniser{isZip,
               {"a zip archive, which may be a NumPy .npz or a PyTorch checkpoint", "Tidemark opens no archives."}},
};

/// Recognises such a format by the first bytes of a file (kStart are enough) and by its name. Nothing for any other
/// file.
std::optional<KnownFormat> knownFormat(std::string_view start, std::string_view path)
{
    for (const Recogniser& each : kRecognisers)
        if (each.isOne(start, path))
            return each.format;
    return std::nullopt;
}

/// The error for a file that no kind recognises. Names its format, if it is known, and says what to do.
Error unknownContent(const File& file, const DocumentKinds& kinds)
{
    const auto read = readStart(file, kStart);
    if (!read)
        return read.error();
    const std::string& start = *read;
    if (start.size() == file.size() && trimmedLeft(start).empty() && !file.path().ends_with(".pb"))
        return emptyError(file.path(), file.size());
    if (const auto known = knownFormat(start, file.path()))
        return {ErrorKind::Unsupported,
                file.path() + " is " + std::string(known->what) + ". " + std::string(known->advice), 0};
    const char* const what = isBinary(start) ? "damaged, or has a format that Tidemark does not know"
                                             : "a text without a message about memory that ran out";
    return {ErrorKind::Unsupported,
            file.path() + " is " + what + ". Tidemark opens " + shortEndingsText(endingsOf(kinds)) + ".", 0};
}

/// The files of each kind. A file may be in several kinds.
struct Sorted {
    std::vector<std::vector<OpenedFile>> ofKind;
    std::vector<OpenedFile> ofNone;
    std::string passedOver; // a file found by chance that no kind takes; empty: none
};

Error onlyPassedOver(const std::string& path, const DocumentKinds& kinds)
{
    return {ErrorKind::NotFound,
            path
                + ": there is no message about memory that ran out in it, nor in the other texts of the folder, and "
                  "nothing else that Tidemark opens: "
                + shortEndingsText(endingsOf(kinds)) + ".",
            std::nullopt};
}

/// An opened input with the kinds that recognise its content.
struct Recognised {
    struct Kind {
        std::size_t index = 0;
        bool isCertain = false;
    };
    std::optional<Result<std::shared_ptr<const File>>> file;
    std::vector<Kind> kinds;
};

Recognised recognise(const InputFile& input, const std::shared_ptr<OpenFiles>& openFiles, const DocumentKinds& kinds)
{
    Recognised result;
    result.file = File::open(input.path, openFiles);
    if (!*result.file)
        return result;
    const File& file = ***result.file;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if ((!input.isOfUnknownName || kinds[i].isInAnyText) && kinds[i].recognises(file))
            result.kinds.push_back({i, kinds[i].isCertain && kinds[i].isCertain(file)});
    return result;
}

/// Errors: Cancelled.
Result<Sorted> sortByKind(std::vector<InputFile> inputs, const DocumentKinds& kinds, const Progress& progress)
{
    const auto openFiles = std::make_shared<OpenFiles>(); // runs may have thousands of workers
    std::vector<Recognised> recognised(inputs.size());
    if (!forEachInParallel(inputs.size(), progress, "Opening files",
                           [&](std::size_t i) { recognised[i] = recognise(inputs[i], openFiles, kinds); }))
        return Progress::cancelledError();
    Sorted sorted;
    sorted.ofKind.resize(kinds.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        InputFile& input = inputs[i];
        const auto& file = *recognised[i].file;
        if (!file && input.isByChance && file.error().kind != ErrorKind::Io) {
            sorted.passedOver = input.path;
            continue;
        }
        if (!file) {
            sorted.ofNone.push_back({std::move(input), nullptr, file.error()});
            continue;
        }
        for (const Recognised::Kind& kind : recognised[i].kinds) {
            sorted.ofKind[kind.index].push_back({input, *file, std::nullopt});
            if (kind.isCertain)
                sorted.ofKind[kind.index].back().input.isByChance = false;
        }
        if (!recognised[i].kinds.empty())
            continue;
        if (const auto failure = (*file)->failure()) // a read failure made the content look different
            sorted.ofNone.push_back({std::move(input), nullptr, *failure});
        else if (input.isByChance)
            sorted.passedOver = input.path;
        else
            sorted.ofNone.push_back({std::move(input), nullptr, unknownContent(**file, kinds)});
    }
    return sorted;
}

enum class Packed : std::uint8_t { No, Binary, ShortText, LongText };

/// Returns what a compressed file has. Little of it is unpacked, and nothing is written, because folders may have large
/// archives.
Packed packedContent(const std::string& path)
{
    auto stream = ByteStream::open(path);
    if (!stream || stream->size()) // the size of compressed data is unknown
        return Packed::No;
    std::vector<char> block(std::size_t{1} << 16);
    std::uint64_t size = 0;
    while (size <= kMostOfTextByChance) {
        const auto count = stream->read(block);
        if (!count || *count == 0)
            return Packed::ShortText; // damage is reported when the file is read
        if (size == 0 && isBinary({block.data(), *count}))
            return Packed::Binary;
        size += *count;
    }
    return Packed::LongText;
}

/// Selects files of a folder with unknown names: texts in which a kind searches anywhere. Selected files are read
/// completely later, so there are size limits, and a warning for each file beyond them. A file that can be opened but
/// not read is selected, too, so that the failure is reported.
class TextsOfAnyName
{
public:
    explicit TextsOfAnyName(const DocumentKinds& kinds)
        : m_kinds(kinds)
    { }

    WantsUnknown question()
    {
        if (std::ranges::none_of(m_kinds, &DocumentKind::isInAnyText))
            return {};
        return [this](const std::string& path) { return takes(path); };
    }
    const Warnings& leftOut() const { return m_leftOut; }

private:
    bool takes(const std::string& path)
    {
        const Packed packed = packedContent(path);
        if (packed == Packed::LongText)
            leaveOut(path);
        if (packed == Packed::LongText || packed == Packed::Binary)
            return false;
        const auto file = File::open(path);
        if (!file)
            return false;
        const bool isText = std::ranges::any_of(
            m_kinds, [&](const DocumentKind& kind) { return kind.isInAnyText && kind.recognises(**file); });
        if (!isText && !(*file)->failure())
            return false;
        const std::uint64_t size = (*file)->size();
        if (size > kMostOfTextByChance || m_bytes + size > kMostOfAll) {
            leaveOut(path);
            return false;
        }
        m_bytes += size;
        return true;
    }

    void leaveOut(const std::string& path)
    {
        m_leftOut.addNamed("text-not-looked-at",
                           path + " was not read: of files with unknown names, a folder's first "
                               + bytesText(static_cast<std::int64_t>(kMostOfAll)) + " are read, each up to "
                               + bytesText(static_cast<std::int64_t>(kMostOfTextByChance)) + ". Open the file alone.");
    }

    static constexpr std::uint64_t kMostOfAll = 4 * kMostOfTextByChance;

    const DocumentKinds& m_kinds;
    std::uint64_t m_bytes = 0; // total size of the selected files
    Warnings m_leftOut;
};

std::set<std::string_view> pathsOf(const std::vector<OpenedFile>& files)
{
    std::set<std::string_view> paths;
    for (const OpenedFile& file : files)
        paths.insert(file.input.path);
    return paths;
}

using EarlyDocuments = std::vector<std::optional<Result<Documents>>>; // by kind

/// Opens the documents of all kinds in parallel if each kind has at most one file, because a log may have gigabytes and
/// several kinds search it. Empty when a kind has more files, or there is little to read.
EarlyDocuments openAtTheSameTime(const std::vector<std::vector<OpenedFile>>& ofKind, const DocumentKinds& kinds,
                                 const Progress& progress)
{
    std::vector<std::size_t> those;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (ofKind[i].size() == 1)
            those.push_back(i);
        else if (!ofKind[i].empty())
            return {};
    if (those.size() < 2 || ofKind[those[0]][0].file->size() <= kShortText)
        return {};
    const auto caller = std::this_thread::get_id();
    Progress ofOne = progress;
    ofOne.report = [&](std::uint64_t done, std::uint64_t total, Progress::Unit unit, std::string_view what) {
        if (std::this_thread::get_id() == caller)
            progress.at(done, total, unit, what);
    };
    EarlyDocuments early(kinds.size());
    forEachInParallel(those.size(), {progress.isCancelled, {}}, "",
                      [&](std::size_t i) { early[those[i]] = kinds[those[i]].open(ofKind[those[i]], {}, ofOne); });
    return early;
}

/// Opens the files of every kind. For a kind, a file is in one of these states:
/// - recognised: it is in Sorted::ofKind for every kind that may take it.
/// - used: it is still in ofKind, and in a document of m_opened.
/// - rejected with all other files of the kind, because the kind can use none of them. Another kind may use it or may
/// still look at it. Otherwise it is in Sorted::ofNone with the reason, or only passed over if it was found by chance.
///
/// Kinds are opened from the last to the first kind with files. The first kind also reports the files that no kind
/// takes. If it gives up, too, the next kind with files becomes the first and reports the errors so far. Each such
/// round removes the files of a kind and adds none, so the rounds end.
class Opening
{
public:
    Opening(Sorted sorted, Warnings warnings, const DocumentKinds& kinds, const Progress& progress)
        : m_sorted(std::move(sorted))
        , m_warnings(std::move(warnings))
        , m_kinds(kinds)
        , m_progress(progress)
        , m_opened(kinds.size())
    { }

    Result<Documents> open()
    {
        if (!hasMoreToReport())
            m_early = openAtTheSameTime(m_sorted.ofKind, m_kinds, m_progress);
        for (;;) {
            const auto first = std::ranges::find_if_not(m_sorted.ofKind, &std::vector<OpenedFile>::empty);
            if (first == m_sorted.ofKind.end())
                return nothing();
            // The first kind is opened last, because it reports the files of no kind.
            const auto lowest = static_cast<std::size_t>(first - m_sorted.ofKind.begin());
            for (std::size_t i = m_kinds.size(); i-- > lowest;)
                if (const auto done = openKind(i, i == lowest); !done)
                    return done.error();
            if (!m_opened[lowest].empty())
                break;
        }
        Documents documents;
        for (const Documents& of : m_opened)
            documents.insert(documents.end(), of.begin(), of.end());
        return documents;
    }

private:
    /// Returns whether there is more to report than the faults of one kind's files.
    bool hasMoreToReport() const { return !m_sorted.ofNone.empty() || !m_warnings.empty(); }

    Result<Documents> read(std::size_t i, std::vector<OpenedFile> files, bool reportsAll)
    {
        auto early = i < m_early.size() ? std::exchange(m_early[i], std::nullopt) : std::nullopt;
        // The early result is valid if the kind would now get the same files and warnings. Whether other kinds use its
        // only file matters only for a useless file, and then there is no other document.
        if (early && !(reportsAll && hasMoreToReport()))
            return std::move(*early);
        return m_kinds[i].open(std::move(files), reportsAll ? m_warnings : Warnings(), m_progress);
    }

    /// Errors: Cancelled.
    Result<void> openKind(std::size_t i, bool reportsAll)
    {
        std::vector<OpenedFile> files = m_sorted.ofKind[i];
        if (files.empty() || (!reportsAll && !m_opened[i].empty()))
            return {};
        if (!m_opened[i].empty() && files.size() == 1 && !hasMoreToReport())
            return {}; // reading it again would give the same result
        const std::set<std::string_view> own = pathsOf(m_sorted.ofKind[i]);
        for (const OpenedFile& file : m_sorted.ofNone)
            if (reportsAll && !own.contains(file.input.path))
                files.push_back(file);
        const std::set<std::string_view> others = filesOfOthers(i);
        for (OpenedFile& file : files)
            file.isOfOthers = others.contains(file.input.path);
        std::ranges::stable_sort(files, {}, [](const OpenedFile& file) { return file.input.path; });
        auto opened = read(i, std::move(files), reportsAll);
        if (opened)
            m_opened[i] = std::move(*opened);
        else if (opened.error().kind == ErrorKind::Cancelled)
            return opened.error();
        else
            return giveUp(i, opened.error());
        return {};
    }

    /// Returns the files that other kinds use or may still use.
    std::set<std::string_view> filesOfOthers(std::size_t i) const
    {
        std::set<std::string_view> paths;
        for (std::size_t kind = 0; kind < m_kinds.size(); ++kind) {
            if (kind == i)
                continue;
            for (const auto& document : m_opened[kind])
                for (const FileEntry& file : document->catalogue().files)
                    if (!file.error)
                        paths.insert(file.path);
            if (m_opened[kind].empty())
                paths.merge(pathsOf(m_sorted.ofKind[kind]));
        }
        return paths;
    }

    /// Errors: Cancelled.
    Result<void> giveUp(std::size_t i, const Error& error)
    {
        if (i <= m_failed) {
            m_failed = i;
            m_error = error;
        }
        m_opened[i].clear();
        const bool isOfOne = m_sorted.ofKind[i].size() == 1 && m_sorted.ofNone.empty();
        const std::vector<OpenedFile> files = std::exchange(m_sorted.ofKind[i], {});
        const std::set<std::string_view> others = filesOfOthers(i);
        for (const OpenedFile& file : files) {
            if (others.contains(file.input.path))
                continue;
            if (file.input.isByChance) {
                if (m_kinds[i].isInAnyText && isReadInPart(file))
                    addReadInPartWarning(file, m_warnings);
                m_sorted.passedOver = file.input.path;
                continue;
            }
            const auto alone = isOfOne ? Result<Documents>(error) : m_kinds[i].open({file}, {}, m_progress);
            if (!alone && alone.error().kind == ErrorKind::Cancelled)
                return alone.error();
            m_sorted.ofNone.push_back({file.input, nullptr, alone ? error : alone.error()});
        }
        return {};
    }

    Error nothing() const
    {
        if (m_error)
            return *m_error;
        return m_sorted.ofNone.empty() ? onlyPassedOver(m_sorted.passedOver, m_kinds) : *m_sorted.ofNone.front().error;
    }

    Sorted m_sorted;
    Warnings m_warnings;
    const DocumentKinds& m_kinds;
    const Progress& m_progress;
    EarlyDocuments m_early;
    std::vector<Documents> m_opened; // by kind
    std::size_t m_failed = SIZE_MAX; // the first kind that gave up
    std::optional<Error> m_error; // the error of that kind
};

} // namespace

DocumentKinds allKinds()
{
    return {xla::xlaKind(), historyKind(), oomKind(), ttTrainKind(), ttXlaKind()};
}

Result<Documents> openDocuments(const std::vector<std::string>& paths, const DocumentKinds& kinds,
                                const Progress& progress)
{
    TextsOfAnyName texts(kinds);
    auto found = findInputs(paths, endingsOf(kinds), progress, texts.question());
    if (!found) {
        Error error = found.error();
        for (const Warning& warning : texts.leftOut().list())
            error.message += " " + warning.describe();
        return error;
    }
    found->warnings.add(texts.leftOut());
    auto sorted = sortByKind(std::move(found->files), kinds, progress);
    if (!sorted)
        return sorted.error();
    return Opening(std::move(*sorted), found->warnings, kinds, progress).open();
}

} // namespace tidemark
