#include "core/xla/plan/mlir_types.h"

#include <algorithm>
#include <array>
#include <bit>

namespace tidemark::xla {
namespace {

// Section numbers.
constexpr std::uint8_t kStrings = 0;
constexpr std::uint8_t kDialects = 1;
constexpr std::uint8_t kEntries = 2;
constexpr std::uint8_t kOffsets = 3;
constexpr std::size_t kSections = 16;

// Compilers write less than these limits. Larger ones are rejected, because these entries are read many times.
constexpr std::size_t kMostEntries = 256;
constexpr std::size_t kLongestShape = 64;

// Codes of builtin attributes and types.
constexpr std::uint64_t kArrayAttr = 0;
constexpr std::uint64_t kDictionaryAttr = 1;
constexpr std::uint64_t kStringAttr = 2;
constexpr std::uint64_t kTypeAttr = 6;
constexpr std::uint64_t kIntegerAttr = 8;
constexpr std::uint64_t kIntegerType = 0;
constexpr std::uint64_t kFunctionType = 2;
constexpr std::uint64_t kMemRefWithSpace = 11;

struct FloatType {
    std::uint64_t code;
    const char* name;
    std::int64_t bits;
};

constexpr std::array kFloats
    = {FloatType{3, "bf16", 16}, FloatType{4, "f16", 16}, FloatType{5, "f32", 32}, FloatType{6, "f64", 64}};

std::int64_t withSign(std::uint64_t zigzag)
{
    return static_cast<std::int64_t>(zigzag >> 1) ^ -static_cast<std::int64_t>(zigzag & 1);
}

} // namespace

/// Reads numbers from bytes. After the end all numbers are 0, and isDamaged() is true.
class MlirTypes::Reader
{
public:
    explicit Reader(std::string_view bytes)
        : m_rest(bytes)
    { }

    bool isAtEnd() const { return m_rest.empty(); }
    bool isDamaged() const { return m_isDamaged; }

    std::uint8_t byte() { return m_rest.empty() ? fail() : static_cast<std::uint8_t>(take(1)[0]); }
    std::string_view take(std::uint64_t size)
    {
        if (size > m_rest.size()) {
            m_isDamaged = true;
            size = m_rest.size();
        }
        const std::string_view taken = m_rest.substr(0, size);
        m_rest.remove_prefix(taken.size());
        return taken;
    }
    /// The number of trailing zero bits in the first byte is the number of further bytes.
    std::uint64_t number()
    {
        if (m_rest.empty())
            return fail();
        const auto first = static_cast<std::uint8_t>(m_rest[0]);
        constexpr std::size_t kWhole = 8;
        const auto more = static_cast<std::size_t>(std::countr_zero(first)); // 8: the number is in the next 8 bytes
        const std::string_view bytes = take(more == kWhole ? kWhole + 1 : more + 1);
        std::uint64_t value = 0;
        for (std::size_t i = bytes.size(); i-- > (more == kWhole ? 1 : 0);)
            value = (value << 8) | static_cast<std::uint8_t>(bytes[i]);
        return more == kWhole ? value : value >> (more + 1);
    }
    /// Reads the number of elements that follow. Each takes at least a byte.
    std::uint64_t count()
    {
        const std::uint64_t count = number();
        if (count > m_rest.size()) {
            m_isDamaged = true;
            return 0;
        }
        return count;
    }
    std::string_view textTo(char end)
    {
        const std::string_view text = take(std::min(m_rest.find(end), m_rest.size()));
        take(1);
        return text;
    }

private:
    std::uint8_t fail()
    {
        m_isDamaged = true;
        return 0;
    }

    std::string_view m_rest;
    bool m_isDamaged = false;
};

std::optional<MlirTypes> MlirTypes::read(std::string_view bytes)
{
    constexpr std::string_view kMagic = "ML\xefR";
    if (!bytes.starts_with(kMagic))
        return std::nullopt;
    Reader reader(bytes.substr(kMagic.size()));
    reader.number(); // the version
    reader.textTo('\0'); // the producer
    std::array<std::string_view, kSections> sections;
    while (!reader.isAtEnd() && !reader.isDamaged()) {
        const std::uint8_t id = reader.byte();
        const std::uint64_t size = reader.number();
        if ((id & 0x80) != 0) {
            // The section is padded to an alignment. The sections that are read here never are.
            reader.number();
            return std::nullopt;
        }
        const std::string_view section = reader.take(size);
        if (id < kSections)
            sections[id] = section;
    }
    MlirTypes result;
    Reader strings(sections[kStrings]);
    std::vector<std::uint64_t> lengths(strings.count());
    for (std::uint64_t& length : lengths)
        length = strings.number();
    std::ranges::reverse(lengths);
    for (const std::uint64_t length : lengths) {
        const std::string_view string = strings.take(length);
        result.m_strings.push_back(string.substr(0, string.empty() ? 0 : string.size() - 1)); // without the final 0
    }
    Reader dialects(sections[kDialects]);
    dialects.count();
    const bool isBuiltinFirst = result.string(dialects.number() >> 1) == "builtin";
    Reader offsets(sections[kOffsets]);
    Reader entries(sections[kEntries]);
    std::uint64_t attributes = offsets.number();
    std::uint64_t types = offsets.number();
    for (auto [left, into] : {std::pair(attributes, &result.m_attributes), std::pair(types, &result.m_types)})
        while (left > 0 && !offsets.isDamaged()) {
            const std::uint64_t dialect = offsets.number();
            const std::uint64_t group = std::min(left, offsets.count());
            for (std::uint64_t i = 0; i < group; ++i) {
                const std::uint64_t size = offsets.number();
                into->push_back({entries.take(size >> 1), (size & 1) != 0, dialect == 0 && isBuiltinFirst});
            }
            left -= group;
            if (group == 0)
                return std::nullopt;
        }
    if (reader.isDamaged() || strings.isDamaged() || offsets.isDamaged() || entries.isDamaged())
        return std::nullopt;
    return result;
}

MlirTypes::Reader MlirTypes::readerOf(const std::vector<Entry>& entries, std::uint64_t number, std::uint64_t code)
{
    if (number < entries.size() && entries[number].isCoded && entries[number].isBuiltin) {
        Reader reader(entries[number].bytes);
        if (reader.number() == code)
            return reader;
    }
    return Reader({});
}

std::string_view MlirTypes::text(std::uint64_t attribute) const
{
    if (attribute >= m_attributes.size() || m_attributes[attribute].isCoded)
        return {};
    const std::string_view bytes = m_attributes[attribute].bytes;
    return bytes.substr(0, bytes.find('\0'));
}

std::optional<std::int64_t> MlirTypes::integer(std::uint64_t attribute) const
{
    Reader reader = readerOf(m_attributes, attribute, kIntegerAttr);
    if (reader.isAtEnd())
        return std::nullopt;
    reader.number(); // its type
    const std::int64_t value = withSign(reader.number());
    return reader.isDamaged() ? std::nullopt : std::optional(value);
}

std::vector<std::uint64_t> MlirTypes::array(std::uint64_t attribute) const
{
    Reader reader = readerOf(m_attributes, attribute, kArrayAttr);
    if (reader.isAtEnd())
        return {};
    std::vector<std::uint64_t> elements(std::min(reader.count(), std::uint64_t{kMostEntries + 1}));
    if (elements.size() > kMostEntries)
        return {};
    for (std::uint64_t& element : elements)
        element = reader.number();
    return elements;
}

MlirTypes::Dictionary MlirTypes::dictionary(std::uint64_t attribute) const
{
    Reader reader = readerOf(m_attributes, attribute, kDictionaryAttr);
    Dictionary entries;
    const std::uint64_t count = reader.isAtEnd() ? 0 : reader.count();
    for (std::uint64_t left = count > kMostEntries ? 0 : count; left > 0 && !reader.isDamaged(); --left) {
        Reader name = readerOf(m_attributes, reader.number(), kStringAttr);
        const std::uint64_t value = reader.number();
        if (!name.isAtEnd())
            entries.emplace(string(name.number()), value);
    }
    return entries;
}

MlirTypes::Dictionary MlirTypes::dictionaryWith(std::string_view name) const
{
    for (std::uint64_t i = 0; i < m_attributes.size(); ++i)
        if (Dictionary entries = dictionary(i); entries.contains(name))
            return entries;
    return {};
}

std::vector<std::uint64_t> MlirTypes::inputs(std::uint64_t attribute) const
{
    Reader type = readerOf(m_attributes, attribute, kTypeAttr);
    Reader reader = readerOf(m_types, type.isAtEnd() ? m_types.size() : type.number(), kFunctionType);
    if (reader.isAtEnd())
        return {};
    std::vector<std::uint64_t> types(std::min(reader.count(), std::uint64_t{kMostEntries + 1}));
    if (types.size() > kMostEntries)
        return {};
    for (std::uint64_t& each : types)
        each = reader.number();
    return types;
}

std::optional<MlirTypes::Memory> MlirTypes::memory(std::uint64_t type) const
{
    Reader reader = readerOf(m_types, type, kMemRefWithSpace);
    if (reader.isAtEnd())
        return std::nullopt;
    Memory memory;
    memory.space = text(reader.number());
    memory.dimensions.resize(std::min(reader.count(), std::uint64_t{kLongestShape + 1}));
    if (memory.dimensions.size() > kLongestShape)
        return std::nullopt;
    for (std::int64_t& dimension : memory.dimensions)
        dimension = withSign(reader.number());
    const std::uint64_t element = reader.number();
    const auto is = [&](std::uint64_t code) {
        return element < m_types.size() && m_types[element].isCoded && m_types[element].isBuiltin
            && Reader(m_types[element].bytes).number() == code;
    };
    if (is(kIntegerType)) {
        Reader integer = readerOf(m_types, element, kIntegerType);
        memory.bits = static_cast<std::int64_t>(std::min<std::uint64_t>(integer.number() >> 2, 64));
        memory.element = "s" + std::to_string(memory.bits);
    } else if (const auto known = std::ranges::find_if(kFloats, is, &FloatType::code); known != kFloats.end()) {
        memory.element = known->name;
        memory.bits = known->bits;
    }
    return reader.isDamaged() || memory.bits <= 0 ? std::nullopt : std::optional(memory);
}

} // namespace tidemark::xla
