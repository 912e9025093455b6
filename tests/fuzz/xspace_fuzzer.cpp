#include "core/xspace/xspace_index.h"
#include "proto/xplane.pb.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/invariants.h"
#include "tests/support/opened.h"

#include <algorithm>

namespace {

using namespace tidemark;

/// HLO may hang at a stat without a name: the library then looks at the bytes, and the oracle has no opinion.
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

/// Sizes of the programs that protobuf finds, ascending: of each entry the last.
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

/// As protobuf writes it again: the oracle knows nothing of keys and fields that come twice or in another wire type.
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

/// A container, from the file to the replay of every module in it.
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
