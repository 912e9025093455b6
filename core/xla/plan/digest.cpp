#include "core/xla/plan/digest.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <array>
#include <bit>
#include <cstring>

namespace tidemark::xla {
namespace {

using proto::HloComputationProto;
using proto::HloModuleProto;

// Fields that no other code reads.
constexpr std::uint32_t kModuleAttributesField = 19; // of HloModuleProto: FrontendAttributes
constexpr std::uint32_t kInstructionAttributesField = 68; // of HloInstructionProto: FrontendAttributes
constexpr std::uint32_t kMapField = 1; // in both of these messages, and in a HloScheduleProto

/// A hash with two lanes of 64 bits that are multiplied and folded for each word. Long texts have four lanes of their
/// own, because a step of one lane waits for the step before. The final mix is that of MurmurHash3 (public domain).
class Hash
{
public:
    void add(std::uint64_t word)
    {
        m_a = step(m_a, word);
        m_b = std::rotl(m_b + word, 29) * 0xc2b2ae3d27d4eb4fULL;
        m_b ^= m_b >> 31;
    }
    /// Adds the number of bytes, too, so that the borders between texts count.
    void add(std::string_view bytes)
    {
        std::uint64_t word = bytes.size();
        add(word);
        if (bytes.size() >= kLongText)
            addBlocks(bytes);
        for (; bytes.size() >= sizeof word; bytes.remove_prefix(sizeof word)) {
            std::memcpy(&word, bytes.data(), sizeof word);
            add(word);
        }
        word = 0;
        if (!bytes.empty())
            std::memcpy(&word, bytes.data(), bytes.size());
        add(word);
    }
    void add(Digest digest)
    {
        add(digest.high);
        add(digest.low);
    }
    Digest result() const { return {mix(m_a + std::rotl(m_b, 17)), mix(m_b ^ std::rotl(m_a, 43))}; }

private:
    static constexpr std::size_t kLongText = 128;

    static std::uint64_t step(std::uint64_t lane, std::uint64_t word)
    {
        lane = (lane ^ word) * 0x9e3779b97f4a7c15ULL;
        return lane ^ lane >> 32;
    }
    /// Adds the blocks of four words and removes them from the text.
    void addBlocks(std::string_view& bytes)
    {
        std::array<std::uint64_t, 4> lanes
            = {0xa4093822299f31d0ULL, 0x082efa98ec4e6c89ULL, 0x452821e638d01377ULL, 0xbe5466cf34e90c6cULL};
        std::array<std::uint64_t, 4> words = {};
        for (; bytes.size() >= sizeof words; bytes.remove_prefix(sizeof words)) {
            std::memcpy(words.data(), bytes.data(), sizeof words);
            for (std::size_t i = 0; i < lanes.size(); ++i)
                lanes[i] = step(lanes[i], words[i]);
        }
        for (const std::uint64_t lane : lanes)
            add(lane);
    }
    static std::uint64_t mix(std::uint64_t word)
    {
        word = (word ^ word >> 33) * 0xff51afd7ed558ccdULL;
        word = (word ^ word >> 33) * 0xc4ceb9fe1a85ec53ULL;
        return word ^ word >> 33;
    }

    std::uint64_t m_a = 0x243f6a8885a308d3ULL;
    std::uint64_t m_b = 0x13198a2e03707344ULL;
};

/// Adds a map. The order of its entries does not count.
void addMap(std::string_view body, Damage& damage, Hash& hash)
{
    Digest sum;
    Hash rest;
    for (WireReader reader(body, damage); reader.next();) {
        if (reader.field() != kMapField || !reader.isBytes()) {
            rest.add(reader.field());
            rest.add(reader.isBytes() ? reader.bytes() : std::string_view());
            rest.add(reader.uint64());
            continue;
        }
        Hash entry;
        entry.add(reader.bytes());
        const Digest digest = entry.result();
        sum.high += digest.high;
        sum.low += digest.low;
    }
    hash.add(sum);
    hash.add(rest.result());
}

/// Adds the bytes of a message, except for the fields that `addSpecial` adds itself. It returns false for fields that
/// are added as bytes.
template <class F>
void addFields(std::string_view message, Damage& damage, Hash& hash, F addSpecial)
{
    constexpr std::size_t kNextField = std::string_view::npos;
    std::size_t done = 0;
    for (WireReader reader(message, damage); reader.next();) {
        done = done == kNextField ? reader.offset() : done;
        Hash special;
        if (!addSpecial(reader, special))
            continue;
        hash.add(message.substr(done, reader.offset() - done));
        hash.add(reader.field());
        hash.add(special.result());
        done = kNextField;
    }
    hash.add(done == kNextField ? std::string_view() : message.substr(done));
}

void addInstruction(std::string_view instruction, Damage& damage, Hash& hash)
{
    addFields(instruction, damage, hash, [&](const WireReader& field, Hash& special) {
        const bool isMap = field.field() == kInstructionAttributesField && field.isBytes();
        if (isMap)
            addMap(field.bytes(), damage, special);
        return isMap;
    });
}

void addComputation(std::string_view computation, Damage& damage, Hash& hash)
{
    addFields(computation, damage, hash, [&](const WireReader& field, Hash& special) {
        const bool isInstruction = field.field() == HloComputationProto::kInstructionsFieldNumber && field.isBytes();
        if (isInstruction)
            addInstruction(field.bytes(), damage, special);
        return isInstruction;
    });
}

void addModule(std::string_view module, Damage& damage, Hash& hash, const Progress& progress)
{
    addFields(module, damage, hash, [&](const WireReader& field, Hash& special) {
        if (field.field() == HloModuleProto::kIdFieldNumber && field.isVarint())
            return true;
        if (!field.isBytes())
            return false;
        if (field.field() == HloModuleProto::kComputationsFieldNumber) {
            if (!progress.cancelled())
                addComputation(field.bytes(), damage, special);
            return true;
        }
        const bool isMap
            = field.field() == HloModuleProto::kScheduleFieldNumber || field.field() == kModuleAttributesField;
        if (isMap)
            addMap(field.bytes(), damage, special);
        return isMap;
    });
}

/// A buffer assignment has no maps, so only its own fields are read. Damage deeper in it is not looked for.
void addAssignment(std::string_view assignment, Damage& damage, Hash& hash)
{
    addFields(assignment, damage, hash, [](const WireReader&, Hash&) { return false; });
}

constexpr std::uint64_t kMostKept = std::uint64_t{32} << 20;

/// Reads a part and keeps its bytes in it. Null if there is no part.
Result<std::shared_ptr<const Bytes>> keepBytes(ByteRanges& part)
{
    if (part.empty())
        return std::shared_ptr<const Bytes>();
    auto bytes = Bytes::read(part);
    if (bytes)
        part.front().bytes = *bytes;
    return bytes;
}

bool areEqual(const std::shared_ptr<const Bytes>& a, const std::shared_ptr<const Bytes>& b)
{
    return (!a && !b) || (a && b && a->view() == b->view());
}

} // namespace

Result<Digest> digestOf(const HloParts& parts, const Progress& progress)
{
    Hash hash;
    for (const ByteRanges* const part : {&parts.module, &parts.assignment}) {
        const auto bytes = readHloPart(*part);
        if (!bytes)
            return bytes.error();
        Damage damage((*bytes)->view(), part->empty() ? 0 : part->front().range.offset);
        if (part == &parts.module)
            addModule((*bytes)->view(), damage, hash, progress);
        else
            addAssignment((*bytes)->view(), damage, hash);
        if (progress.cancelled())
            return Progress::cancelledError();
        if (damage)
            return damagedError("The HLO", damage, ". Capture or copy the profile again.");
    }
    return hash.result();
}

Result<Digest> Digests::of(const HloParts& parts)
{
    const Sizes sizes(sizeOf(parts.module), sizeOf(parts.assignment));
    const std::uint64_t size = sizes.first + sizes.second;
    if (size > kMostKept || parts.module.size() > 1 || parts.assignment.size() > 1)
        return digestOf(parts);
    HloParts read = parts;
    const auto module = keepBytes(read.module);
    if (!module)
        return module.error();
    const auto assignment = keepBytes(read.assignment);
    if (!assignment)
        return assignment.error();
    std::shared_ptr<const Program> known;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_programs.find(sizes); found != m_programs.end())
            known = found->second;
    }
    if (known && areEqual(known->module, *module) && areEqual(known->assignment, *assignment))
        return known->digest;
    const auto digest = digestOf(read);
    if (!digest)
        return digest;
    const std::lock_guard lock(m_mutex);
    if (m_kept + size <= kMostKept
        && m_programs.try_emplace(sizes, std::make_shared<Program>(Program{*module, *assignment, *digest})).second)
        m_kept += size;
    return digest;
}

} // namespace tidemark::xla
