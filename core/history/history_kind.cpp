#include "core/history/history_kind.h"

#include "core/base/text.h"
#include "core/files/read_blocks.h"
#include "core/history/allocator_events.h"
#include "core/history/heap_profile.h"
#include "core/history/history_document.h"
#include "core/history/torch_snapshot.h"
#include "core/view/document_kind.h"
#include "core/wire/wire_format.h"

#include <map>
#include <string>

namespace tidemark {
namespace {

using namespace history;

using Reader = Result<Recording> (*)(const File&, const Progress&);

/// Whether the bytes may begin a container of planes: its first plane, which begins with an id, a name or a line.
/// Whether it has events of allocators is not known before it is opened.
bool mayBeSpace(std::string_view start)
{
    if (!start.starts_with('\x0a'))
        return false;
    const char* const end = start.data() + start.size();
    const char* const plane = readVarint(start.data() + 1, end).next;
    constexpr std::string_view kFirstTags = "\x08\x12\x1a";
    return plane && plane != end && kFirstTags.find(*plane) != std::string_view::npos;
}

/// The reader for a file, by its first bytes. Null: no history. XSpaces are often without events.
Reader readerOf(const File& file)
{
    constexpr std::uint64_t kStart = 1024;
    const auto start = readStart(file, kStart);
    if (!start)
        return nullptr;
    if (isTorchSnapshot(*start))
        return readTorchSnapshot;
    if (isHeapProfile(*start))
        return readHeapProfile;
    if (mayBeSpace(*start))
        return readAllocatorEvents;
    return nullptr;
}

/// Makes the names printable and distinct: they select the memories.
void nameMemories(Recording& recording)
{
    std::map<std::string, int> uses;
    for (MemoryRecording& memory : recording.memories) {
        memory.name = printable(validUtf8(memory.name));
        if (const int use = ++uses[memory.name]; use > 1)
            memory.name += " (" + std::to_string(use) + ")";
    }
}

/// Error: Cancelled. Any other fault of the file is in the result.
Result<RecordingOfFile> read(const OpenedFile& opened, const Progress& progress)
{
    RecordingOfFile file;
    file.entry = entryOf(opened);
    const Reader reader = opened.file ? readerOf(*opened.file) : nullptr;
    if (!reader)
        return file;
    auto recording = reader(*opened.file, progress);
    if (!recording && recording.error().kind == ErrorKind::Cancelled)
        return recording.error();
    if (recording && recording->memories.empty()) {
        file.entry.error = Error{ErrorKind::NotFound,
                                 file.entry.path + " is a " + recording->format
                                     + " of no device: nothing was allocated when it was written.",
                                 std::nullopt};
    } else if (recording) {
        nameMemories(*recording);
        file.entry.format = recording->format;
        file.recording = std::make_shared<const Recording>(std::move(*recording));
        if (const auto paired = file.pair(progress); !paired)
            return paired.error();
    } else {
        file.entry.error = recording.error();
    }
    return file;
}

Result<Documents> open(const std::vector<OpenedFile>& files, Warnings warnings, const Progress& progress)
{
    auto recordings = readTexts<RecordingOfFile>(files, progress, read);
    if (!recordings)
        return recordings.error();
    return Documents{std::make_shared<const HistoryDocument>(std::move(*recordings), std::move(warnings))};
}

FileEnding endingOf(const char* ending, const char* description, const char* texts)
{
    FileEnding result;
    result.ending = ending;
    result.description = description;
    result.texts = texts;
    return result;
}

} // namespace

DocumentKind historyKind()
{
    DocumentKind kind;
    kind.name = HistoryDocument::kKind;
    constexpr const char* kSnapshots = "memory snapshots of PyTorch";
    constexpr const char* kProfiles = "device memory profiles of JAX";
    kind.endings = {endingOf(".pickle", "PyTorch memory snapshot", kSnapshots),
                    endingOf(".pkl", "PyTorch memory snapshot", kSnapshots),
                    endingOf(".pprof", "JAX device memory profile", kProfiles),
                    endingOf(".prof", "JAX device memory profile", kProfiles)};
    for (FileEnding& ending : kind.endings)
        ending.isCommon = ending.ending != ".pprof"; // other programs write files with the others, too
    kind.recognises = [](const File& file) { return readerOf(file) != nullptr; };
    kind.isCertain = [](const File& file) { return readerOf(file) == readTorchSnapshot; };
    kind.open = open;
    return kind;
}

} // namespace tidemark
