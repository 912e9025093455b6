#include "core/oom/message_figures.h"

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/oom/headline.h"
#include "core/oom/message.h"
#include "core/view/figures.h"

#include <algorithm>
#include <tuple>

namespace tidemark::oom {
namespace {

std::optional<std::int64_t> bytesOf(const std::optional<Amount>& amount)
{
    return amount ? std::optional(amount->bytes) : std::nullopt;
}

std::int64_t sumOf(const std::vector<Part>& parts)
{
    std::int64_t sum = 0;
    for (const Part& part : parts)
        if (__builtin_add_overflow(sum, part.bytes, &sum))
            return INT64_MAX;
    return sum;
}

std::vector<Part> partsOnGpu(const Message& message)
{
    const Amount* const total = message.figure("total allocation");
    if (message.kind != Kind::GpuPlan || !total)
        return {};
    std::vector<Part> parts;
    Amount excess = Amount{} - *total;
    for (const auto& [name, label, hue] :
         {std::tuple("parameter", "Arguments", Hue::Argument), std::tuple("maybe_live_out", "Outputs", Hue::Output),
          std::tuple("constant", "Constants", Hue::Constant),
          std::tuple("preallocated temp", "Temporaries", Hue::Temporary)}) {
        const Amount* const amount = message.figure(std::string(name) + " allocation");
        if (!amount)
            return {};
        excess = excess + *amount;
        parts.push_back({label, hue, amount->bytes});
    }
    Part& outputs = parts[1]; // donated arguments hold outputs, which XLA counts twice
    if (excess.bytes > 0 && !mayBeEqual(excess, {}))
        outputs.bytes -= excess.bytes;
    const bool isSum = excess.bytes >= 0 || mayBeEqual(excess, {});
    if (!isSum || outputs.bytes < 0)
        return {};
    std::erase_if(parts, [](const Part& part) { return part.bytes == 0; });
    return parts;
}

/// The items directly below "Program hbm requirement", or the program as a whole if they do not sum to it.
std::vector<Part> partsOfProgram(const Message& message, const Amount& program)
{
    const std::string heading = "Program " + message.memory + " requirement";
    std::vector<Part> parts;
    Amount sum;
    for (const Figure& figure : message.figures) {
        if (!figure.amount || figure.amount->bytes == 0 || !isItemOf(figure, heading))
            continue;
        const std::string item = figure.name.substr(heading.size() + kItemSeparator.size());
        sum = sum + *figure.amount;
        if (item == "HLO temp")
            parts.push_back({"Temporaries", Hue::Temporary, figure.amount->bytes});
        else if (item == "scoped")
            parts.push_back({"Scoped", Hue::ThreadLocal, figure.amount->bytes});
        else
            parts.push_back({capitalised(validUtf8(item)), Hue::Constant, figure.amount->bytes});
    }
    if (parts.empty() || !mayBeEqual(sum, program))
        return {{"Program without its arguments", Hue::Temporary, program.bytes}};
    return parts;
}

/// The sums of a compiler for TPU: the arguments and the parts of the program, with the reserved memory if the need
/// includes it. Empty if they do not add up to the need.
std::vector<Part> partsOnTpu(const Message& message)
{
    const std::string total = "Total " + message.memory + " usage" + std::string(kItemSeparator);
    const auto figure = [&](const std::string& name) { // a message without its beginning has no total
        const Amount* const amount = message.figure(total + name);
        return amount ? amount : message.figure(name);
    };
    const Amount* const program = figure("program");
    if (message.kind != Kind::Compile || !message.needed || !program)
        return {};
    const Amount* const arguments = figure("arguments");
    const Amount* const reserved = figure("reserved");
    const Amount known = arguments ? *program + *arguments : *program;
    const bool hasReserved = !mayBeEqual(known, *message.needed);
    if (hasReserved && (!reserved || !mayBeEqual(known + *reserved, *message.needed)))
        return {};
    std::vector<Part> parts = partsOfProgram(message, *program);
    if (arguments)
        parts.insert(parts.begin(), {"Arguments", Hue::Argument, arguments->bytes});
    if (hasReserved)
        parts.push_back({"Reserved outside the program", Hue::Constant, reserved->bytes});
    std::erase_if(parts, [](const Part& part) { return part.bytes == 0; });
    return parts;
}

/// The parts of a message's figures, see figuresOf.
std::vector<Part> partsOf(const Message& message, const std::vector<Part>& listed)
{
    std::vector<Part> parts = partsOfPlan(message);
    if (!parts.empty())
        return parts;
    parts = listed;
    const std::int64_t sum = sumOf(listed);
    if (!listed.empty() && message.needed && message.needed->bytes > sum)
        parts.push_back({"Not listed", Hue::Temporary, message.needed->bytes - sum});
    return parts;
}

/// The memory in use divided by PyTorch's own figures. Empty if the message lacks one, or they exceed it.
std::vector<Part> takenByPyTorch(const Message& message, std::int64_t used)
{
    const Amount* const allocated = message.figure("allocated by PyTorch");
    const std::optional<std::int64_t> unallocated = message.unallocated();
    if (!allocated || !unallocated || *unallocated < 0 || allocated->bytes > used - *unallocated)
        return {};
    std::vector<Part> parts = {{"Allocated by PyTorch", Hue::Argument, allocated->bytes},
                               {"Reserved by PyTorch, no tensor", Hue::ThreadLocal, *unallocated},
                               {"Outside PyTorch", Hue::Constant, used - allocated->bytes - *unallocated}};
    std::erase_if(parts, [](const Part& part) { return part.bytes == 0; });
    return parts;
}

} // namespace

std::optional<std::int64_t> askedBytes(const Message& message)
{
    return message.needed ? bytesOf(message.needed) : bytesOf(message.requested);
}

std::vector<Part> takenBefore(const Message& message)
{
    if (message.kind != Kind::ProgramLoad && message.kind != Kind::RuntimeAllocation && message.kind != Kind::GpuShort)
        return {};
    std::vector<Part> taken;
    for (const auto& [ending, label, hue] :
         {std::tuple(" capacity: Currently allocated", "Allocated", Hue::Argument),
          std::tuple(" capacity: Top-of-Memory reserved", "Reserved", Hue::ThreadLocal)})
        for (const Figure& figure : message.figures)
            if (figure.name.ends_with(ending) && figure.amount && figure.amount->bytes > 0)
                taken.push_back({label, hue, figure.amount->bytes});
    if (const Amount* const used = message.figure("InUse"); used && used->bytes > 0)
        taken.push_back({"In use", Hue::Argument, used->bytes});
    else if (taken.empty() && message.limit && message.free && message.free->bytes >= 0
             && message.free->bytes < message.limit->bytes) {
        const std::int64_t bytes = message.limit->bytes - message.free->bytes;
        taken = takenByPyTorch(message, bytes);
        if (taken.empty())
            taken.push_back({"In use", Hue::Argument, bytes});
    }
    return taken;
}

std::optional<std::int64_t> excessiveArguments(const Message& message)
{
    for (const Figure& figure : message.figures) {
        const bool isArguments = figure.name.ends_with(": arguments") || figure.name == "parameter allocation";
        if (isArguments && figure.amount && message.limit && figure.amount->bytes > message.limit->bytes)
            return figure.amount->bytes;
    }
    return std::nullopt;
}

std::vector<Part> partsOfPlan(const Message& message)
{
    const std::vector<Part> parts = partsOnGpu(message);
    return parts.empty() ? partsOnTpu(message) : parts;
}

Figures figuresOf(const Message& message, const std::vector<Part>& listed, const Device* chosen)
{
    Figures figures;
    figures.parts = partsOf(message, listed);
    figures.totalBytes = figures.parts.empty() ? askedBytes(message).value_or(0) : sumOf(figures.parts);
    figures.peakBytes = message.needed ? message.needed->bytes : figures.totalBytes;
    figures.neededBytes = askedBytes(message).value_or(0);
    figures.capacity = capacityOf(platformOf(message), {}, chosen, memoryOf(message).number);
    // The limit is an option of the compiler or what a server may use. Both are below the memory.
    const bool isBelowMemory = message.kind == Kind::Scoped || message.kind == Kind::Serving;
    if (message.limit && message.kind != Kind::State && (isBelowMemory || !figures.capacity.bytes))
        figures.capacity = {"limit in the message", message.limit->bytes, false, false, false, std::nullopt};
    if (figures.capacity.bytes && message.needed)
        figures.headroomBytes = *figures.capacity.bytes - message.needed->bytes;
    figures.note = headlineOf(message);

    const MemoryName memory = memoryOf(message);
    FigureList list;
    list.text("module", validUtf8(message.module));
    list.add("program_id", std::monostate());
    list.add("host", std::monostate());
    list.add("space", memory.number);
    list.add("space_name", memory.name);
    list.add("kind", std::string(kindName(message.kind)));
    list.text("code", validUtf8(message.code));
    list.add("line", static_cast<std::int64_t>(message.line));
    list.text("rank", validUtf8(message.rank));
    list.add("peak_bytes", askedBytes(message));
    list.add("occupied_peak_bytes", askedBytes(message));
    for (const MainFigure& figure : kMainFigures)
        list.bytes(figure.id, bytesOf(message.*figure.amount), figure.label);
    list.add("listed_bytes", listed.empty() ? std::nullopt : std::optional(sumOf(listed)));
    list.text("device", chosen ? std::string(chosen->name) : validUtf8(message.device));
    list.bytes("capacity_bytes", figures.capacity.bytes, "Capacity").remarks
        = {{figures.capacity.device, std::nullopt, std::nullopt}};
    list.bytes("headroom_bytes", figures.headroomBytes, "Headroom").remarks = figures.headroomRemarks();
    figures.list = list.take();
    return figures;
}

} // namespace tidemark::oom
