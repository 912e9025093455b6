#include "core/xla/plan/decode_module.h"

#include "core/base/parallel.h"
#include "core/xla/plan/decode_computations.h"
#include "core/xla/plan/decode_context.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <atomic>
#include <unordered_map>
#include <utility>

namespace tidemark::xla {
namespace {

using proto::HloInputOutputAliasProto;
using proto::HloModuleProto;
using proto::HloScheduleProto;
using proto::ProgramShapeProto;

constexpr std::uint32_t kMapValueField = 2; // of an entry in any map

class ModuleDecoder
{
public:
    ModuleDecoder(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
        : m_context("HLO module", bytes, fileOffset, progress, m_module.warnings)
    {
        m_module.bytes = bytes;
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
        m_module.instructions = std::move(m_tables.instructions);
        m_module.computations = std::move(m_tables.computations);
        m_module.customCalls = std::move(m_tables.customCalls);
        m_module.wide = std::move(m_tables.wide);
        m_module.scoped = m_tables.scoped;
        m_module.byNumber = InstructionNumbers(m_tables.numbers);
        findEntryParameters();
        return std::move(m_module);
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
        decodeComputations(m_context, m_context.bytes().substr(begin, parts.back().end - begin), m_tables);
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
            decodeComputations(context, m_context.bytes().substr(parts[i].begin, parts[i].size()), tables[i]);
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
        for (const auto [number, instruction] : part.parameters)
            m_tables.parameters.push_back({number, moved(instruction)});
        for (const InstructionId call : part.customCalls)
            m_tables.customCalls.push_back(moved(call));
        for (const auto& [id, instruction] : part.wide)
            m_tables.wide.emplace(moved(id), instruction);
        if (part.scoped && (!m_tables.scoped || part.scoped->bytes > m_tables.scoped->bytes))
            m_tables.scoped = part.scoped;
    }

    /// Warns about damage in facts that are not about bytes. The plan can still be used.
    void warn(std::string_view code, const std::string& what, std::string_view where)
    {
        m_module.warnings.addNamed(code, what, m_context.inFile(m_context.offsetOf(where)));
    }
    void storeText(const WireReader& reader, std::string_view& value)
    {
        reader.store(value);
        m_context.checkText(reader.bytes());
    }

    void readField(const WireReader& reader)
    {
        switch (reader.field()) {
        case HloModuleProto::kNameFieldNumber:
            storeText(reader, m_module.name);
            break;
        case HloModuleProto::kEntryComputationNameFieldNumber:
            storeText(reader, m_module.entryName);
            break;
        case HloModuleProto::kIdFieldNumber:
            reader.store(m_module.id);
            break;
        case HloModuleProto::kEntryComputationIdFieldNumber:
            reader.store(m_entryId);
            break;
        case HloModuleProto::kHostProgramShapeFieldNumber:
            checkProgramShape(reader.bytes());
            break;
        case HloModuleProto::kScheduleFieldNumber:
            checkSchedule(reader.bytes());
            break;
        case HloModuleProto::kInputOutputAliasFieldNumber:
            checkAliases(reader.bytes());
            m_module.aliases.push_back(reader.bytes());
            break;
        case HloModuleProto::kStackFrameIndexFieldNumber:
            if (reader.isBytes())
                m_module.frames.add(reader.bytes(), m_context);
            break;
        default:
            break;
        }
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
            warn("damaged-program-shape", "The shape of the program is damaged, so other facts may be missing.", body);
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
            warn("damaged-schedule",
                 "The order of the instructions is damaged, so uses of buffers may be at wrong steps.", body);
    }

    void checkAliases(std::string_view body)
    {
        using Entry = HloInputOutputAliasProto::Entry;
        Damage damage(m_context.bytes());
        for (WireReader aliases(body, damage); aliases.next();)
            if (aliases.field() == HloInputOutputAliasProto::kEntriesFieldNumber)
                for (WireReader entry(aliases.bytes(), damage); entry.next();)
                    if (entry.field() == Entry::kOutputShapeIndexFieldNumber
                        || entry.field() == Entry::kParameterShapeIndexFieldNumber)
                        entry.forEachInt64([](std::int64_t) {});
        if (damage)
            warn("damaged-aliases",
                 "The aliases of results and arguments are damaged, so categories of buffers may be wrong.", body);
    }

    void findEntryParameters()
    {
        const auto isEntry = [&](const Computation& computation) {
            return m_entryId != 0 ? computation.id == m_entryId : computation.name == m_module.entryName;
        };
        const auto& computations = m_module.computations;
        const auto entry = std::ranges::find_if(computations, isEntry);
        if (entry == computations.end())
            return;
        m_module.entry = ComputationId::at(static_cast<std::size_t>(entry - computations.begin()));
        using Parameter = ComputationTables::Parameter;
        std::vector<Parameter> parameters;
        for (const Parameter& parameter : m_tables.parameters)
            if (parameter.instruction >= entry->begin && parameter.instruction < entry->end)
                parameters.push_back(parameter);
        std::ranges::stable_sort(parameters, {}, &Parameter::number);
        for (const Parameter& parameter : parameters) {
            m_module.parameterNumbers.push_back(parameter.number);
            m_module.parameters.push_back(parameter.instruction);
        }
    }

    ModuleTables m_module;
    DecodeContext m_context;
    std::int64_t m_entryId = 0;
    std::vector<Part> m_parts; // not read yet
    ComputationTables m_tables;
};

} // namespace

Result<ModuleTables> decodeModule(std::string_view bytes, std::uint64_t fileOffset, const Progress& progress)
{
    return ModuleDecoder(bytes, fileOffset, progress).decode();
}

} // namespace tidemark::xla
