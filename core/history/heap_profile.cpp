#include "core/history/heap_profile.h"

#include "core/base/text.h"
#include "core/files/bytes.h"
#include "core/wire/wire_reader.h"
#include "proto/pprof.pb.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace tidemark::history {
namespace {

namespace pprof = proto::pprof;

/// More than any memory has. The sum of the samples of a device must not be larger either.
constexpr std::int64_t kMostOfProfile = std::int64_t{1} << 60;

struct SampleType {
    std::int64_t type = 0; // positions in the table of texts
    std::int64_t unit = 0;
};

/// A sample before its numbers are looked up.
struct RawSample {
    std::vector<std::uint64_t> locations;
    std::vector<std::int64_t> values;
    TextId kind;
    TextId device;
};

/// A part of HeapProfileReader::m_frames.
struct FramesOfLocation {
    std::size_t begin = 0;
    std::size_t count = 0;
};

class HeapProfileReader
{
public:
    HeapProfileReader(const File& file, std::string_view bytes, const Progress& progress)
        : m_file(file)
        , m_bytes(bytes)
        , m_progress(progress)
        , m_damage(bytes)
        , m_framesLeft(kFramesPerByte * bytes.size())
    { }

    Result<Recording> read()
    {
        collect();
        if (m_texts.empty() || !m_texts.front().empty())
            return malformed("its table of texts is missing or damaged");
        if (auto done = findTypes(); !done)
            return done.error();
        readFunctions();
        readLocations();
        for (std::size_t i = 0; i < m_samples.size(); ++i) {
            if (i % kPollEvery == 0 && m_progress.cancelled())
                return Progress::cancelledError();
            addSample(m_samples[i]);
        }
        return build();
    }

private:
    static constexpr std::size_t kPollEvery = 4096;
    static constexpr std::uint64_t kFramesPerByte = 8; // of the file. Those of real profiles have less than one

    Error malformed(const std::string& what) const
    {
        const bool isAt = m_damage.at().has_value();
        return {ErrorKind::Malformed,
                m_file.path() + " is a damaged pprof profile: " + what + ". Save or copy it again.",
                isAt ? m_damage.at() : std::optional<std::uint64_t>(0)};
    }

    std::uint64_t offsetOf(std::string_view part) const
    {
        return static_cast<std::uint64_t>(part.data() - m_bytes.data());
    }

    /// Finds the parts of the profile. They may be in any order.
    void collect()
    {
        using pprof::Profile;
        for (WireReader reader(m_bytes, m_damage); reader.next();) {
            const std::uint32_t field = reader.field();
            if (!reader.isBytes()) {
                const bool isNumber
                    = (field >= Profile::kDropFramesFieldNumber && reader.isVarint()
                       && field <= Profile::kDocUrlFieldNumber && field != Profile::kPeriodTypeFieldNumber);
                m_unknown += isNumber ? 0 : reader.size();
            } else if (field == Profile::kSampleTypeFieldNumber) {
                m_types.push_back(readType(reader.bytes()));
            } else if (field == Profile::kSampleFieldNumber) {
                m_samples.push_back(reader.bytes());
            } else if (field == Profile::kMappingFieldNumber) {
                numbersOf<pprof::Mapping::kHasInlineFramesFieldNumber>(reader.bytes()); // only to find damage
            } else if (field == Profile::kLocationFieldNumber) {
                m_locationBytes.push_back(reader.bytes());
            } else if (field == Profile::kFunctionFieldNumber) {
                m_functionBytes.push_back(reader.bytes());
            } else if (field == Profile::kStringTableFieldNumber) {
                addText(reader.bytes());
            } else if (field == Profile::kPeriodTypeFieldNumber) {
                readType(reader.bytes());
            } else if (field == Profile::kCommentFieldNumber) {
                reader.forEachInt64([](std::int64_t) {});
            } else {
                m_unknown += reader.size();
            }
        }
    }

    void addText(std::string_view text)
    {
        if (!isValidUtf8(text)) // protobuf rejects others
            m_damage.note(text.data());
        m_texts.push_back(text);
    }

    /// The numbers of a message that has nothing but the numbers 1 to `last`, by field. Other fields count as unknown:
    /// damage may have turned something else into the message.
    template <std::uint32_t last>
    std::array<std::int64_t, last + 1> numbersOf(std::string_view bytes)
    {
        std::array<std::int64_t, last + 1> numbers{};
        for (WireReader reader(bytes, m_damage); reader.next();) {
            if (reader.isVarint() && reader.field() <= last)
                numbers[reader.field()] = reader.int64();
            else
                m_unknown += reader.size();
        }
        return numbers;
    }

    SampleType readType(std::string_view bytes)
    {
        const auto numbers = numbersOf<pprof::ValueType::kUnitFieldNumber>(bytes);
        return {numbers[pprof::ValueType::kTypeFieldNumber], numbers[pprof::ValueType::kUnitFieldNumber]};
    }

    std::string_view textAt(std::int64_t position)
    {
        if (position >= 0 && static_cast<std::uint64_t>(position) < m_texts.size())
            return m_texts[static_cast<std::size_t>(position)];
        m_recording.warnings.add("dangling-text", "Names are missing in the table of texts.");
        return {};
    }

    Result<void> findTypes()
    {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < m_types.size(); ++i) {
            const std::string_view name = textAt(m_types[i].type);
            const std::string_view unit = textAt(m_types[i].unit);
            if (name.empty() || unit.empty()) // the texts are the last part of the file, so a cut removes them first
                return malformed("the names of its types are missing");
            all.push_back(printable(name) + framed(" (", printable(unit), ")"));
            if (name == "allocations" && unit == "count")
                m_countAt = i;
            if (name == "space" && unit == "bytes")
                m_sizeAt = i;
        }
        if (m_countAt && m_sizeAt)
            return {};
        if (m_damage || m_unknown > 0 || all.empty())
            return malformed("its types are missing");
        return Error{ErrorKind::Unsupported,
                     m_file.path() + " is a pprof profile of other things: " + joined(all, ", ")
                         + ". Tidemark reads the profiles of JAX's device memory, which have allocations (count) and "
                           "space (bytes). go tool pprof shows all.",
                     std::nullopt};
    }

    void readFunctions()
    {
        using pprof::Function;
        for (const std::string_view bytes : m_functionBytes) {
            const auto numbers = numbersOf<Function::kStartLineFieldNumber>(bytes);
            const std::int64_t name = numbers[Function::kNameFieldNumber];
            const TextId file = m_recording.names.text(textAt(numbers[Function::kFilenameFieldNumber]));
            const Frame frame{
                file, m_recording.names.text(textAt(name != 0 ? name : numbers[Function::kSystemNameFieldNumber])), 0};
            const auto id = static_cast<std::uint64_t>(numbers[Function::kIdFieldNumber]);
            if (!m_functions.emplace(id, frame).second)
                warnOfRepeated(bytes);
        }
    }

    void warnOfRepeated(std::string_view bytes)
    {
        m_recording.warnings.add("repeated-id", "The profile uses an id twice, so stacks may be wrong.",
                                 offsetOf(bytes));
    }

    void readLocations()
    {
        using pprof::Location;
        for (const std::string_view bytes : m_locationBytes) {
            std::uint64_t id = 0;
            FramesOfLocation frames{m_frames.size(), 0};
            for (WireReader reader(bytes, m_damage); reader.next();) {
                const std::uint32_t field = reader.field();
                if (field == Location::kLineFieldNumber && reader.isBytes())
                    m_frames.push_back(readFrame(reader.bytes()));
                else if (field == Location::kIdFieldNumber && reader.isVarint())
                    id = reader.uint64();
                else if (!reader.isVarint() || field == Location::kLineFieldNumber
                         || field > Location::kIsFoldedFieldNumber)
                    m_unknown += reader.size();
            }
            frames.count = m_frames.size() - frames.begin;
            if (!m_locations.emplace(id, frames).second)
                warnOfRepeated(bytes);
        }
    }

    FrameId readFrame(std::string_view bytes)
    {
        const auto numbers = numbersOf<pprof::Line::kColumnFieldNumber>(bytes);
        const auto function = static_cast<std::uint64_t>(numbers[pprof::Line::kFunctionIdFieldNumber]);
        const std::int64_t line = numbers[pprof::Line::kLineFieldNumber];
        Frame frame;
        const auto known = m_functions.find(function);
        if (known != m_functions.end())
            frame = known->second;
        else
            m_recording.warnings.add("dangling-id", "Functions or places of stacks are missing in the profile.",
                                     offsetOf(bytes));
        constexpr std::int64_t kLastLine = 0xffffffff;
        if (line < 0 || line > kLastLine)
            m_recording.warnings.add("unreadable-line", "Numbers of lines are damaged and not shown.", offsetOf(bytes));
        else
            frame.line = static_cast<std::uint32_t>(line);
        return m_recording.names.frame(frame);
    }

    RawSample readSample(std::string_view bytes)
    {
        using pprof::Sample;
        RawSample sample;
        for (WireReader reader(bytes, m_damage); reader.next();) {
            const std::uint32_t field = reader.field();
            const bool isNumbers = reader.isBytes() || reader.isVarint();
            if (field == Sample::kLocationIdFieldNumber && isNumbers)
                reader.forEachInt64(
                    [&](std::int64_t id) { sample.locations.push_back(static_cast<std::uint64_t>(id)); });
            else if (field == Sample::kValueFieldNumber && isNumbers)
                reader.forEachInt64([&](std::int64_t value) { sample.values.push_back(value); });
            else if (field == Sample::kLabelFieldNumber && reader.isBytes())
                readLabel(reader.bytes(), sample);
            else
                m_unknown += reader.size();
        }
        return sample;
    }

    void readLabel(std::string_view bytes, RawSample& sample)
    {
        using pprof::Label;
        const auto numbers = numbersOf<Label::kNumUnitFieldNumber>(bytes);
        const std::string_view name = textAt(numbers[Label::kKeyFieldNumber]);
        if (name != "kind" && name != "device")
            return;
        TextId& into = name == "kind" ? sample.kind : sample.device;
        if (into)
            m_recording.warnings.add("repeated-label", "A sample has a label twice; the last one counts.",
                                     offsetOf(bytes));
        const std::int64_t text = numbers[Label::kStrFieldNumber];
        into = m_recording.names.text(text != 0 ? textAt(text) : numberLabel(name, numbers[Label::kNumFieldNumber]));
    }

    /// A label may be a number instead of a text.
    static std::string numberLabel(std::string_view name, std::int64_t number)
    {
        return (name == "device" ? "device " : "") + std::to_string(number);
    }

    void addSample(std::string_view bytes)
    {
        const RawSample sample = readSample(bytes);
        if (sample.values.size() != m_types.size()) {
            warnOfSample("does not have one value for each type", bytes);
            return;
        }
        Block block;
        block.size = sample.values[*m_sizeAt];
        block.count = sample.values[*m_countAt];
        if (block.size < 0 || block.count < 0 || block.size > kMostOfProfile || block.count > kMostOfProfile) {
            warnOfSample("has an impossible value", bytes);
            return;
        }
        std::int64_t& sum = m_sums[sample.device];
        if (sum > kMostOfProfile - block.size) {
            warnOfSample("has an impossible value", bytes);
            return;
        }
        sum += block.size;
        if (!sample.device && m_recording.names.textOf(sample.kind) != "executable")
            m_recording.warnings.add("sample-without-device", "Samples do not name their device.", offsetOf(bytes));
        Asker asker;
        asker.stack = stackOf(sample.locations, bytes);
        asker.purpose = sample.kind;
        block.asker = m_recording.names.asker(asker);
        m_blocks[sample.device].push_back(block);
    }

    void warnOfSample(const std::string& what, std::string_view bytes)
    {
        m_recording.warnings.addNamed("unreadable-sample", "A sample " + what + " and is left out.", offsetOf(bytes));
    }

    StackId stackOf(const std::vector<std::uint64_t>& locations, std::string_view bytes)
    {
        m_stack.clear();
        for (const std::uint64_t id : locations) {
            const auto known = m_locations.find(id);
            if (known == m_locations.end()) {
                m_recording.warnings.add("dangling-id", "Functions or places of stacks are missing in the profile.",
                                         offsetOf(bytes));
                continue;
            }
            const auto [begin, count] = known->second;
            if (count > m_framesLeft) {
                m_recording.warnings.add("long-stacks", "The stacks are far larger than the file; not all are shown.",
                                         offsetOf(bytes));
                break;
            }
            m_framesLeft -= count;
            const auto first = m_frames.begin() + static_cast<std::ptrdiff_t>(begin);
            m_stack.insert(m_stack.end(), first, first + static_cast<std::ptrdiff_t>(count));
        }
        return m_recording.names.stack(m_stack);
    }

    Result<Recording> build()
    {
        if (m_samples.empty() && (m_damage || m_unknown > 0))
            return malformed("no sample can be read");
        Warnings& warnings = m_recording.warnings;
        if (m_damage)
            warnings.add("damaged-profile", "The profile is cut off or damaged; samples may be missing or wrong.",
                         m_damage.at());
        if (m_unknown > 0)
            warnings.add("unknown-fields",
                         "The profile has " + counted(m_unknown, "byte")
                             + " in unknown fields; their content is not shown.");
        const std::size_t devices = m_blocks.size() - m_blocks.count({});
        if (devices == 1 && m_blocks.contains({})) {
            const std::vector<Block> programs = std::move(m_blocks.extract(TextId()).mapped());
            std::vector<Block>& blocks = m_blocks.begin()->second;
            blocks.insert(blocks.end(), programs.begin(), programs.end());
        } else if (devices > 0 && m_sums[{}] == 0) {
            m_blocks.erase(TextId());
        }
        for (auto& [device, blocks] : m_blocks) {
            MemoryRecording& memory = m_recording.memories.emplace_back();
            memory.name = device ? std::string(m_recording.names.textOf(device)) : "executables";
            memory.atEnd = std::move(blocks);
        }
        std::ranges::stable_sort(m_recording.memories, {},
                                 [](const MemoryRecording& memory) { return naturalKey(memory.name); });
        m_recording.format = "JAX device memory profile";
        return std::move(m_recording);
    }

    const File& m_file;
    std::string_view m_bytes;
    const Progress& m_progress;
    Damage m_damage;
    std::uint64_t m_unknown = 0; // number of bytes in unknown fields
    std::vector<SampleType> m_types;
    std::optional<std::size_t> m_countAt; // positions in m_types
    std::optional<std::size_t> m_sizeAt;
    std::vector<std::string_view> m_samples;
    std::vector<std::string_view> m_locationBytes;
    std::vector<std::string_view> m_functionBytes;
    std::vector<std::string_view> m_texts;
    std::unordered_map<std::uint64_t, Frame> m_functions; // frames without a line
    std::unordered_map<std::uint64_t, FramesOfLocation> m_locations;
    std::vector<FrameId> m_frames; // of all locations
    std::vector<FrameId> m_stack; // of the current sample
    std::uint64_t m_framesLeft; // bounds the work for a file whose samples repeat a long location
    std::map<TextId, std::vector<Block>> m_blocks; // by device
    std::map<TextId, std::int64_t> m_sums;
    Recording m_recording;
};

/// Returns whether a message has one or two numbers, of which the unit is one. That is a ValueType.
bool isSampleType(std::string_view message)
{
    Damage damage(message);
    bool hasUnit = false;
    for (WireReader reader(message, damage); reader.next();) {
        if (!reader.isVarint() || reader.field() > pprof::ValueType::kUnitFieldNumber)
            return false;
        hasUnit = hasUnit || reader.field() == pprof::ValueType::kUnitFieldNumber;
    }
    return hasUnit && !damage;
}

} // namespace

bool isHeapProfile(std::string_view start)
{
    constexpr std::uint64_t kMostOfType = 22; // two tags and two numbers
    const auto head = readFieldHead(start.data(), start.data() + start.size());
    if (!head || head->field != pprof::Profile::kSampleTypeFieldNumber || head->type != WireType::Bytes
        || head->size > kMostOfType)
        return false;
    const auto at = static_cast<std::size_t>(head->next - start.data());
    return head->size <= start.size() - at && isSampleType(start.substr(at, static_cast<std::size_t>(head->size)));
}

Result<Recording> readHeapProfile(const File& file, const Progress& progress)
{
    if (progress.cancelled())
        return Progress::cancelledError();
    progress.at(0, file.size(), Progress::Unit::Bytes, Progress::reading(file.path()));
    const auto bytes = Bytes::read(file, 0, file.size());
    if (!bytes)
        return bytes.error();
    return HeapProfileReader(file, (*bytes)->view(), progress).read();
}

} // namespace tidemark::history
