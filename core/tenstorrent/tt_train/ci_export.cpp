#include "core/tenstorrent/tt_train/train_log_reader.h"

#include "core/base/json_source.h"
#include "core/base/number.h"

#include <cmath>

namespace tidemark::tt {

std::optional<Run> readExport(std::string text, const std::string& name)
{
    Run run;
    const auto source = JsonSource::parse(name, std::move(text), run.warnings);
    if (!source)
        return std::nullopt;
    const LocatedJson& root = source->root();
    if (!root.find("test_ts") || !root.find("total_dram_mb") || !root.find("model_dram_mb"))
        return std::nullopt;
    const auto numberOf = [&](const char* key) -> std::optional<double> {
        const LocatedJson* const value = source->find(root, key, LocatedJson::Type::Number);
        return value ? parseNumber<double>(value->text) : std::nullopt;
    };
    const auto bytes = [&](const char* key) {
        const auto number = numberOf(key);
        constexpr double kMost = 2305843009213693952.0; // 2^61, so that the sum of two numbers cannot overflow
        if (number && std::abs(*number) * kMegabyte < kMost)
            return std::optional<std::int64_t>(std::llround(*number * kMegabyte));
        if (number)
            source->warn("bad-number", *root.find(key),
                         std::string(key) + " is no amount of memory; it counts as unknown");
        return std::optional<std::int64_t>();
    };
    constexpr double kLastTime = 9e18;
    auto time = numberOf("test_ts");
    if (time && (*time < 0 || *time > kLastTime)) {
        source->warn("bad-number", *root.find("test_ts"), "test_ts is no time; it counts as unknown");
        time.reset();
    }
    run.name = source->text(root, "model_name");
    run.line = 1;
    run.isComplete = true;
    run.overallPeak = bytes("total_dram_mb");
    Export& exported = run.exported.emplace();
    exported.time = static_cast<std::int64_t>(time.value_or(0));
    exported.commit = source->text(root, "git_commit_hash");
    exported.model = bytes("model_dram_mb");
    exported.optimizer = bytes("optimizer_dram_mb");
    exported.activations = bytes("activations_dram_mb");
    exported.overhead = bytes("gradients_dram_mb");
    exported.other = bytes("unaccounted_dram_mb");
    exported.deviceMemory = bytes("device_memory_mb");
    return run;
}

} // namespace tidemark::tt
