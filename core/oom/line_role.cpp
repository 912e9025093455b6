#include "core/oom/line_role.h"

#include "core/oom/dense_text.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tidemark::oom {
namespace {

struct Beginning {
    std::string_view text;
    Role role;
    bool isOwn = false; // only messages have such lines
};

constexpr std::size_t kLongestName = 100; // longest name before an amount, in bytes

constexpr std::array kBeginnings = {
    Beginning{"Output size ", Role::Output},
    Beginning{"Heap allocator status", Role::Heap},
    Beginning{"Persistent allocations include", Role::Persistent},
    Beginning{"Largest program allocations in ", Role::Largest},
    Beginning{"BufferAssignment OOM Debugging", Role::GpuTitle},
    Beginning{"BufferAssignment stats:", Role::GpuStats},
    Beginning{"Peak buffers:", Role::GpuPeak},
    Beginning{"Size:", Role::Field},
    Beginning{"Operator:", Role::Field},
    Beginning{"Shape:", Role::Field},
    Beginning{"Unpadded size:", Role::Field, true},
    Beginning{"Extra memory due to padding:", Role::Field, true},
    Beginning{"XLA label:", Role::Field, true},
    Beginning{"XLA Label:", Role::Field, true},
    Beginning{"Allocation type:", Role::Field, true},
    Beginning{"Tag:", Role::Field},
    Beginning{"Entry Parameter Subshape:", Role::Field},
    Beginning{"=====", Role::Remark},
    Beginning{"-----", Role::Remark},
    Beginning{"See https://openxla.org/", Role::Remark},
    Beginning{"; attempting reservation", Role::Remark},
    Beginning{"Bin (", Role::Statistic},
    Beginning{"Bin for ", Role::Statistic},
    Beginning{"Next region of size ", Role::Statistic},
    Beginning{"Summary of in-use Chunks by size", Role::Statistic, true},
    Beginning{"Sum Total of in-use chunks:", Role::Statistic, true},
    Beginning{"total_region_allocated_bytes_:", Role::Statistic, true},
    Beginning{"Total bytes in pool:", Role::Statistic},
    Beginning{"Total size in pool:", Role::Statistic, true},
    Beginning{"Histogram of current allocation:", Role::Statistic},
    Beginning{"BFCAllocator dump for ", Role::Statistic},
    Beginning{"Current allocation summary follows", Role::Statistic},
    Beginning{"If the cause is memory fragmentation", Role::Statistic},
    Beginning{"Stats:", Role::Statistic},
    Beginning{"Limit:", Role::Statistic},
    Beginning{"InUse:", Role::Statistic},
    Beginning{"MaxInUse:", Role::Statistic},
    Beginning{"NumAllocs:", Role::Statistic},
    Beginning{"MaxAllocSize:", Role::Statistic},
    Beginning{"Reserved:", Role::Statistic},
    Beginning{"PeakReserved:", Role::Statistic},
    Beginning{"LargestFreeBlock:", Role::Statistic, true},
};

// The names of items. Any text may follow them.
constexpr std::array<std::string_view, 15> kItems = {"reserved",
                                                     "program",
                                                     "arguments",
                                                     "output",
                                                     "global",
                                                     "scoped",
                                                     "HLO temp",
                                                     "overlays",
                                                     "heap allocations",
                                                     "constants",
                                                     "Max free chunk",
                                                     "Top-of-Memory reserved",
                                                     "Currently allocated",
                                                     "Program requirement",
                                                     "Available after request"};

bool hasUnitAt(std::string_view text)
{
    return takeAmountWithUnit(text).has_value();
}

/// Returns whether a name is a figure of a buffer assignment: "maybe_live_out allocation:", "preallocated temp
/// allocation:", "total fragmentation:".
bool isOfAssignment(std::string_view name)
{
    TextCursor at(name);
    const auto isOfWord = [](char c) { return isLower(c) || c == '_'; };
    for (int words = 0; words < 3 && !at.takeWhile(isOfWord, 1).empty() && at.take(" "); ++words)
        if (at.rest() == "allocation:")
            return true;
    return name == "total fragmentation:" || name == "preallocated temp fragmentation:";
}

bool isItem(std::string_view line)
{
    const auto begins = [&](std::string_view name) { return line[0] == name[0] && line.starts_with(name); };
    const bool mayBeOfAssignment
        = (isLower(line[0]) || line[0] == '_') && line.substr(0, kLongestName).find("tion:") != std::string_view::npos;
    if (!mayBeOfAssignment && std::ranges::none_of(kItems, begins))
        return false; // true for most lines
    const NamedAmount item = dividedAtAmount(line);
    if (item.rest.empty())
        return line == "overlays"; // the message may end after this word
    if (isOfAssignment(item.name))
        return true;
    return std::ranges::any_of(kItems, [&](std::string_view name) {
        if (!item.name.starts_with(name))
            return false;
        const std::string_view more = item.name.substr(name.size());
        return more.empty() || more[0] == ':' || more[0] == '(' || more.starts_with(" (");
    });
}

bool isEntry(std::string_view line)
{
    TextCursor at(afterRule(line));
    if (at.take("Buffer "))
        return at.takeDigits(1, 9) && at.take(":") && at.isAtEnd();
    if (!at.takeDigits(1, 9))
        return false;
    at.take("\\"); // an escape of Markdown
    if (!at.take("."))
        return false;
    at.skipSpaces();
    return at.take("Size:");
}

/// Returns whether the line is a statistic, which may be wrapped: "20 Chunks of size 256 totalling 5.0KiB", "*****___",
/// "Size: 5.0KiB | Requested Size: …".
bool isStatistic(std::string_view line)
{
    TextCursor at(line);
    if (at.takeDigits(1, 12)) {
        if (at.take(", ")) // an entry of the histogram of cudaMallocAsync
            return at.takeDigits(1, 12) && at.isAtEnd();
        return at.take(" Chunks of size ");
    }
    if (line.starts_with("Size: "))
        return line.find(" | ") != std::string_view::npos;
    return line.size() >= 20
        && std::ranges::all_of(line, [](char c) { return c == '*' || c == '_' || c == 'x' || c == '+'; });
}

/// Returns whether the line begins like "HBM capacity".
bool beginsWithCapacity(std::string_view line)
{
    TextCursor at(line);
    return !at.takeWhile(isAlphanumeric, 1, kLongestName).empty() && at.take(" capacity");
}

Role headingWithAmount(std::string_view line)
{
    if (!line.starts_with("Total ") && !line.starts_with("Program ") && !beginsWithCapacity(line))
        return Role::Unknown; // true for most lines
    const NamedAmount divided = dividedAtAmount(line.substr(0, 200));
    if (divided.rest.empty())
        return Role::Unknown;
    if (line.starts_with("Total ") && divided.name.ends_with(" usage >="))
        return Role::Total;
    if (line.starts_with("Program ") && divided.name.ends_with(" requirement"))
        return Role::Program;
    return divided.name.ends_with(" capacity") && beginsWithCapacity(line) ? Role::Capacity : Role::Unknown;
}

/// Statuses of errors that need not be about memory.
constexpr std::array<std::string_view, 3> kStatuses
    = {"RESOURCE_EXHAUSTED", "Resource exhausted:", "ResourceExhaustedError"};

/// Words by which logs are searched for lines that identify a message.
constexpr std::array<std::string_view, 28> kLineWords = {"ut of Memory",
                                                         "AllocationFailure:",
                                                         "OutOfMemory",
                                                         "OUT_OF_MEMORY",
                                                         "bm usage >= ",
                                                         "em usage >= ",
                                                         "bm requirement ",
                                                         "em requirement ",
                                                         "Largest program allocations",
                                                         "XLA label: ",
                                                         "XLA Label: ",
                                                         "Allocation type: ",
                                                         "Extra memory due to padding",
                                                         "BufferAssignment OOM",
                                                         "BufferAssignment stats",
                                                         "Peak buffers:",
                                                         "Chunk at ",
                                                         "InUse at ",
                                                         "Free  at ",
                                                         "bfc_allocator.cc:",
                                                         "BFCAllocator dump for",
                                                         "Next region of size ",
                                                         "Sum Total of in-use",
                                                         "Total size in pool: ",
                                                         "LargestFreeBlock: ",
                                                         "ScopedVmemOom",
                                                         "CompileTimeHbmOom",
                                                         "Histogram of current allocation"};

} // namespace

bool isHeading(Role role)
{
    return role >= Role::Total && role <= Role::GpuPeak;
}

bool identifiesMessage(Role role, std::string_view line)
{
    const auto isOwn = [&](const Beginning& each) { return each.isOwn && line.starts_with(each.text); };
    if (role == Role::Field || role == Role::Statistic)
        return std::ranges::any_of(kBeginnings, isOwn) || line.find(" Chunks of size ") != std::string_view::npos;
    return role == Role::Total || role == Role::Program || (role >= Role::Largest && role <= Role::GpuPeak)
        || role == Role::Chunk;
}

bool isOf(Role role, Family family)
{
    if (role == Role::Remark)
        return true;
    if (role >= Role::Chunk)
        return family == Family::Bfc;
    if (role >= Role::Item)
        return family == Family::Tpu || family == Family::Gpu;
    if (role >= Role::GpuTitle)
        return family == Family::Gpu;
    return role >= Role::Total && family == Family::Tpu;
}

Family familyOf(Role role)
{
    for (const Family family : {Family::Tpu, Family::Gpu, Family::Bfc})
        if (isOf(role, family))
            return family;
    return Family::Line;
}

Role roleOf(std::string_view line)
{
    if (line.empty())
        return Role::Blank;
    if (isStatistic(line))
        return Role::Statistic;
    if (line[0] == '=' && isEntry(line))
        return Role::Entry;
    for (const Beginning& beginning : kBeginnings)
        if (line[0] == beginning.text[0] && line.starts_with(beginning.text)) // the first comparison rejects most lines
            return beginning.role;
    if (readChunk(line))
        return Role::Chunk;
    if (isEntry(line))
        return Role::Entry;
    if (line.starts_with("Output size"))
        return Role::Output;
    const Role heading = headingWithAmount(line);
    if (heading != Role::Unknown)
        return heading;
    return isItem(line) ? Role::Item : Role::Unknown;
}

std::string_view afterRule(std::string_view line)
{
    return trimmed(line.substr(std::min(line.find_first_not_of('='), line.size())));
}

std::optional<ChunkLine> readChunk(std::string_view line)
{
    TextCursor at(line);
    ChunkLine chunk;
    chunk.isFree = at.take("Free");
    if (!chunk.isFree && !at.take("InUse") && !at.take("Chunk"))
        return std::nullopt;
    at.skipSpaces();
    if (!at.take("at"))
        return std::nullopt;
    at.skipSpaces(); // optional, because wrapping may have removed it
    at.take("0x");
    const auto number = [&](auto& value, int base) {
        const std::string_view rest = at.rest();
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value, base);
        at = TextCursor(rest.substr(static_cast<std::size_t>(end - rest.data())));
        return error == std::errc();
    };
    const auto takeWord = [&](std::string_view word) {
        at.skipSpaces();
        const bool isTaken = at.take(word);
        at.skipSpaces();
        return isTaken;
    };
    if (!number(chunk.address, 16))
        return std::nullopt;
    at.skipSpaces();
    if (at.take("next")) { // in the dumps of 2019 and 2020
        at.skipSpaces();
        at.takeDigits(1, 12);
    }
    if (!takeWord("of") || !takeWord("size") || !number(chunk.size, 10) || chunk.size < 0
        || chunk.size >= std::int64_t{1} << 60)
        return std::nullopt;
    return chunk;
}

NamedAmount dividedAtAmount(std::string_view line)
{
    constexpr std::size_t kWidest = 300; // longest amount with the blanks before it, in bytes
    const std::size_t end = std::min(line.size(), kLongestName);
    for (std::size_t i = 0; i < end; ++i) {
        if (line[i] != ' ' && line[i] != '\t')
            continue;
        const std::string_view rest = line.substr(i + 1);
        if (rest.empty() || !(isDigit(rest[0]) || isSpace(rest[0]) || rest[0] == '-' || rest[0] == 'u'))
            continue;
        if (rest.starts_with("unknown size") || hasUnitAt(trimmedLeft(rest.substr(0, kWidest))))
            return {trimmed(line.substr(0, i)), trimmedLeft(rest)};
    }
    return {line, {}};
}

const PhraseFinder& logWords()
{
    static const PhraseFinder kFinder = [] {
        std::vector<std::string_view> words(kStatuses.begin(), kStatuses.end());
        for (const Form& form : forms()) {
            std::ranges::transform(form.begins, std::back_inserter(words), unanchored);
            words.insert(words.end(), form.words.begin(), form.words.end());
        }
        words.insert(words.end(), kLineWords.begin(), kLineWords.end());
        std::ranges::sort(words);
        words.erase(std::unique(words.begin(), words.end()), words.end());
        // A phrase that contains another one is found by it. Fewer phrases are searched faster.
        std::vector<std::string_view> shortest;
        std::ranges::copy_if(words, std::back_inserter(shortest), [&](std::string_view phrase) {
            return std::ranges::none_of(words, [&](std::string_view other) {
                return other.size() < phrase.size() && phrase.find(other) != std::string_view::npos;
            });
        });
        return PhraseFinder(std::move(shortest));
    }();
    return kFinder;
}

bool mayBeOfMessage(std::string_view fromWord)
{
    constexpr std::array<std::string_view, 5> kWords = {"emory", "lloc", "eserve", "Hbm", "hbm"};
    const auto begins = [&](std::string_view text) { return fromWord.starts_with(text); };
    if (std::ranges::none_of(kStatuses, begins))
        return true;
    const std::string dense = withoutBlanks(fromWord); // a line may end inside a word
    const auto has = [&](std::string_view word) { return dense.find(word) != std::string::npos; };
    return std::ranges::any_of(kWords, has);
}

} // namespace tidemark::oom
