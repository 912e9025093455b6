#include "core/history/allocator_event_decoder.h"

#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "proto/xplane.pb.h"

#include <array>
#include <limits>
#include <optional>

namespace tidemark::history {
namespace {

using proto::XEvent;
using proto::XStat;

/// More bytes than any memory has. Sums of a few such numbers still fit.
constexpr std::int64_t kMostOfAllocator = std::int64_t{1} << 60;

/// The names that TensorFlow's DataTypeString() gives and XProf prints, by the number of the type. Source: types.proto
/// of TensorFlow.
constexpr std::array<std::string_view, 33> kTensorTypes = {"",
                                                           "float",
                                                           "double",
                                                           "int32",
                                                           "uint8",
                                                           "int16",
                                                           "int8",
                                                           "string",
                                                           "complex64",
                                                           "int64",
                                                           "bool",
                                                           "qint8",
                                                           "quint8",
                                                           "qint32",
                                                           "bfloat16",
                                                           "qint16",
                                                           "quint16",
                                                           "uint16",
                                                           "complex128",
                                                           "half",
                                                           "resource",
                                                           "variant",
                                                           "uint32",
                                                           "uint64",
                                                           "float8_e5m2",
                                                           "float8_e4m3fn",
                                                           "float8_e4m3fnuz",
                                                           "float8_e4m3b11fnuz",
                                                           "float8_e5m2fnuz",
                                                           "int4",
                                                           "uint4",
                                                           "int2",
                                                           "uint2"};
constexpr std::int64_t kReferenceTypes = 100; // the numbers of types of references are this much higher

/// Empty for an unknown type, and for 0, which means that there is none.
std::string tensorType(std::int64_t number)
{
    const bool isReference = number > kReferenceTypes;
    const std::int64_t type = isReference ? number - kReferenceTypes : number;
    if (type <= 0 || type >= static_cast<std::int64_t>(kTensorTypes.size()))
        return {};
    return std::string(kTensorTypes[static_cast<std::size_t>(type)]) + (isReference ? "_ref" : "");
}

} // namespace

enum class AllocatorEventDecoder::Fact : std::uint8_t {
    Unnamed, // the plane has no name for the stat
    Other, // not read
    Allocator,
    IndexOnHost,
    DeviceOrdinal,
    Stack,
    Heap,
    Free,
    Peak,
    Requested,
    Size,
    Address,
    Op,
    Step,
    Purpose,
    Type,
    Shape,
};

struct AllocatorEventDecoder::Value {
    enum class Kind : std::uint8_t { None, Number, Fraction, Text, Reference, Bytes };

    std::uint64_t stat = 0; // id of the name
    Kind kind = Kind::None;
    std::uint64_t number = 0; // also the bytes of a fraction
    std::string_view text;
};

AllocatorEventDecoder::Fact AllocatorEventDecoder::factOf(std::string_view name)
{
    struct Named {
        std::string_view name;
        Fact fact;
    };
    constexpr std::array<Named, 15> kFacts = {{{"allocator_name", Fact::Allocator},
                                               {"index_on_host", Fact::IndexOnHost},
                                               {"device_ordinal", Fact::DeviceOrdinal},
                                               {"bytes_reserved", Fact::Stack},
                                               {"bytes_allocated", Fact::Heap},
                                               {"bytes_available", Fact::Free},
                                               {"peak_bytes_in_use", Fact::Peak},
                                               {"requested_bytes", Fact::Requested},
                                               {"allocation_bytes", Fact::Size},
                                               {"addr", Fact::Address},
                                               {"tf_op", Fact::Op},
                                               {"group_id", Fact::Step},
                                               {"region_type", Fact::Purpose},
                                               {"data_type", Fact::Type},
                                               {"shape", Fact::Shape}}};
    for (const Named& each : kFacts)
        if (each.name == name)
            return each.fact;
    return Fact::Other;
}

AllocatorEventDecoder::AllocatorEventDecoder(const std::map<std::uint64_t, std::string>& statNames, Names& names)
    : m_statNames(statNames)
    , m_names(names)
{
    for (const auto& [id, name] : statNames)
        m_facts[id] = factOf(name);
}

AllocatorFacts AllocatorEventDecoder::decode(std::string_view event)
{
    AllocatorFacts facts;
    std::uint32_t seen = 0; // one bit for each fact
    std::int64_t type = 0;
    Damage damage(event); // that of the event is counted by the reader of the line
    for (WireReader reader(event, damage); reader.next();) {
        if (reader.field() != XEvent::kStatsFieldNumber || !reader.isBytes())
            continue;
        Damage inside(reader.bytes());
        const Value value = readStat(reader.bytes(), inside);
        m_undecoded.damaged += inside ? 1U : 0U;
        const Fact fact = m_facts.valueOf(value.stat);
        if (fact == Fact::Other)
            continue;
        if (fact == Fact::Unnamed) {
            ++m_undecoded.unnamed;
            continue;
        }
        const std::uint32_t bit = 1U << static_cast<std::uint32_t>(fact);
        m_undecoded.repeated += (seen & bit) != 0 ? 1U : 0U;
        seen |= bit;
        m_undecoded.unreadable += take(fact, value, facts) ? 0U : 1U;
        if (fact == Fact::Type && value.kind == Value::Kind::Number)
            type = static_cast<std::int64_t>(value.number);
    }
    facts.asker.shape = shapeText(type, facts.asker.shape);
    return facts;
}

AllocatorEventDecoder::Value AllocatorEventDecoder::readStat(std::string_view stat, Damage& damage)
{
    Value value;
    const auto set = [&](Value::Kind kind, std::uint64_t number, std::string_view text) {
        value.kind = kind;
        value.number = number;
        value.text = text;
    };
    for (WireReader reader(stat, damage); reader.next();) {
        const std::uint32_t field = reader.field();
        const bool isTextual = field == XStat::kStrValueFieldNumber || field == XStat::kBytesValueFieldNumber;
        const bool isDouble = field == XStat::kDoubleValueFieldNumber;
        if (isDouble && reader.type() == WireType::Fixed64)
            set(Value::Kind::Fraction, reader.fixed64(), {});
        else if (isTextual && reader.isBytes())
            set(field == XStat::kStrValueFieldNumber ? Value::Kind::Text : Value::Kind::Bytes, 0, reader.bytes());
        else if (field == XStat::kMetadataIdFieldNumber && reader.isVarint())
            value.stat = reader.uint64();
        else if (field == XStat::kRefValueFieldNumber && reader.isVarint())
            set(Value::Kind::Reference, reader.uint64(), {});
        else if ((field == XStat::kUint64ValueFieldNumber || field == XStat::kInt64ValueFieldNumber)
                 && reader.isVarint())
            set(Value::Kind::Number, reader.uint64(), {});
        else
            m_undecoded.unknownBytes += reader.size();
    }
    return value;
}

/// Stores a fact. Returns false for a value that it cannot have.
bool AllocatorEventDecoder::take(Fact fact, const Value& value, AllocatorFacts& facts)
{
    const bool isNumber = value.kind == Value::Kind::Number;
    const auto number = static_cast<std::int64_t>(value.number);
    const auto takeNumber = [&](std::int64_t& into, std::int64_t most) {
        const bool isPossible = isNumber && number >= 0 && number <= most;
        into = isPossible ? number : into;
        return isPossible;
    };
    switch (fact) {
    case Fact::Allocator:
        return takeText(value, facts.allocator);
    case Fact::Op:
        return takeText(value, facts.asker.op);
    case Fact::Purpose:
        return takeText(value, facts.asker.purpose);
    case Fact::Shape:
        return takeText(value, facts.asker.shape);
    case Fact::IndexOnHost:
        return takeNumber(facts.indexOnHost, std::numeric_limits<std::int32_t>::max());
    case Fact::DeviceOrdinal:
        return takeNumber(facts.deviceOrdinal, std::numeric_limits<std::int32_t>::max());
    case Fact::Stack:
        return takeNumber(facts.stack, kMostOfAllocator);
    case Fact::Heap:
        return takeNumber(facts.heap, kMostOfAllocator);
    case Fact::Free:
        return takeNumber(facts.free, kMostOfAllocator);
    case Fact::Peak:
        return takeNumber(facts.peak, kMostOfAllocator);
    case Fact::Requested:
        return takeNumber(facts.requested, kMostOfAllocator);
    case Fact::Size:
        return takeNumber(facts.size, kMostOfAllocator);
    case Fact::Step:
        return takeNumber(facts.step, std::numeric_limits<std::int32_t>::max());
    case Fact::Address:
        facts.address = isNumber ? value.number : facts.address;
        return isNumber;
    case Fact::Type:
        return isNumber;
    case Fact::Unnamed:
    case Fact::Other:
        break;
    }
    return true;
}

bool AllocatorEventDecoder::takeText(const Value& value, TextId& text)
{
    if (value.kind == Value::Kind::Text) {
        text = m_names.text(value.text);
        return isValidUtf8(value.text); // protobuf would reject others
    }
    if (value.kind != Value::Kind::Reference)
        return false;
    text = referredText(value.number);
    return !text.isNone() || m_statNames.contains(value.number);
}

TextId AllocatorEventDecoder::referredText(std::uint64_t id)
{
    if (const TextId known = m_references.valueOf(id))
        return known;
    const auto found = m_statNames.find(id);
    if (found == m_statNames.end())
        return {};
    return m_references[id] = m_names.text(found->second);
}

/// "float[1024,4096]"
TextId AllocatorEventDecoder::shapeText(std::int64_t type, TextId shape)
{
    if (type <= 0 || type > 2 * kReferenceTypes)
        return shape;
    TextId& text = m_shapes[static_cast<std::uint64_t>(type) << 32 | shape.value];
    if (!text)
        text = m_names.text(tensorType(type).append(m_names.textOf(shape)));
    return text;
}

} // namespace tidemark::history
