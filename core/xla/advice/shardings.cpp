#include "core/xla/advice/shardings.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

namespace tidemark::xla {
namespace {

using proto::DeviceAssignmentProto;
using proto::HloModuleProto;
using proto::OpShardingProto;

/// Returns how many devices hold the same part; nullopt when it is unknown, as for a tuple or a manual sharding.
std::optional<std::int64_t> copiesOf(std::string_view sharding, std::int64_t devices)
{
    std::int64_t type = OpShardingProto::REPLICATED;
    std::int64_t last = 1;
    bool isLastReplicated = false;
    Damage damage;
    for (WireReader reader(sharding, damage); reader.next();) {
        if (reader.field() == OpShardingProto::kTypeFieldNumber)
            reader.store(type);
        else if (reader.field() == OpShardingProto::kTileAssignmentDimensionsFieldNumber)
            reader.forEachInt64([&](std::int64_t size) { last = size; });
        else if (reader.field() == OpShardingProto::kReplicateOnLastTileDimFieldNumber)
            reader.store(isLastReplicated);
    }
    if (damage)
        return std::nullopt;
    if (type == OpShardingProto::REPLICATED)
        return devices;
    if (type != OpShardingProto::OTHER)
        return std::nullopt;
    return isLastReplicated && last > 0 && last <= devices ? last : 1;
}

std::int64_t partitions(std::string_view assignment)
{
    std::int64_t count = 1;
    Damage damage;
    for (WireReader reader(assignment, damage); reader.next();)
        if (reader.field() == DeviceAssignmentProto::kComputationCountFieldNumber)
            reader.store(count);
    return damage || count < 1 ? 1 : count;
}

} // namespace

Shardings readShardings(const HloModule& module)
{
    Shardings result;
    std::vector<std::string_view> parameters;
    Damage known; // decoding the module has reported the damage
    for (WireReader reader(module.bytes(), known); reader.next();) {
        if (!reader.isBytes())
            continue;
        if (reader.field() == HloModuleProto::kSpmdParametersShardingsFieldNumber)
            parameters.push_back(reader.bytes());
        else if (reader.field() == HloModuleProto::kDeviceAssignmentFieldNumber)
            result.devices = partitions(reader.bytes());
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (const auto copies = copiesOf(parameters[i], result.devices))
            result.copies.emplace(static_cast<std::int64_t>(i), *copies);
    return result;
}

} // namespace tidemark::xla
