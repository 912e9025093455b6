#include "core/open/open_documents.h"

#include "core/base/text.h"
#include "core/files/open_files.h"
#include "core/files/system_error.h"
#include "core/oom/oom_kind.h"
#include "core/tenstorrent/train/train_kind.h"
#include "core/text/text_cursor.h"
#include "core/xla/programs/xla_kind.h"

#include <algorithm>

namespace tidemark {
namespace {

constexpr std::size_t kStart = 256; // bytes looked at for what the file seems to be

/// Why no kind takes a file, in words that help.
Error unknownContent(const File& file, const DocumentKinds& kinds)
{
    std::string start(std::min<std::uint64_t>(kStart, file.size()), '\0');
    const auto read = file.readAt(0, start);
    if (!read)
        return read.error();
    start.resize(*read);
    if (start.size() == file.size() && trimmedLeft(start).empty() && !file.path().ends_with(".pb"))
        return emptyError(file.path(), file.size());
    const std::string what = start.starts_with("\x1f\x8b") ? "compressed with gzip. Unpack it first"
        : !hasControls(start) ? "a text file of no known kind, without a message about memory that ran out"
                              : "of no known kind: its content is none of those";
    return {ErrorKind::Unsupported,
            file.path() + " is " + what + ". Tidemark opens " + endingsText(endingsOf(kinds)) + ".", 0};
}

/// The files of each kind; a file may be of several.
struct Sorted {
    std::vector<std::vector<OpenedFile>> ofKind;
    std::vector<OpenedFile> ofNone;
    std::string passedOver; // the first file that was found by chance, and is of no kind; empty: there is none
};

Error onlyPassedOver(const std::string& path, const DocumentKinds& kinds)
{
    return {ErrorKind::NotFound,
            path
                + ": there is no message about memory that ran out in it, nor in the other texts of the folder, and "
                  "nothing else that Tidemark opens: "
                + endingsText(endingsOf(kinds)) + ".",
            std::nullopt};
}

Sorted sortByKind(std::vector<InputFile> inputs, const DocumentKinds& kinds)
{
    Sorted sorted;
    sorted.ofKind.resize(kinds.size());
    const auto openFiles = std::make_shared<OpenFiles>(); // a run may have thousands of workers
    for (InputFile& input : inputs) {
        auto file = File::open(input.path, openFiles);
        if (!file && input.isByChance) {
            sorted.passedOver = input.path;
            continue;
        }
        if (!file) {
            sorted.ofNone.push_back({std::move(input), nullptr, file.error()});
            continue;
        }
        bool isKnown = false;
        for (std::size_t i = 0; i < kinds.size(); ++i)
            if ((!input.isOfUnknownName || kinds[i].isInAnyText) && kinds[i].recognises(**file)) {
                sorted.ofKind[i].push_back({input, *file, std::nullopt});
                isKnown = true;
            }
        if (!isKnown && input.isByChance)
            sorted.passedOver = input.path;
        else if (!isKnown)
            sorted.ofNone.push_back({std::move(input), nullptr, unknownContent(**file, kinds)});
    }
    return sorted;
}

/// Whether a text of any name may have what a kind looks for there; those that are taken are read whole later.
WantsUnknown textsOfAnyName(const DocumentKinds& kinds)
{
    constexpr std::uint64_t kMost = std::uint64_t{256} << 20; // bytes
    if (std::ranges::none_of(kinds, &DocumentKind::isInAnyText))
        return {};
    return [&kinds, taken = std::uint64_t{0}](const std::string& path) mutable {
        const auto file = File::open(path);
        const bool isWanted
            = file && taken + (*file)->size() <= kMost && std::ranges::any_of(kinds, [&](const DocumentKind& kind) {
                  return kind.isInAnyText && kind.recognises(**file);
              });
        taken += isWanted ? (*file)->size() : 0;
        return isWanted;
    };
}

} // namespace

DocumentKinds allKinds()
{
    return {xlaKind(), oomKind(), ttTrainKind()};
}

Result<Documents> openDocuments(const std::vector<std::string>& paths, const DocumentKinds& kinds,
                                const Progress& progress)
{
    auto found = findInputs(paths, endingsOf(kinds), progress, textsOfAnyName(kinds));
    if (!found)
        return found.error();
    Sorted sorted = sortByKind(std::move(found->files), kinds);
    Documents documents;
    std::optional<Error> error;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        std::vector<OpenedFile>& files = sorted.ofKind[i];
        if (files.empty())
            continue;
        // What nothing recognised is a problem of the first documents there are.
        std::ranges::move(sorted.ofNone, std::back_inserter(files));
        sorted.ofNone.clear();
        std::ranges::stable_sort(files, {}, [](const OpenedFile& file) { return file.input.path; });
        auto opened = kinds[i].open(std::move(files), documents.empty() ? found->warnings : Warnings(), progress);
        if (opened)
            std::ranges::move(*opened, std::back_inserter(documents));
        else if (opened.error().kind == ErrorKind::Cancelled)
            return opened.error();
        else if (!error)
            error = opened.error();
    }
    if (!documents.empty())
        return documents;
    if (error)
        return *error;
    return sorted.ofNone.empty() ? onlyPassedOver(sorted.passedOver, kinds) : *sorted.ofNone.front().error;
}

} // namespace tidemark
