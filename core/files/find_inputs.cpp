#include "core/files/find_inputs.h"

#include "core/base/find.h"
#include "core/base/text.h"
#include "core/files/unpacking_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

using Endings = std::vector<FileEnding>;

std::string hostOf(const Endings& endings, const fs::path& path)
{
    const std::string file = path.filename().string();
    const std::string name(withoutPackedEnding(file));
    const FileEnding* ending = endingOf(endings, name);
    return ending && ending->isOfHost ? name.substr(0, name.size() - ending->ending.size()) : std::string();
}

/// The session: the name of the file's `folder`, with the run's path before it if `root` is a log directory, as XProf
/// names runs. Empty if the file is not that of a host.
std::string sessionOf(const Endings& endings, const fs::path& path, const fs::path& folder, const fs::path& root)
{
    if (!isOfHost(endings, path.string()))
        return {};
    const fs::path profile = folder.parent_path();
    const bool captured = profile.filename() == "profile" && profile.parent_path().filename() == "plugins";
    if (!captured || root.empty())
        return folder.filename().string();
    const fs::path run = profile.parent_path().parent_path().lexically_relative(root);
    const bool outside = run.empty() || run == "." || *run.begin() == "..";
    return outside ? folder.filename().string() : (run / folder.filename()).generic_string();
}

/// The same for all paths that lead to a file.
std::string identityOf(const fs::path& path)
{
    std::error_code error;
    const fs::path canonical = fs::weakly_canonical(path, error);
    return error ? path.string() : canonical.string();
}

class Search
{
public:
    Search(const Endings& endings, const Progress& progress, const WantsUnknown& wantsUnknown)
        : m_endings(endings)
        , m_progress(progress)
        , m_wantsUnknown(wantsUnknown)
    { }

    void addFile(const fs::path& path)
    {
        if (path == "-") { // standard input
            add(path, "-", {});
            return;
        }
        std::error_code error;
        // "x.xplane.pb" given from inside its folder also has a session.
        const fs::path whole = path.has_parent_path() ? path : fs::absolute(path, error);
        add(path, identityOf(path), sessionOf(m_endings, path, whole.parent_path(), {}));
    }

    /// Returns false if cancelled.
    bool addFolder(const fs::path& root)
    {
        std::error_code error;
        const fs::path whole = fs::absolute(root, error).lexically_normal();
        const fs::path base = whole.has_filename() ? whole : whole.parent_path();
        std::vector<fs::path> folders = {root};
        while (!folders.empty()) {
            if (m_progress.cancelled())
                return false;
            const fs::path folder = folders.back();
            folders.pop_back();
            const std::size_t known = folders.size();
            readFolder(folder, base, folders);
            std::reverse(folders.begin() + static_cast<std::ptrdiff_t>(known), folders.end()); // the first is next
        }
        return true;
    }

    FoundInputs take()
    {
        std::ranges::sort(m_found.files, {}, &InputFile::path);
        return std::move(m_found);
    }
    std::size_t count() const { return m_found.files.size(); }
    std::string seenNames() const { return m_names; }

private:
    /// Returns null if the file has been added already.
    InputFile* add(const fs::path& path, const std::string& identity, std::string session)
    {
        if (!m_seen.insert(identity).second)
            return nullptr;
        m_found.files.push_back({path.string(), hostOf(m_endings, path), std::move(session)});
        return &m_found.files.back();
    }

    void readFolder(const fs::path& folder, const fs::path& base, std::vector<fs::path>& folders)
    {
        std::error_code error;
        std::vector<fs::directory_entry> profiles;
        std::vector<fs::directory_entry> entries;
        fs::directory_iterator next(folder, error);
        for (; !error && next != fs::directory_iterator(); next.increment(error))
            entries.push_back(*next);
        // File systems list in any order. Which of two links to a file counts must not depend on that order.
        std::ranges::sort(entries);
        for (const fs::directory_entry& entry : entries) {
            std::error_code ignored;
            const std::string name = entry.path().filename().string();
            if (entry.is_directory(ignored) && !entry.is_symlink(ignored))
                folders.push_back(entry.path());
            else if (endingOf(m_endings, name))
                profiles.push_back(entry);
            else if (isWanted(entry))
                addUnknown(entry.path());
            else
                remember(name);
        }
        if (error)
            m_found.warnings.add("unreadable-folder",
                                 "The folder " + folder.string() + " cannot be read: " + error.message() + ".");
        const auto isThere = [&](const std::string& ending) {
            return std::ranges::any_of(profiles, [&](const fs::directory_entry& profile) {
                const std::string path = profile.path().string();
                return withoutPackedEnding(path).ends_with(ending);
            });
        };
        // Through the path of a file in it, so that "." or a slash at the end of the folder's path leaves nothing.
        const fs::path whole = (fs::absolute(folder, error) / "file").lexically_normal().parent_path();
        const fs::path identity = identityOf(folder);
        for (const fs::directory_entry& profile : profiles) {
            const fs::path& path = profile.path();
            const FileEnding& ending = *endingOf(m_endings, path.filename().string());
            if (!ending.leftOutIfEqualTo.empty() && isThere(ending.leftOutIfEqualTo))
                continue;
            const bool isLink = profile.is_symlink(error);
            if (InputFile* const added = add(path, isLink ? identityOf(path) : (identity / path.filename()).string(),
                                             sessionOf(m_endings, path, whole, base)))
                added->isByChance = ending.isCommon;
        }
    }

    /// Returns whether a file without a known ending is wanted.
    bool isWanted(const fs::directory_entry& entry)
    {
        constexpr std::uint64_t kMostAsked = 512;
        std::error_code error;
        if (!m_wantsUnknown || entry.path().filename().string().starts_with('.') || !entry.is_regular_file(error)
            || entry.file_size(error) == 0 || error)
            return false;
        if (++m_unknown > kMostAsked) {
            m_found.warnings.add("files-not-looked-at",
                                 "In a folder " + std::to_string(kMostAsked)
                                     + " files with unknown names are examined, and the folder has more. Open the "
                                       "others by their own paths.");
            return false;
        }
        return m_wantsUnknown(entry.path().string());
    }

    void addUnknown(const fs::path& path)
    {
        if (InputFile* const added = add(path, identityOf(path), {}))
            added->isByChance = added->isOfUnknownName = true;
    }

    void remember(const std::string& name)
    {
        constexpr int kShown = 3;
        if (m_remembered++ < kShown)
            addTo(m_names, ", ", name);
        else if (m_remembered == kShown + 1)
            m_names += ", …";
    }

    const Endings& m_endings;
    const Progress& m_progress;
    const WantsUnknown& m_wantsUnknown;
    std::uint64_t m_unknown = 0; // files without a known ending
    FoundInputs m_found;
    std::set<std::string> m_seen;
    std::string m_names;
    int m_remembered = 0;
};

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

std::string textOf(const Endings& endings, std::size_t most)
{
    std::vector<std::string> names;
    std::vector<std::string> texts; // phrases for kinds that are recognised by content
    for (const FileEnding& ending : endings) {
        const bool isPlain = ending.ending.starts_with('.') && ending.inside.empty();
        if (!ending.isCommon || !isPlain)
            names.push_back("*" + ending.inside + (ending.inside.empty() ? "" : "*") + ending.ending);
        if (!ending.texts.empty() && std::ranges::find(texts, ending.texts) == texts.end())
            texts.push_back(ending.texts);
    }
    if (names.size() > most + 1) { // one more name is not longer than "others"
        const std::size_t left = names.size() - most;
        names.resize(most);
        names.push_back(std::to_string(left) + " others");
    }
    return joined(names) + (names.empty() || texts.empty() ? "" : ", and ") + joined(texts);
}

} // namespace

const FileEnding* endingOf(const std::vector<FileEnding>& endings, const std::string& name)
{
    const std::string_view plain = withoutPackedEnding(name);
    return findFirstIf(endings, [&](const FileEnding& each) {
        return plain.ends_with(each.ending) && plain.find(each.inside) != std::string_view::npos;
    });
}

bool isOfHost(const std::vector<FileEnding>& endings, const std::string& name)
{
    const FileEnding* ending = endingOf(endings, name);
    return ending && ending->isOfHost;
}

Result<FoundInputs> findInputs(const std::vector<std::string>& paths, const Endings& endings, const Progress& progress,
                               const WantsUnknown& wantsUnknown)
{
    Search search(endings, progress, wantsUnknown);
    std::string empty;
    for (const std::string& path : paths) {
        std::error_code error;
        if (path == "-" || !fs::is_directory(path, error)) {
            search.addFile(path);
            continue;
        }
        const std::size_t before = search.count();
        if (!search.addFolder(path))
            return Progress::cancelledError();
        if (search.count() == before && empty.empty())
            empty = path;
    }
    const std::string seen = search.seenNames();
    FoundInputs found = search.take();
    if (!found.files.empty())
        return found;
    std::string message = empty + ": nothing to open in this folder or below; ";
    message += seen.empty() ? "it holds no files" : "found " + seen;
    message += ". Looked for " + shortEndingsText(endings) + ".";
    for (const Warning& warning : found.warnings.list())
        message += " " + warning.describe();
    return Error{ErrorKind::NotFound, std::move(message), std::nullopt};
}

std::string endingsText(const Endings& endings)
{
    return textOf(endings, endings.size());
}

std::string shortEndingsText(const Endings& endings)
{
    constexpr std::size_t kMost = 3;
    return textOf(endings, kMost);
}

} // namespace tidemark
