#include "core/tenstorrent/xla/embedded_profile.h"

#include "core/tenstorrent/xla/embedded_blocks.h"
#include "core/tenstorrent/xla/list_facts.h"
#include "core/tenstorrent/xla/tensor_facts.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <charconv>

namespace tidemark::ttxla {
namespace {

constexpr std::array<const char*, 3> kRangeKinds = {"const_eval", "execution", "session"};
constexpr std::array<const char*, 4> kOrigins = {"log", "lists", "report", "block_tables"};

// Bits of an operation's flags.
constexpr std::int64_t kCacheMiss = 1;
constexpr std::int64_t kWeight = 2;
constexpr std::int64_t kHasState = 4;

template <class Any>
std::int64_t placeOf(Any id)
{
    return id.isNone() ? -1 : static_cast<std::int64_t>(id.value);
}

std::int64_t flagsOf(const Operation& operation)
{
    return (operation.isCacheMiss ? kCacheMiss : 0) | (operation.isWeight ? kWeight : 0)
        | (operation.hasState ? kHasState : 0);
}

/// Writes the column of valueOf(i) for all i below `count`.
template <class ValueOf>
void writeColumn(JsonWriter& json, const char* name, std::size_t count, const ValueOf& valueOf)
{
    std::string text;
    for (std::size_t i = 0; i < count;) {
        const std::int64_t value = valueOf(i);
        std::size_t end = i + 1;
        while (end < count && valueOf(end) == value)
            ++end;
        text += (text.empty() ? "" : " ") + std::to_string(value);
        if (end - i > 1)
            text += '*' + std::to_string(end - i);
        i = end;
    }
    json.key(name).value(text);
}

void writeOperationColumns(JsonWriter& json, const Profile& profile)
{
    const auto& all = profile.operations;
    const auto column = [&](const char* name, auto valueOf) {
        writeColumn(json, name, all.size(), [&](std::size_t i) { return static_cast<std::int64_t>(valueOf(all[i])); });
    };
    json.key("operations").beginObject();
    column("facts", [](const Operation& each) { return placeOf(each.facts); });
    column("type", [](const Operation& each) { return placeOf(each.type); });
    column("const_eval", [](const Operation& each) { return placeOf(each.constEval); });
    column("line", [](const Operation& each) { return each.line; });
    column("index", [](const Operation& each) { return each.isListed() ? std::int64_t{each.index} : -1; });
    column("kind", [](const Operation& each) { return static_cast<int>(each.kind); });
    column("flags", flagsOf);
    json.endObject();
}

void writeStateColumns(JsonWriter& json, const Profile& profile)
{
    json.key("states").beginObject();
    for (std::size_t memory = 0; memory < kMemories; ++memory) {
        const auto column = [&](const char* name, auto member) {
            writeColumn(json, name, profile.states.size(),
                        [&](std::size_t i) { return std::int64_t{profile.states[i][memory].*member}; });
        };
        json.key(kMemoryNames[memory]).beginObject();
        column("banks", &BankState::banks);
        column("total", &BankState::total);
        column("allocated", &BankState::allocated);
        column("free", &BankState::free);
        column("largest", &BankState::largest);
        json.endObject();
    }
    json.endObject();
}

void writeFacts(JsonWriter& json, const OperationFacts& facts)
{
    json.beginObject().key("result").value(facts.result).key("results").value(facts.results);
    json.key("mlir_op").value(facts.name).key("loc").value(facts.loc).key("loc_line").value(facts.locLine);
    json.key("inputs").beginArray();
    for (const std::string& input : facts.inputs)
        json.value(input);
    json.endArray();
    const auto maybe = [&](const char* name, const std::optional<std::string>& words) {
        if (words)
            json.key(name).value(*words);
    };
    maybe("attributes", facts.attributes);
    maybe("input_types", facts.inputTypes);
    maybe("output_type", facts.outputType);
    writeTensorFacts(json, facts);
    json.endObject();
}

void writeShortage(JsonWriter& json, const OutOfMemory& shortage)
{
    json.beginObject().key("line").value(shortage.line).key("operation").value(shortage.operation);
    json.key("memory").value(shortage.memory ? static_cast<int>(*shortage.memory) : -1);
    json.key("buffer").value(shortage.buffer).key("bytes").value(shortage.bytes);
    json.key("banks").value(shortage.banks).key("per_bank").value(shortage.perBank);
    const auto maybe = [&](const char* name, const std::optional<std::int64_t>& number) {
        if (number)
            json.key(name).value(*number);
    };
    maybe("bank_size", shortage.bankSize);
    maybe("allocated", shortage.allocated);
    maybe("free", shortage.free);
    maybe("largest", shortage.largest);
    json.endObject();
}

template <class Items, class Write>
void writeList(JsonWriter& json, const char* name, const Items& items, const Write& write)
{
    json.key(name).beginArray();
    for (const auto& item : items)
        write(item);
    json.endArray();
}

/// Reads a written profile. The first damage ends the reading.
class RecordReader
{
public:
    RecordReader(const JsonSource& source, std::size_t most)
        : m_source(source)
        , m_root(source.root())
        , m_most(static_cast<std::int64_t>(most))
    { }

    /// Returns nullopt if the record is damaged.
    std::optional<Profile> read()
    {
        readHead();
        readFacts();
        readOperations();
        readStates();
        readRanges();
        readRest();
        if (!m_isWhole || !readBlocks(m_root, m_profile))
            return std::nullopt;
        m_profile.markLast();
        return std::move(m_profile);
    }

private:
    static constexpr std::int64_t kMostOfAll = INT64_MAX;

    void require(bool holds) { m_isWhole = m_isWhole && holds; }

    std::span<const LocatedJson> listOf(const char* name)
    {
        const LocatedJson* const list = m_root.find(name);
        require(list && list->type == LocatedJson::Type::Array);
        return JsonSource::list(list);
    }

    std::int64_t number(const LocatedJson& object, const char* name, std::int64_t least, std::int64_t most)
    {
        const std::int64_t value = object.find(name) ? integerOf(*object.find(name)) : INT64_MIN;
        require(least <= value && value <= most);
        return value;
    }
    static std::int64_t integerOf(const LocatedJson& value)
    {
        std::int64_t number = INT64_MIN;
        if (value.type == LocatedJson::Type::Number)
            std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
        return number;
    }
    std::optional<std::int64_t> numberIfAny(const LocatedJson& object, const char* name)
    {
        return object.find(name) ? std::optional(number(object, name, 0, kMostOfAll)) : std::nullopt;
    }

    /// Reads a column with one number for each operation, all from `least` to `most`.
    std::vector<std::int64_t> column(const LocatedJson* object, const char* name, std::int64_t least, std::int64_t most)
    {
        std::vector<std::int64_t> values;
        const LocatedJson* const text = object ? object->find(name) : nullptr;
        require(text && text->type == LocatedJson::Type::String);
        if (!m_isWhole)
            return values;
        const char* at = text->text.data();
        const char* const end = at + text->text.size();
        while (at < end && m_isWhole) {
            std::int64_t value = 0;
            std::int64_t times = 1;
            auto [read, error] = std::from_chars(at, end, value);
            require(error == std::errc() && least <= value && value <= most);
            if (m_isWhole && read < end && *read == '*') {
                const auto [after, fault] = std::from_chars(read + 1, end, times);
                require(fault == std::errc());
                read = after;
            }
            require(times > 0 && times <= m_count - static_cast<std::int64_t>(values.size()));
            require(read == end || *read == ' ');
            if (m_isWhole)
                values.insert(values.end(), static_cast<std::size_t>(times), value);
            at = read + 1;
        }
        require(static_cast<std::int64_t>(values.size()) == m_count);
        return values;
    }

    void readHead()
    {
        // Each operation takes at least one character of the text, because line numbers and list positions all differ.
        m_count = number(m_root, "count", 0, m_most);
        const auto* const origin = std::ranges::find(kOrigins, m_source.text(m_root, "origin"));
        require(origin != kOrigins.end());
        if (m_isWhole)
            m_profile.origin = static_cast<Origin>(origin - kOrigins.begin());
        m_profile.moment = m_source.truth(m_root, "is_after") ? Moment::After : Moment::Before;
        m_profile.name = m_source.text(m_root, "name");
        m_profile.rank = m_source.text(m_root, "rank");
        for (const LocatedJson& name : listOf("names"))
            m_profile.names.push_back(name.text);
    }

    void readFacts()
    {
        for (const LocatedJson& item : listOf("facts")) {
            OperationFacts facts = factsIn(m_source, item);
            facts.results = m_source.text(item, "results");
            facts.locLine = number(item, "loc_line", 0, kMostOfAll);
            m_profile.facts.push_back(std::move(facts));
        }
    }

    void readOperations()
    {
        const LocatedJson* const columns = m_root.find("operations");
        const auto lastName = static_cast<std::int64_t>(m_profile.names.size()) - 1;
        const auto facts = column(columns, "facts", -1, static_cast<std::int64_t>(m_profile.facts.size()) - 1);
        const auto types = column(columns, "type", -1, lastName);
        const auto graphs = column(columns, "const_eval", -1, lastName);
        const auto lines = column(columns, "line", 0, kMostOfAll);
        const auto indices = column(columns, "index", -1, UINT32_MAX - 1);
        const auto kinds = column(columns, "kind", 0, static_cast<int>(OperationKind::Snapshot));
        const auto flags = column(columns, "flags", 0, kCacheMiss | kWeight | kHasState);
        const auto idOf = [](std::int64_t place, auto none) {
            return place < 0 ? none : decltype(none)::at(static_cast<std::size_t>(place));
        };
        for (std::size_t i = 0; m_isWhole && i < static_cast<std::size_t>(m_count); ++i) {
            Operation operation;
            operation.facts = idOf(facts[i], FactsId{});
            operation.type = idOf(types[i], NameId{});
            operation.constEval = idOf(graphs[i], NameId{});
            operation.line = static_cast<std::uint64_t>(lines[i]);
            operation.index = indices[i] < 0 ? UINT32_MAX : static_cast<std::uint32_t>(indices[i]);
            operation.kind = static_cast<OperationKind>(kinds[i]);
            operation.isCacheMiss = (flags[i] & kCacheMiss) != 0;
            operation.isWeight = (flags[i] & kWeight) != 0;
            operation.hasState = (flags[i] & kHasState) != 0;
            m_profile.operations.push_back(operation);
        }
    }

    void readStates()
    {
        const LocatedJson* const all = m_root.find("states");
        m_profile.states.resize(m_profile.operations.size());
        for (std::size_t memory = 0; memory < kMemories; ++memory) {
            const LocatedJson* const columns = all ? all->find(kMemoryNames[memory]) : nullptr;
            const auto banks = column(columns, "banks", -1, INT32_MAX);
            const auto total = column(columns, "total", -1, kMostOfAll);
            const auto allocated = column(columns, "allocated", -1, kMostOfAll);
            const auto free = column(columns, "free", -1, kMostOfAll);
            const auto largest = column(columns, "largest", -1, kMostOfAll);
            for (std::size_t i = 0; m_isWhole && i < m_profile.states.size(); ++i) {
                BankState& state = m_profile.states[i][memory];
                state = {total[i], allocated[i], free[i], largest[i], static_cast<std::int32_t>(banks[i])};
                keepPossible(state, [this](std::string_view, std::string_view) { require(false); });
            }
        }
    }

    void readRanges()
    {
        for (const LocatedJson& item : listOf("ranges")) {
            const auto* const kind = std::ranges::find(kRangeKinds, m_source.text(item, "kind"));
            require(kind != kRangeKinds.end());
            const std::int64_t begin = number(item, "begin", 0, m_count);
            const std::int64_t end = number(item, "end", begin, m_count);
            const std::int64_t times = number(item, "number", 0, UINT32_MAX);
            if (!m_isWhole)
                return;
            m_profile.ranges.push_back({m_source.text(item, "name"), static_cast<RangeKind>(kind - kRangeKinds.begin()),
                                        static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                                        static_cast<std::uint32_t>(times)});
        }
        require(std::ranges::is_sorted(m_profile.ranges, {}, &Range::begin));
    }

    void readRest()
    {
        for (const LocatedJson& item : listOf("modules"))
            m_profile.modules.push_back({m_source.text(item, "stage"), m_source.text(item, "text"),
                                         static_cast<std::uint64_t>(number(item, "line", 0, kMostOfAll)),
                                         static_cast<std::uint32_t>(number(item, "operation", 0, m_count))});
        m_profile.inputs.isKnown = m_source.truth(m_root, "knows_inputs");
        for (const LocatedJson& item : listOf("inputs"))
            m_profile.inputs.entries.push_back({m_source.text(item, "ssa"), m_source.text(item, "name"),
                                                m_source.text(item, "type"), m_source.text(item, "shape"),
                                                m_source.text(item, "dtype"), number(item, "bytes", 0, kMostOfAll)});
        m_profile.weights.assign(m_profile.operations.size(), {});
        for (const LocatedJson& item : listOf("weights")) {
            const std::int64_t at = number(item, "operation", 0, m_count - 1);
            for (const LocatedJson& place : JsonSource::list(item.find("inputs"))) {
                const std::int64_t input = integerOf(place);
                require(input >= 0 && input < static_cast<std::int64_t>(m_profile.inputs.entries.size()));
                if (!m_isWhole)
                    return;
                m_profile.weights[static_cast<std::size_t>(at)].push_back(static_cast<std::uint32_t>(input));
            }
        }
        for (const LocatedJson& item : listOf("shortages"))
            readShortage(item);
        for (const LocatedJson& item : listOf("relations"))
            m_profile.relations.push_back(item.text);
        for (const LocatedJson& item : listOf("warnings")) {
            const auto offset = numberIfAny(item, "offset");
            m_profile.warnings.addApart({m_source.text(item, "code"), m_source.text(item, "text"),
                                         static_cast<std::uint64_t>(number(item, "count", 1, kMostOfAll)),
                                         offset ? std::optional(static_cast<std::uint64_t>(*offset)) : std::nullopt,
                                         numberIfAny(item, "memory")});
        }
    }

    void readShortage(const LocatedJson& item)
    {
        OutOfMemory shortage;
        shortage.line = static_cast<std::uint64_t>(number(item, "line", 0, kMostOfAll));
        shortage.operation = static_cast<std::uint32_t>(number(item, "operation", 0, m_count));
        const std::int64_t memory = number(item, "memory", -1, std::int64_t{kMemories} - 1);
        if (memory >= 0)
            shortage.memory = static_cast<Memory>(memory);
        shortage.buffer = m_source.text(item, "buffer");
        shortage.bytes = number(item, "bytes", 0, kMostOfAll);
        shortage.banks = number(item, "banks", 0, kMostOfAll);
        shortage.perBank = number(item, "per_bank", 0, kMostOfAll);
        std::int64_t all = 0;
        require(!__builtin_mul_overflow(shortage.banks, shortage.perBank, &all));
        shortage.bankSize = numberIfAny(item, "bank_size");
        shortage.allocated = numberIfAny(item, "allocated");
        shortage.free = numberIfAny(item, "free");
        shortage.largest = numberIfAny(item, "largest");
        m_profile.shortages.push_back(std::move(shortage));
    }

    const JsonSource& m_source;
    const LocatedJson& m_root;
    std::int64_t m_most; // upper limit for the number of operations
    std::int64_t m_count = 0;
    bool m_isWhole = true;
    Profile m_profile;
};

} // namespace

void writeEmbedded(JsonWriter& json, const Profile& profile)
{
    json.beginObject().key("origin").value(kOrigins[static_cast<std::size_t>(profile.origin)]);
    json.key("is_after").value(profile.moment == Moment::After);
    json.key("name").value(profile.name).key("rank").value(profile.rank);
    json.key("count").value(profile.operations.size());
    writeList(json, "names", profile.names, [&](const std::string& name) { json.value(name); });
    writeList(json, "facts", profile.facts, [&](const OperationFacts& facts) { writeFacts(json, facts); });
    writeOperationColumns(json, profile);
    writeStateColumns(json, profile);
    writeBlocks(json, profile);
    writeList(json, "ranges", profile.ranges, [&](const Range& range) {
        json.beginObject().key("name").value(range.name);
        json.key("kind").value(kRangeKinds[static_cast<std::size_t>(range.kind)]);
        json.key("begin").value(range.begin).key("end").value(range.end);
        json.key("number").value(range.number).endObject();
    });
    writeList(json, "modules", profile.modules, [&](const ModuleDump& module) {
        json.beginObject().key("stage").value(module.stage).key("text").value(module.text);
        json.key("line").value(module.line).key("operation").value(module.operation).endObject();
    });
    json.key("knows_inputs").value(profile.inputs.isKnown);
    writeList(json, "inputs", profile.inputs.entries, [&](const InputEntry& input) {
        json.beginObject().key("ssa").value(input.ssa).key("name").value(input.name);
        json.key("type").value(input.type).key("shape").value(input.shape);
        json.key("dtype").value(input.dtype).key("bytes").value(input.bytes).endObject();
    });
    json.key("weights").beginArray();
    for (std::size_t i = 0; i < profile.weights.size(); ++i)
        if (!profile.weights[i].empty()) {
            json.beginObject().key("operation").value(i);
            writeList(json, "inputs", profile.weights[i], [&](std::uint32_t place) { json.value(place); });
            json.endObject();
        }
    json.endArray();
    writeList(json, "shortages", profile.shortages, [&](const OutOfMemory& each) { writeShortage(json, each); });
    writeList(json, "relations", profile.relations, [&](const std::string& words) { json.value(words); });
    writeList(json, "warnings", profile.warnings.list(), [&](const Warning& warning) {
        json.beginObject().key("code").value(warning.code).key("text").value(warning.text);
        json.key("count").value(warning.count);
        if (warning.offset)
            json.key("offset").value(*warning.offset);
        if (warning.memory)
            json.key("memory").value(*warning.memory);
        json.endObject();
    });
    json.endObject();
}

Result<Profile> readEmbedded(const std::string& name, std::string text)
{
    const std::size_t most = text.size();
    Warnings warnings;
    const auto source = JsonSource::parse(name, std::move(text), warnings);
    if (!source)
        return source.error();
    auto profile = RecordReader(*source, most).read();
    if (!profile || !warnings.empty())
        return Error{ErrorKind::Malformed,
                     name + ": the data of the run in this page are damaged. Make the page again from the log.",
                     std::nullopt};
    return std::move(*profile);
}

} // namespace tidemark::ttxla
