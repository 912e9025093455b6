#include "core/base/text.h"
#include "core/shapes/shape.h"
#include "core/xla/plan/hlo_module.h"
#include "core/xspace/xspace_index.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/oracle.h"

#include <nlohmann/json.hpp>

#include <array>

namespace {

using namespace tidemark;
using namespace tidemark::xla;

int depthOf(const proto::ShapeProto& shape)
{
    int deepest = 0;
    for (const auto& element : shape.tuple_shapes())
        deepest = std::max(deepest, 1 + depthOf(element));
    return deepest;
}

/// Serializes the shape again, because the oracle does not handle repeated fields or other wire types.
void compareWithOracle(std::string_view bytes)
{
    constexpr int kDeepest = 16; // below it the library abbreviates
    constexpr std::int64_t kLargest = std::int64_t{1} << 50; // above it the library knows no size
    proto::ShapeProto shape;
    if (!shape.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || depthOf(shape) > kDeepest)
        return;
    shape.DiscardUnknownFields();
    const std::string same = shape.SerializeAsString();
    test::require(shapeText(same) == (same.empty() ? "" : test::oracleShapeText(shape))
                      ? ""
                      : "a shape's text is not the oracle's");
    const auto oracle = test::oracleUnpadded(shape);
    const auto expected = oracle && *oracle <= kLargest ? oracle : std::nullopt;
    const auto found = unpaddedBytes(measureShape(same));
    test::require(found == expected || (!found && oracle) ? "" : "unpadded bytes are not the oracle's");
}

} // namespace

/// Fuzzes the small parsers: shapes, the JSON inside a backend_config, module names, UTF-8.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    using namespace tidemark::xla;
    const test::ExactBuffer bytes({reinterpret_cast<const char*>(data), size});
    const std::string_view view = bytes.view();
    shapeText(view);
    test::require(
        isTuple(view) || shapeTextWithoutLayout(view) + layoutText(view) == shapeText(view) ? "" : "halves of a shape");
    test::require(unpaddedBytes(measureShape(view)).value_or(0) >= 0 ? "" : "negative size");
    hasTiles(view);
    for (const std::array<std::int64_t, 3>& path : {std::array<std::int64_t, 3>{0, 0, 0}, {1, 0, 2}, {-1, 9, 9}})
        for (std::size_t depth = 0; depth <= path.size(); ++depth)
            if (const auto inner = subshape(view, std::span(path).first(depth)))
                shapeText(*inner);
    test::require(usedScopedMemory(scopedMemoryConfigs(view)).value_or(1) > 0 ? "" : "scoped memory of nothing");
    compareWithOracle(view);
    splitModuleName(view);
    test::require(nlohmann::json::accept(nlohmann::json(validUtf8(view)).dump()) ? "" : "invalid UTF-8");
    return 0;
}
