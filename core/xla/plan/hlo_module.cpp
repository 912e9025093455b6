#include "core/xla/plan/hlo_module.h"

#include "core/base/find.h"
#include "core/base/number.h"
#include "core/base/parallel.h"
#include "core/shapes/element_type.h"
#include "core/shapes/shape.h"
#include "core/wire/wire_reader.h"
#include "core/xla/plan/decode_context.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <utility>

namespace tidemark::xla {
namespace {

using proto::HloComputationProto;
using proto::HloInputOutputAliasProto;
using proto::HloInstructionProto;
using proto::HloModuleProto;
using proto::HloScheduleProto;
using proto::OpMetadata;
using proto::ProgramShapeProto;
using proto::StackFrameIndexProto;

constexpr std::string_view kKey = "\"used_scoped_memory_configs\":";

/// The JSON format of proto3 writes 64-bit integers as strings.
std::optional<std::int64_t> integer(const nlohmann::json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    if (found->is_number_integer())
        return found->get<std::int64_t>();
    return found->is_string() ? parseNumber(found->get_ref<const std::string&>()) : std::nullopt;
}

constexpr std::uint32_t kMapValueField = 2; // of an entry in any map
constexpr int kMany = 64; // an instruction with more fields is decoded once and kept

void readMetadata(std::string_view body, Damage& known, Instruction& result)
{
    for (WireReader metadata(body, known); metadata.next();) {
        metadata.store(OpMetadata::kOpNameFieldNumber, result.opName);
        metadata.store(OpMetadata::kSourceFileFieldNumber, result.sourceFile);
        metadata.storeInt32(OpMetadata::kSourceLineFieldNumber, result.sourceLine);
        metadata.storeInt32(OpMetadata::kStackFrameIdFieldNumber, result.stackFrame);
    }
}

/// Reads a serialized HloInstructionProto. Cost: one walk over its fields.
Instruction readInstruction(std::string_view bytes)
{
    Instruction result;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(bytes, known); reader.next();) {
        reader.store(HloInstructionProto::kNameFieldNumber, result.name);
        reader.store(HloInstructionProto::kOpcodeFieldNumber, result.opcode);
        reader.store(HloInstructionProto::kShapeFieldNumber, result.shape);
        reader.store(HloInstructionProto::kParameterNumberFieldNumber, result.parameterNumber);
        reader.store(HloInstructionProto::kBackendConfigFieldNumber, result.backendConfig);
        if (reader.field() == HloInstructionProto::kMetadataFieldNumber)
            readMetadata(reader.bytes(), known, result);
    }
    if (result.opcode == "parameter" && result.parameterNumber < 0)
        result.parameterNumber = 0; // proto3 leaves out 0
    return result;
}

/// Reads one text field of the instruction by its field number.
std::string_view readInstructionText(std::string_view bytes, std::uint32_t field)
{
    std::string_view result;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(bytes, known); reader.next();)
        reader.store(field, result);
    return result;
}

/// The tables decoded from some of the computations. Instructions are numbered from the first of these computations.
struct ComputationTables : ModuleTables {
    struct Parameter {
        std::int64_t number;
        InstructionId instruction;
    };

    IdVector<InstructionId, std::int64_t> numbers; // the file's; 0 for none
    std::vector<Parameter> allParameters; // of all computations

    /// Reserves room for the records that so many bytes are likely to hold.
    void reserve(std::size_t bytes)
    {
        constexpr std::size_t kLikelySize = 256; // of an instruction
        instructions.reserve(bytes / kLikelySize);
        numbers.reserve(bytes / kLikelySize);
    }
};

/// Returns whether a field of a HloModuleProto holds a computation.
bool isComputation(const WireReader& field)
{
    return field.field() == HloModuleProto::kComputationsFieldNumber && field.isBytes();
}

/// Reads computations. Several decoders may read parts of one module in parallel.
class ComputationDecoder
{
public:
    ComputationDecoder(DecodeContext& context, ComputationTables& part)
        : m_context(context)
        , m_part(part)
    { }

    /// `fields`: fields of a HloModuleProto, which are a part of the context's bytes. Fields other than computations
    /// are ignored.
    void read(std::string_view fields)
    {
        for (WireReader reader(fields, m_context.damage()); reader.next() && !m_context.isCancelled();)
            if (isComputation(reader))
                readComputation(reader.bytes());
    }

private:
    void readComputation(std::string_view body)
    {
        Computation computation;
        computation.begin = m_part.instructions.nextId();
        for (WireReader reader(body, m_context.damage()); reader.next() && !m_context.isCancelled();) {
            m_context.storeText(reader, HloComputationProto::kNameFieldNumber, computation.name);
            reader.store(HloComputationProto::kIdFieldNumber, computation.id);
            reader.store(HloComputationProto::kRootIdFieldNumber, computation.rootId);
            if (reader.field() == HloComputationProto::kInstructionsFieldNumber && reader.isBytes())
                addInstruction(reader.bytes(), m_context.ref(body, reader));
        }
        computation.end = m_part.instructions.nextId();
        m_part.computations.push_back(computation);
    }

    /// Fields are skipped, which the hardware prefetcher does not foresee. For each byte that is read, one some way
    /// ahead is prefetched.
    static void prefetchAhead(std::string_view body)
    {
        constexpr std::size_t kLine = 64;
        constexpr std::size_t kAhead = 1024; // bytes
        for (std::size_t at = 0; at < body.size() && at < kAhead; at += kLine)
            __builtin_prefetch(body.data() + at + kAhead); // prefetching past the end is harmless
    }

    void addInstruction(std::string_view body, FieldRef place)
    {
        std::int64_t id = 0;
        std::int64_t parameter = 0;
        std::string_view name;
        std::string_view opcode;
        std::string_view backendConfig;
        FieldRef shape;
        int fields = 0;
        prefetchAhead(body);
        for (WireReader reader(body, m_context.damage()); reader.next(); ++fields) {
            m_context.storeText(reader, HloInstructionProto::kNameFieldNumber, name);
            m_context.storeText(reader, HloInstructionProto::kOpcodeFieldNumber, opcode);
            reader.store(HloInstructionProto::kParameterNumberFieldNumber, parameter);
            reader.store(HloInstructionProto::kIdFieldNumber, id);
            reader.store(HloInstructionProto::kBackendConfigFieldNumber, backendConfig);
            switch (reader.field()) {
            case HloInstructionProto::kShapeFieldNumber:
                if (!reader.isBytes())
                    break;
                if (shape) // protobuf merges the two shapes
                    checkShapes(name, shape.in(m_context.bytes()), reader.bytes());
                shape = m_context.ref(body, reader);
                break;
            case HloInstructionProto::kMetadataFieldNumber:
                fields += checkMetadata(reader.bytes(), name);
                break;
            case HloInstructionProto::kCustomCallTargetFieldNumber:
                m_context.checkText(reader.bytes());
                break;
            case HloInstructionProto::kOperandIdsFieldNumber:
            case HloInstructionProto::kCalledComputationIdsFieldNumber:
                if (!arePackedVarints(reader.bytes()))
                    m_context.warn("damaged-operands",
                                   "The operands of the instruction " + quotedName(name)
                                       + " are damaged, so categories of buffers may be wrong.",
                                   reader.bytes());
                break;
            default:
                break;
            }
        }
        if (const auto whole = shape.in(m_context.bytes()); startsAsTuple(whole) && measureShape(whole).isDamaged)
            m_context.warn("damaged-instruction",
                           "The shape of the instruction " + quotedName(name)
                               + " are damaged, so categories of buffers may be wrong.",
                           whole);
        const InstructionId instruction = m_part.instructions.nextId();
        if (opcode == "parameter")
            m_part.allParameters.push_back({parameter, instruction});
        if (opcode == "custom-call")
            m_part.customCalls.push_back(instruction);
        if (!backendConfig.empty())
            readBackendConfig(name, backendConfig);
        m_part.instructions.push_back({place, shape});
        if (fields > kMany)
            m_part.wide.emplace(instruction, readInstruction(body));
        m_part.numbers.push_back(id);
    }

    /// Shapes of tuples are checked even if no buffer has them, because they define which values exist. Compilers write
    /// the type first.
    static bool startsAsTuple(std::string_view shape)
    {
        constexpr char kTypeTag = static_cast<char>(proto::ShapeProto::kElementTypeFieldNumber << 3);
        return shape.size() > 1 && shape[0] == kTypeTag && shape[1] == kTuple;
    }

    /// Checks both shapes of an instruction that has two. The last one counts, and is checked again with the memory
    /// plan.
    void checkShapes(std::string_view name, std::string_view first, std::string_view second)
    {
        if (measureShape(first).isDamaged || measureShape(second).isDamaged)
            m_context.warn("damaged-instruction", "The shape of the instruction " + quotedName(name) + " is damaged.",
                           first);
    }

    /// Returns the number of fields.
    int checkMetadata(std::string_view body, std::string_view name)
    {
        int fields = 0;
        Damage damage(m_context.bytes());
        for (WireReader reader(body, damage); reader.next(); ++fields)
            if (reader.field() == OpMetadata::kOpTypeFieldNumber || reader.field() == OpMetadata::kOpNameFieldNumber
                || reader.field() == OpMetadata::kSourceFileFieldNumber)
                m_context.checkText(reader.bytes());
        if (damage)
            m_context.warn("damaged-metadata",
                           "The framework's name and place of the instruction " + quotedName(name) + " are damaged.",
                           body);
        return fields;
    }

    void readBackendConfig(std::string_view name, std::string_view config)
    {
        const std::string_view array = scopedMemoryConfigs(config);
        if (array.empty())
            return;
        const auto [known, isNew] = m_scoped.try_emplace(array);
        if (isNew)
            known->second = usedScopedMemory(array);
        const std::optional<std::int64_t> bytes = known->second;
        if (bytes && (!m_part.scoped || *bytes > m_part.scoped->bytes))
            m_part.scoped = ScopedMemory{*bytes, name};
    }

    DecodeContext& m_context;
    ComputationTables& m_part;
    std::unordered_map<std::string_view, std::optional<std::int64_t>> m_scoped; // by configuration; layers repeat them
};

class ModuleDecoder
{
public:
    ModuleDecoder(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
        : m_context("HLO module", bytes, fileOffset, progress, m_tables.warnings)
    {
        m_tables.bytes = bytes;
    }

    Result<ModuleTables> decode()
    {
        if (const auto fits = m_context.checkSize(); !fits)
            return fits.error();
        m_tables.reserve(m_context.bytes().size());
        Damage damage(m_context.bytes()); // reported after damage in earlier computations
        for (WireReader reader(m_context.bytes(), damage); reader.next() && !m_context.isCancelled();) {
            if (isComputation(reader)) {
                addToParts(reader);
                continue;
            }
            readParts();
            readField(reader);
        }
        readParts();
        if (damage)
            m_context.damage().note(m_context.inFile(static_cast<std::uint32_t>(*damage.at())));
        if (const auto done = m_context.outcome(); !done)
            return done.error();
        m_tables.byNumber = InstructionNumbers(m_tables.numbers);
        findEntryParameters();
        return ModuleTables(std::move(m_tables));
    }

private:
    /// Consecutive fields of the module that are computations.
    struct Part {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t size() const { return end - begin; }
    };
    /// Computations of this size take longer to read than a thread takes to start.
    static constexpr std::size_t kPartSize = 1 << 20; // bytes

    void addToParts(const WireReader& computation)
    {
        const std::size_t begin = computation.offset();
        const std::size_t end = m_context.offsetOf(computation.bytes()) + computation.bytes().size();
        if (m_parts.empty() || m_parts.back().size() >= kPartSize || end - begin >= kPartSize)
            m_parts.push_back({begin, end});
        m_parts.back().end = end;
    }

    /// Reads the parts added so far. If one is damaged, reads them again from the first one, so that damage is reported
    /// in file order.
    void readParts()
    {
        const std::vector<Part> parts = std::exchange(m_parts, {});
        if (parts.empty() || (parts.size() > 1 && readAtOnce(parts)))
            return;
        const std::size_t begin = parts.front().begin;
        ComputationDecoder(m_context, m_tables).read(m_context.bytes().substr(begin, parts.back().end - begin));
    }

    /// Reads the parts on all processors. Returns false, without a result, when a part is damaged or the work is
    /// cancelled.
    bool readAtOnce(const std::vector<Part>& parts)
    {
        std::vector<ComputationTables> tables(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i)
            tables[i].reserve(parts[i].size()); // here, so that short-lived threads take little memory
        std::atomic<bool> isWhole = true;
        forEachInParallel(parts.size(), {}, "parts of the module", [&](std::size_t i) {
            i = parts.size() - 1 - i; // the entry computation is the last and the largest
            Warnings warnings;
            DecodeContext context(m_context, warnings);
            ComputationDecoder(context, tables[i]).read(m_context.bytes().substr(parts[i].begin, parts[i].size()));
            if (!context.outcome() || !warnings.empty())
                isWhole = false;
        });
        if (!isWhole)
            return false;
        for (ComputationTables& each : tables)
            append(std::move(each));
        return true;
    }

    void append(ComputationTables part)
    {
        const auto begin = static_cast<std::uint32_t>(m_tables.instructions.size());
        const auto moved = [&](InstructionId id) { return InstructionId(begin + id.value); };
        const auto add = [](auto& all, const auto& some) { all.insert(all.end(), some.begin(), some.end()); };
        add(m_tables.instructions, part.instructions);
        add(m_tables.numbers, part.numbers);
        for (Computation& computation : part.computations) {
            computation.begin = moved(computation.begin);
            computation.end = moved(computation.end);
        }
        add(m_tables.computations, part.computations);
        for (const auto [number, instruction] : part.allParameters)
            m_tables.allParameters.push_back({number, moved(instruction)});
        for (const InstructionId call : part.customCalls)
            m_tables.customCalls.push_back(moved(call));
        for (const auto& [id, instruction] : part.wide)
            m_tables.wide.emplace(moved(id), instruction);
        if (part.scoped && (!m_tables.scoped || part.scoped->bytes > m_tables.scoped->bytes))
            m_tables.scoped = part.scoped;
    }

    void readField(const WireReader& reader)
    {
        m_context.storeText(reader, HloModuleProto::kNameFieldNumber, m_tables.name);
        m_context.storeText(reader, HloModuleProto::kEntryComputationNameFieldNumber, m_tables.entryName);
        reader.store(HloModuleProto::kIdFieldNumber, m_tables.id);
        reader.store(HloModuleProto::kEntryComputationIdFieldNumber, m_entryId);
        if (reader.field() == HloModuleProto::kHostProgramShapeFieldNumber)
            checkProgramShape(reader.bytes());
        if (reader.field() == HloModuleProto::kScheduleFieldNumber)
            checkSchedule(reader.bytes());
        if (reader.field() == HloModuleProto::kInputOutputAliasFieldNumber)
            readAliases(reader.bytes());
        if (reader.field() == HloModuleProto::kStackFrameIndexFieldNumber && reader.isBytes())
            m_tables.frames.add(reader.bytes(), m_context);
    }

    /// The program's shape is not shown, but a damaged length in it may hide the fields after it.
    void checkProgramShape(std::string_view body)
    {
        Damage damage(m_context.bytes());
        bool isDamaged = false;
        for (WireReader reader(body, damage); reader.next();) {
            if (reader.field() == ProgramShapeProto::kParameterNamesFieldNumber)
                m_context.checkText(reader.bytes());
            else if (reader.field() == ProgramShapeProto::kParametersFieldNumber
                     || reader.field() == ProgramShapeProto::kResultFieldNumber)
                isDamaged = isDamaged || measureShape(reader.bytes()).isDamaged;
        }
        if (damage || isDamaged)
            m_context.warn("damaged-program-shape",
                           "The shape of the program is damaged, so other facts may be missing.", body);
    }

    /// The schedule only affects the uses of buffers.
    void checkSchedule(std::string_view body)
    {
        Damage damage(m_context.bytes());
        for (WireReader sequences(body, damage); sequences.next();)
            if (sequences.field() == HloScheduleProto::kSequencesFieldNumber)
                for (WireReader entry(sequences.bytes(), damage); entry.next();)
                    if (entry.field() == kMapValueField)
                        for (WireReader ids(entry.bytes(), damage); ids.next();)
                            if (ids.field() == HloScheduleProto::InstructionSequence::kInstructionIdsFieldNumber
                                && !arePackedVarints(ids.bytes()))
                                damage.note(ids.bytes().data());
        if (damage)
            m_context.warn("damaged-schedule",
                           "The order of the instructions is damaged, so uses of buffers may be at wrong steps.", body);
    }

    void readAliases(std::string_view body)
    {
        using Entry = HloInputOutputAliasProto::Entry;
        Damage damage(m_context.bytes());
        for (WireReader aliases(body, damage); aliases.next();) {
            if (aliases.field() != HloInputOutputAliasProto::kEntriesFieldNumber || !aliases.isBytes())
                continue;
            InputOutputAlias& alias = m_tables.aliases.emplace_back();
            for (WireReader entry(aliases.bytes(), damage); entry.next();) {
                entry.store(Entry::kParameterNumberFieldNumber, alias.parameterNumber);
                if (entry.field() == Entry::kOutputShapeIndexFieldNumber)
                    entry.forEachInt64([&](std::int64_t i) { alias.output.push_back(i); });
                if (entry.field() == Entry::kParameterShapeIndexFieldNumber)
                    entry.forEachInt64([&](std::int64_t i) { alias.parameterIndex.push_back(i); });
            }
        }
        if (damage)
            m_context.warn("damaged-aliases",
                           "The aliases of results and arguments are damaged, so categories of buffers may be wrong.",
                           body);
    }

    void findEntryParameters()
    {
        const auto isEntry = [&](const Computation& computation) {
            return m_entryId != 0 ? computation.id == m_entryId : computation.name == m_tables.entryName;
        };
        const auto& computations = m_tables.computations;
        const auto entry = std::ranges::find_if(computations, isEntry);
        if (entry == computations.end())
            return;
        m_tables.entry = ComputationId::at(static_cast<std::size_t>(entry - computations.begin()));
        using Parameter = ComputationTables::Parameter;
        std::vector<Parameter> parameters;
        for (const Parameter& parameter : m_tables.allParameters)
            if (parameter.instruction >= entry->begin && parameter.instruction < entry->end)
                parameters.push_back(parameter);
        std::ranges::stable_sort(parameters, {}, &Parameter::number);
        for (const Parameter& parameter : parameters) {
            m_tables.parameterNumbers.push_back(parameter.number);
            m_tables.parameters.push_back(parameter.instruction);
        }
    }

    ComputationTables m_tables; // of the whole module
    DecodeContext m_context;
    std::int64_t m_entryId = 0;
    std::vector<Part> m_parts; // not read yet
};

} // namespace

void StackFrames::add(std::string_view body, DecodeContext& context)
{
    Damage damage(context.bytes());
    for (WireReader reader(body, damage); reader.next();) {
        if (reader.field() == StackFrameIndexProto::kFileNamesFieldNumber) {
            if (reader.isBytes()) {
                m_fileNames.push_back(reader.bytes());
                context.checkText(reader.bytes());
            }
        }
        if (reader.field() == StackFrameIndexProto::kFunctionNamesFieldNumber) {
            if (reader.isBytes()) {
                m_functionNames.push_back(reader.bytes());
                context.checkText(reader.bytes());
            }
        }
        if (reader.field() == StackFrameIndexProto::kFileLocationsFieldNumber && reader.isBytes())
            addLocation(reader.bytes(), damage);
        if (reader.field() == StackFrameIndexProto::kStackFramesFieldNumber && reader.isBytes())
            addFrame(reader.bytes(), damage);
    }
    if (damage)
        context.warn("damaged-stack-frames", "The table of source lines is damaged: they may be wrong or missing.",
                     body);
}

void StackFrames::addLocation(std::string_view body, Damage& damage)
{
    auto& location = m_locations.emplace_back();
    for (WireReader reader(body, damage); reader.next();) {
        reader.storeInt32(StackFrameIndexProto::FileLocation::kFileNameIdFieldNumber, location.file);
        reader.storeInt32(StackFrameIndexProto::FileLocation::kFunctionNameIdFieldNumber, location.function);
        reader.storeInt32(StackFrameIndexProto::FileLocation::kLineFieldNumber, location.line);
        reader.storeInt32(StackFrameIndexProto::FileLocation::kColumnFieldNumber, location.column);
    }
}

void StackFrames::addFrame(std::string_view body, Damage& damage)
{
    auto& frame = m_frames.emplace_back();
    for (WireReader reader(body, damage); reader.next();) {
        reader.storeInt32(StackFrameIndexProto::StackFrame::kFileLocationIdFieldNumber, frame.location);
        reader.storeInt32(StackFrameIndexProto::StackFrame::kParentFrameIdFieldNumber, frame.parent);
    }
}

std::optional<SourceLocation> StackFrames::locationOf(const Frame& frame) const
{
    if (frame.location <= 0 || frame.location > static_cast<std::int64_t>(m_locations.size()))
        return std::nullopt;
    const Location& location = m_locations[static_cast<std::size_t>(frame.location - 1)];
    if (location.file <= 0 || location.file > static_cast<std::int64_t>(m_fileNames.size()))
        return std::nullopt;
    const bool hasFunction
        = location.function > 0 && location.function <= static_cast<std::int64_t>(m_functionNames.size());
    return SourceLocation{m_fileNames[static_cast<std::size_t>(location.file - 1)],
                          hasFunction ? m_functionNames[static_cast<std::size_t>(location.function - 1)]
                                      : std::string_view(),
                          location.line, location.column};
}

std::vector<SourceLocation> StackFrames::stack(std::int64_t frame) const
{
    constexpr std::size_t kDeepest = 1000;
    std::vector<SourceLocation> result;
    std::set<std::int64_t> seen;
    while (frame > 0 && frame <= static_cast<std::int64_t>(m_frames.size()) && result.size() < kDeepest) {
        if (!seen.insert(frame).second)
            break;
        const Frame& at = m_frames[static_cast<std::size_t>(frame - 1)];
        if (const auto location = locationOf(at))
            result.push_back(*location);
        else if (result.empty())
            break; // the caller's frame is not the place of the instruction
        frame = at.parent;
    }
    return result;
}

std::string_view scopedMemoryConfigs(std::string_view backendConfig)
{
    // A quarter of a module's bytes is such text. This search skips most of it.
    static const std::boyer_moore_horspool_searcher kFindKey(kKey.begin(), kKey.end());
    const auto key = std::search(backendConfig.begin(), backendConfig.end(), kFindKey);
    if (key == backendConfig.end())
        return {};
    const std::size_t begin = backendConfig.find_first_not_of(
        " \t\r\n", static_cast<std::size_t>(key - backendConfig.begin()) + kKey.size());
    if (begin == std::string_view::npos || backendConfig[begin] != '[')
        return {};
    // The objects of the array contain no brackets, so the array ends at the first closing bracket. Parsing the whole
    // configuration of every instruction would cost more than decoding the module.
    const std::size_t end = backendConfig.find(']', begin);
    constexpr std::size_t kNothing = 2; // "[]"
    return end == std::string_view::npos || end + 1 - begin <= kNothing ? std::string_view()
                                                                        : backendConfig.substr(begin, end + 1 - begin);
}

std::optional<std::int64_t> usedScopedMemory(std::string_view array)
{
    const auto configs = nlohmann::json::parse(array, nullptr, false);
    if (!configs.is_array())
        return std::nullopt;
    std::optional<std::int64_t> largest;
    for (const auto& config : configs) {
        if (!config.is_object() || integer(config, "memory_space") != 1)
            continue;
        const auto size = integer(config, "size");
        if (size && *size > largest.value_or(0))
            largest = size;
    }
    return largest;
}

Result<HloModule> HloModule::decode(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
{
    auto tables = ModuleDecoder(bytes, fileOffset, progress).decode();
    if (!tables)
        return tables.error();
    HloModule module;
    module.m_tables = std::move(*tables);
    return module;
}

void HloModule::indexNames()
{
    for (const InstructionId instruction : instructions())
        m_byName.emplace(nameOf(instruction), instruction);
}

InstructionId HloModule::findInstruction(std::string_view name) const
{
    const InstructionId* const found = findValue(m_byName, name);
    return found ? *found : InstructionId();
}

const Instruction* HloModule::wide(InstructionId instruction) const
{
    return findValue(m_tables.wide, instruction);
}

Instruction HloModule::instruction(InstructionId instruction) const
{
    const Instruction* const known = wide(instruction);
    return known ? *known : readInstruction(bytesOf(instruction));
}

std::string_view HloModule::nameOf(InstructionId instruction) const
{
    const Instruction* const known = wide(instruction);
    return known ? known->name : readInstructionText(bytesOf(instruction), HloInstructionProto::kNameFieldNumber);
}

std::string_view HloModule::opcodeOf(InstructionId instruction) const
{
    const Instruction* const known = wide(instruction);
    return known ? known->opcode : readInstructionText(bytesOf(instruction), HloInstructionProto::kOpcodeFieldNumber);
}

InstructionId HloModule::entryParameter(std::int64_t number) const
{
    const auto found = std::ranges::lower_bound(m_tables.parameterNumbers, number);
    if (found == m_tables.parameterNumbers.end() || *found != number)
        return {};
    return m_tables.parameters[static_cast<std::size_t>(found - m_tables.parameterNumbers.begin())];
}

Platform platformOfInstruction(std::string_view bytes, Damage& damage)
{
    for (WireReader reader(bytes, damage); reader.next();) {
        if (reader.field() == HloInstructionProto::kShapeFieldNumber) {
            if (hasTiles(reader.bytes()))
                return Platform::Tpu;
            if (measureShape(reader.bytes()).isDamaged)
                damage.note(reader.bytes().data());
        }
        // Every configuration of the GPU backend has this member, also with its default value.
        if (reader.field() == HloInstructionProto::kBackendConfigFieldNumber
            && reader.bytes().find("\"operation_queue_id\"") != std::string_view::npos)
            return Platform::Gpu;
    }
    return Platform::Unknown;
}

} // namespace tidemark::xla
