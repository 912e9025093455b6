#include "core/tenstorrent/train/ci_export.h"

#include "core/base/located_json.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/tenstorrent/train/summary_line.h"

namespace tidemark::tt {
namespace {

std::optional<double> numberOf(const LocatedJson* value)
{
    return value && value->type == LocatedJson::Type::Number ? parseNumber<double>(value->text) : std::nullopt;
}

std::string textOf(const LocatedJson* value)
{
    return value && value->type == LocatedJson::Type::String ? validUtf8(value->text) : std::string();
}

} // namespace

std::optional<Run> readExport(std::string_view text)
{
    const auto json = parseLocatedJson(text, 1);
    if (!json || json->type != LocatedJson::Type::Object)
        return std::nullopt;
    constexpr double kLastTime = 9e18;
    const auto time = numberOf(json->find("test_ts"));
    if (!time || *time < 0 || *time > kLastTime || !json->find("total_dram_mb") || !json->find("model_dram_mb"))
        return std::nullopt;
    Run run;
    const auto bytes = [&](const char* key) {
        const LocatedJson* const value = json->find(key);
        const auto number = numberOf(value);
        const auto amount = number ? megabytes(*number) : std::nullopt;
        if (value && value->type != LocatedJson::Type::Null && !amount)
            run.warnings.addNamed("bad-number", std::string(key) + " is no amount of memory; it counts as not known.",
                                  value->at);
        return amount;
    };
    run.name = textOf(json->find("model_name"));
    run.line = 1;
    run.isComplete = true;
    run.overallPeak = bytes("total_dram_mb");
    Export& exported = run.exported.emplace();
    exported.time = static_cast<std::int64_t>(*time);
    exported.commit = textOf(json->find("git_commit_hash"));
    exported.model = bytes("model_dram_mb");
    exported.optimizer = bytes("optimizer_dram_mb");
    exported.activations = bytes("activations_dram_mb");
    exported.overhead = bytes("gradients_dram_mb");
    exported.other = bytes("unaccounted_dram_mb");
    exported.deviceMemory = bytes("device_memory_mb");
    return run;
}

} // namespace tidemark::tt
