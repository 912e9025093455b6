#include "core/xla/plan/kernel_blocks.h"

#include "core/base/characters.h"
#include "core/base/find.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

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

/// Reads numbers from bytes. After the end all numbers are 0, and isDamaged() is true.
class MlirReader
{
public:
    explicit MlirReader(std::string_view bytes)
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
    /// Reads a list of numbers; empty if compilers would not write so many.
    std::vector<std::uint64_t> numbers()
    {
        const std::uint64_t size = count();
        std::vector<std::uint64_t> numbers(size > kMostEntries ? 0 : size);
        for (std::uint64_t& each : numbers)
            each = number();
        return numbers;
    }
    void skipText()
    {
        take(std::min(m_rest.find('\0'), m_rest.size()));
        take(1);
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

/// The attributes and types of a module in MLIR bytecode, by their numbers. Its operations are not read. A request for
/// a missing entry or one of another kind returns an empty value. Refers to the bytes that it was read from.
class MlirTypes
{
public:
    using Dictionary = std::map<std::string_view, std::uint64_t>; // attributes by name

    /// Returns nothing for damaged bytes and for bytes that are no bytecode. Cost: linear in the bytes.
    static std::optional<MlirTypes> read(std::string_view bytes)
    {
        constexpr std::string_view kMagic = "ML\xefR";
        if (!bytes.starts_with(kMagic))
            return std::nullopt;
        MlirReader reader(bytes.substr(kMagic.size()));
        reader.number(); // the version
        reader.skipText(); // the producer
        std::array<std::string_view, kSections> sections;
        while (!reader.isAtEnd() && !reader.isDamaged()) {
            const std::uint8_t id = reader.byte();
            const std::uint64_t size = reader.number();
            if ((id & 0x80) != 0)
                return std::nullopt; // padded to an alignment, as the sections that are read here never are
            const std::string_view section = reader.take(size);
            if (id < kSections)
                sections[id] = section;
        }
        MlirTypes result;
        MlirReader strings(sections[kStrings]);
        std::vector<std::uint64_t> lengths(strings.count());
        for (std::uint64_t& length : lengths)
            length = strings.number();
        std::ranges::reverse(lengths);
        for (const std::uint64_t length : lengths) {
            const std::string_view string = strings.take(length);
            result.m_strings.push_back(string.substr(0, string.empty() ? 0 : string.size() - 1)); // without the final 0
        }
        MlirReader dialects(sections[kDialects]);
        dialects.count();
        const bool isBuiltinFirst = result.string(dialects.number() >> 1) == "builtin";
        MlirReader offsets(sections[kOffsets]);
        MlirReader entries(sections[kEntries]);
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

    /// The text of an attribute or type of another dialect.
    std::string_view text(std::uint64_t attribute) const
    {
        if (attribute >= m_attributes.size() || m_attributes[attribute].isCoded)
            return {};
        const std::string_view bytes = m_attributes[attribute].bytes;
        return bytes.substr(0, bytes.find('\0'));
    }
    std::optional<std::int64_t> integer(std::uint64_t attribute) const
    {
        MlirReader reader = readerOf(m_attributes, attribute, kIntegerAttr);
        if (reader.isAtEnd())
            return std::nullopt;
        reader.number(); // its type
        const std::int64_t value = withSign(reader.number());
        return reader.isDamaged() ? std::nullopt : std::optional(value);
    }
    std::vector<std::uint64_t> array(std::uint64_t attribute) const
    {
        MlirReader reader = readerOf(m_attributes, attribute, kArrayAttr);
        return reader.numbers();
    }
    Dictionary dictionary(std::uint64_t attribute) const
    {
        MlirReader reader = readerOf(m_attributes, attribute, kDictionaryAttr);
        Dictionary entries;
        const std::uint64_t count = reader.isAtEnd() ? 0 : reader.count();
        for (std::uint64_t left = count > kMostEntries ? 0 : count; left > 0 && !reader.isDamaged(); --left) {
            MlirReader name = readerOf(m_attributes, reader.number(), kStringAttr);
            const std::uint64_t value = reader.number();
            if (!name.isAtEnd())
                entries.emplace(string(name.number()), value);
        }
        return entries;
    }
    /// The first dictionary with an entry of that name.
    Dictionary dictionaryWith(std::string_view name) const
    {
        for (std::uint64_t i = 0; i < m_attributes.size(); ++i)
            if (Dictionary entries = dictionary(i); entries.contains(name))
                return entries;
        return {};
    }
    /// The argument types of a function, given the attribute that holds the function's type.
    std::vector<std::uint64_t> inputs(std::uint64_t attribute) const
    {
        MlirReader type = readerOf(m_attributes, attribute, kTypeAttr);
        MlirReader reader = readerOf(m_types, type.isAtEnd() ? m_types.size() : type.number(), kFunctionType);
        return reader.numbers();
    }

    struct Memory {
        std::vector<std::int64_t> dimensions;
        std::string element; // "bf16"
        std::int64_t bits = 0; // bits of an element
        std::string_view space; // "#tpu.memory_space<vmem>"
    };
    /// The memory space of a memref.
    std::optional<Memory> memory(std::uint64_t type) const
    {
        MlirReader reader = readerOf(m_types, type, kMemRefWithSpace);
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
                && MlirReader(m_types[element].bytes).number() == code;
        };
        if (is(kIntegerType)) {
            MlirReader integer = readerOf(m_types, element, kIntegerType);
            memory.bits = static_cast<std::int64_t>(std::min<std::uint64_t>(integer.number() >> 2, 64));
            memory.element = "s" + std::to_string(memory.bits);
        } else if (const auto known = std::ranges::find_if(kFloats, is, &FloatType::code); known != kFloats.end()) {
            memory.element = known->name;
            memory.bits = known->bits;
        }
        return reader.isDamaged() || memory.bits <= 0 ? std::nullopt : std::optional(memory);
    }

private:
    struct Entry {
        std::string_view bytes;
        bool isCoded = false; // true: in its dialect's encoding. False: as text
        bool isBuiltin = false;
    };

    std::string_view string(std::uint64_t number) const
    {
        return number < m_strings.size() ? m_strings[number] : std::string_view();
    }
    /// Returns a reader after the code of an attribute or type of the builtin dialect. The reader is at its end for any
    /// other entry.
    static MlirReader readerOf(const std::vector<Entry>& entries, std::uint64_t number, std::uint64_t code)
    {
        if (number < entries.size() && entries[number].isCoded && entries[number].isBuiltin) {
            MlirReader reader(entries[number].bytes);
            if (reader.number() == code)
                return reader;
        }
        return MlirReader({});
    }

    std::vector<std::string_view> m_strings;
    std::vector<Entry> m_attributes;
    std::vector<Entry> m_types;
};

using Dimensions = std::vector<std::int64_t>;

constexpr std::int64_t kLargest = std::int64_t{1} << 50; // bytes

std::string decodeBase64(std::string_view text)
{
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::size_t value = kDigits.find(c);
        if (value == kDigits.npos)
            break;
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        if (++count % 4 != 1)
            bytes.push_back(static_cast<char>((bits >> (6 - 2 * ((count - 1) % 4))) & 0xff));
    }
    return bytes;
}

/// Returns the decoded kernel in a custom call's configuration; empty when there is none.
std::string bytecodeIn(std::string_view backendConfig)
{
    constexpr std::string_view kConfig = "\"custom_call_config\":";
    constexpr std::string_view kBody = "\"body\":\"";
    const std::size_t config = backendConfig.find(kConfig);
    const std::size_t body = config == std::string_view::npos ? config : backendConfig.find(kBody, config);
    return body == std::string_view::npos ? std::string() : decodeBase64(backendConfig.substr(body + kBody.size()));
}

/// Returns the size rounded up to tiles; 0 for impossible sizes.
std::int64_t paddedBytes(Dimensions dimensions, std::int64_t bits)
{
    constexpr std::int64_t kLanes = 128;
    constexpr std::int64_t kRows = 8;
    constexpr std::int64_t kWord = 32;
    for (const std::int64_t size : dimensions)
        if (size <= 0 || size > kLargest)
            return 0;
    const auto roundUp = [](std::int64_t& size, std::int64_t to) { size = (size + to - 1) / to * to; };
    if (!dimensions.empty())
        roundUp(dimensions.back(), kLanes);
    if (dimensions.size() > 1)
        roundUp(dimensions[dimensions.size() - 2], kRows * std::max<std::int64_t>(1, kWord / bits));
    constexpr std::int64_t kBitsOfByte = 8;
    std::int64_t all = bits;
    for (const std::int64_t size : dimensions)
        if (__builtin_mul_overflow(all, size, &all) || all > kLargest * kBitsOfByte)
            return 0;
    return (all + kBitsOfByte - 1) / kBitsOfByte;
}

/// Returns the number of buffers of each window of the kernel; empty when it has no windows.
std::vector<std::int64_t> windowBuffers(const MlirTypes& mlir, const MlirTypes::Dictionary& kernel)
{
    std::vector<std::int64_t> buffers;
    const auto windows = kernel.find("window_params");
    if (windows == kernel.end())
        return buffers;
    for (const std::uint64_t window : mlir.array(windows->second)) {
        const MlirTypes::Dictionary entries = mlir.dictionary(window);
        const auto mode = entries.find("pipeline_mode");
        const bool isOne = mode != entries.end() && mlir.text(mode->second) == "#tpu.pipeline_mode<synchronous>";
        buffers.push_back(isOne ? 1 : 2);
    }
    return buffers;
}

std::int64_t numberIn(const MlirTypes& mlir, const MlirTypes::Dictionary& kernel, const char* key)
{
    const auto* const found = findValue(kernel, key);
    return found ? mlir.integer(*found).value_or(0) : 0;
}

} // namespace

std::vector<KernelBlock> kernelBlocks(std::string_view backendConfig)
{
    const std::string bytecode = bytecodeIn(backendConfig);
    const auto mlir = MlirTypes::read(bytecode);
    if (!mlir)
        return {};
    const MlirTypes::Dictionary kernel = mlir->dictionaryWith("window_params");
    const auto type = kernel.find("function_type");
    const std::vector<std::int64_t> buffers = windowBuffers(*mlir, kernel);
    const std::int64_t scalars = numberIn(*mlir, kernel, "scalar_prefetch");
    if (type == kernel.end() || buffers.empty() || scalars < 0)
        return {};
    // The inputs are the numbers of the grid, prefetched scalars, windows and scratch memory, in this order.
    std::int64_t position = -scalars;
    std::vector<KernelBlock> blocks;
    for (const std::uint64_t input : mlir->inputs(type->second)) {
        const auto memory = mlir->memory(input);
        if (!memory)
            continue;
        const std::int64_t at = position++;
        if (at < 0 || memory->space != "#tpu.memory_space<vmem>")
            continue;
        KernelBlock block;
        block.buffers = at < static_cast<std::int64_t>(buffers.size()) ? buffers[static_cast<std::size_t>(at)] : 1;
        block.bytes = block.buffers * paddedBytes(memory->dimensions, memory->bits);
        if (block.bytes <= 0)
            return {};
        block.shape = memory->element + "[" + joined(memory->dimensions, ",") + "]";
        blocks.push_back(std::move(block));
    }
    return blocks;
}

std::int64_t sizeOf(const std::vector<KernelBlock>& blocks)
{
    std::int64_t sum = 0;
    for (const KernelBlock& block : blocks)
        sum = std::min(kLargest, sum + block.bytes);
    return sum;
}

std::string textOf(const std::vector<KernelBlock>& blocks)
{
    return joined(blocks, ", ",
                  [](const KernelBlock& block) { return block.shape + (block.buffers > 1 ? " × 2" : ""); });
}

std::optional<Kernel> largestKernel(const HloModule& module)
{
    std::optional<Kernel> largest;
    for (const InstructionId instruction : module.customCalls()) {
        std::vector<KernelBlock> blocks = kernelBlocks(module.instruction(instruction).backendConfig);
        if (!blocks.empty() && (!largest || sizeOf(blocks) > sizeOf(largest->blocks)))
            largest = Kernel{instruction, std::move(blocks)};
    }
    return largest;
}

} // namespace tidemark::xla
