#include "core/oom/report.h"

#include "core/base/find.h"

#include <algorithm>

namespace tidemark::oom {

std::string_view kindName(Kind kind)
{
    switch (kind) {
    case Kind::Compile:
        return "compile";
    case Kind::Scoped:
        return "scoped";
    case Kind::TooLarge:
        return "too_large";
    case Kind::RuntimeAllocation:
        return "runtime_allocation";
    case Kind::ProgramLoad:
        return "program_load";
    case Kind::GpuPlan:
        return "gpu_plan";
    case Kind::Bfc:
        return "bfc";
    case Kind::GpuShort:
        return "gpu_short";
    case Kind::SharedMemory:
        return "shared_memory";
    case Kind::GpuProgramLoad:
        return "gpu_program_load";
    case Kind::TtAllocation:
        return "tt_allocation";
    case Kind::TtProgram:
        return "tt_program";
    case Kind::WrongArgument:
        return "wrong_argument";
    case Kind::Serving:
        return "serving";
    case Kind::State:
        return "state";
    case Kind::Unknown:
        break;
    }
    return "unknown";
}

const Amount* Report::figure(std::string_view name) const
{
    const auto* const found = findFirst(figures, name, &Figure::name);
    return found && found->amount ? &*found->amount : nullptr;
}

std::optional<std::int64_t> Report::unallocated() const
{
    if (const Amount* const stated = figure("reserved but not allocated"))
        return stated->bytes;
    const Amount* const reservedAll = figure("reserved by PyTorch");
    const Amount* const allocated = figure("allocated by PyTorch");
    if (!reservedAll || !allocated)
        return std::nullopt;
    return reservedAll->bytes - allocated->bytes;
}

std::string Report::capacityHeading() const
{
    for (const Figure& figure : figures)
        if (figure.name.ends_with(" capacity"))
            return figure.name;
    return {};
}

bool isItemOf(const Figure& figure, std::string_view heading)
{
    const std::string_view name = figure.name;
    return name.starts_with(heading) && name.substr(heading.size()).starts_with(kItemSeparator)
        && name.find(kItemSeparator, heading.size() + kItemSeparator.size()) == std::string_view::npos;
}

} // namespace tidemark::oom
