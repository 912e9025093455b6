#include "core/xspace/xspace_index.h"
#include "proto/xplane.pb.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/invariants.h"
#include "tests/support/opened.h"

#include <algorithm>

namespace {

using namespace tidemark;

/// HLO may be in a stat without a name: the library then examines the bytes, and the oracle gives no answer.
bool hasNamelessBytes(const proto::XSpace& space)
{
    for (const proto::XPlane& plane : space.planes())
        for (const auto& [key, entry] : plane.event_metadata())
            for (const proto::XStat& stat : entry.stats())
                if (stat.value_case() == proto::XStat::kBytesValue
                    && !plane.stat_metadata().contains(stat.metadata_id()))
                    return true;
    return false;
}

bool isHlo(const proto::XPlane& plane, const proto::XStat& stat)
{
    const auto found = plane.stat_metadata().find(stat.metadata_id());
    return found != plane.stat_metadata().end() && stat.value_case() == proto::XStat::kBytesValue
        && (found->second.name() == "Hlo Proto" || found->second.name() == "HLO Proto");
}

/// Returns the sizes of the programs that protobuf finds, ascending. The last program of each entry counts.
std::vector<std::uint64_t> oracleSizes(const proto::XSpace& space)
{
    std::vector<std::uint64_t> sizes;
    for (const proto::XPlane& plane : space.planes())
        for (const auto& [key, entry] : plane.event_metadata()) {
            std::optional<std::uint64_t> size;
            for (const proto::XStat& stat : entry.stats())
                if (plane.name() == "/host:metadata" && isHlo(plane, stat))
                    size = stat.bytes_value().size();
            if (size)
                sizes.push_back(*size);
        }
    std::ranges::sort(sizes);
    return sizes;
}

/// Serializes the container again, because the oracle does not handle repeated keys and fields or other wire types.
void compareWithOracle(const std::uint8_t* data, std::size_t size)
{
    proto::XSpace space;
    if (!space.ParseFromArray(data, static_cast<int>(size)) || hasNamelessBytes(space))
        return;
    space.DiscardUnknownFields();
    const std::string same = space.SerializeAsString();
    const test::FuzzFile file(reinterpret_cast<const std::uint8_t*>(same.data()), same.size());
    const auto opened = File::open(file.path());
    const auto index = opened ? indexXSpace(**opened) : Result<XSpaceIndex>(opened.error());
    std::vector<std::uint64_t> sizes;
    if (index)
        for (const IndexedModule& module : index->modules)
            sizes.push_back(module.hlo.size);
    std::ranges::sort(sizes);
    test::require(sizes == oracleSizes(space) ? "" : "the programs are not those that protobuf finds");
}

} // namespace

/// Fuzzes a container, from the file to the replay of every module in it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    const test::FuzzFile file(data, size);
    compareWithOracle(data, size);
    const auto document = test::openXla({file.path()});
    if (!document)
        return 0;
    for (const ProgramId program : allPrograms(**document)) {
        (*document)->outline(program);
        const auto plan = (*document)->plan(program);
        if (plan)
            test::require(test::brokenInvariant(*plan, 50));
    }
    return 0;
}
