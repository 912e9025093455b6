#include "core/base/text.h"
#include "core/xla/plan/scoped_memory.h"
#include "core/xla/plan/shape.h"
#include "core/xspace/xspace_index.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"

#include <nlohmann/json.hpp>

#include <array>

/// The small parsers: shapes, the JSON inside a backend_config, module names, UTF-8.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    const test::ExactBuffer bytes({reinterpret_cast<const char*>(data), size});
    const std::string_view view = bytes.view();
    shapeText(view);
    test::require(
        isTuple(view) || shapeTextWithoutLayout(view) + layoutText(view) == shapeText(view) ? "" : "halves of a shape");
    test::require(unpaddedBytes(view).value_or(0) >= 0 ? "" : "negative size");
    hasTiles(view);
    for (const std::array<std::int64_t, 3>& path : {std::array<std::int64_t, 3>{0, 0, 0}, {1, 0, 2}, {-1, 9, 9}})
        for (std::size_t depth = 0; depth <= path.size(); ++depth)
            if (const auto inner = subshape(view, std::span(path).first(depth)))
                shapeText(*inner);
    test::require(usedScopedMemory(view).value_or(1) > 0 ? "" : "scoped memory of nothing");
    splitModuleName(view);
    test::require(nlohmann::json::accept(nlohmann::json(validUtf8(view)).dump()) ? "" : "invalid UTF-8");
    return 0;
}
