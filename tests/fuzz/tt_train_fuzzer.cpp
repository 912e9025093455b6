#include "core/base/text.h"
#include "core/tenstorrent/tt_train/run_report.h"
#include "core/tenstorrent/tt_train/train_log_reader.h"
#include "tests/fuzz/fuzz_file.h"
#include "tests/support/exact_buffer.h"

#include <algorithm>
#include <sstream>

/// Fuzzes training logs. The first byte determines the parts in which the rest is read, which must not change the
/// result.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tidemark;
    if (size == 0)
        return 0;
    const std::string_view log(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto written = [&](std::size_t part) {
        tt::TrainLogReader reader;
        for (std::string_view rest = log; !rest.empty(); rest.remove_prefix(std::min(part, rest.size())))
            reader.push(test::ExactBuffer(rest.substr(0, part)).view());
        const tt::Runs runs = reader.finish();
        std::ostringstream out;
        for (const TableFormat format : {TableFormat::Json, TableFormat::Csv, TableFormat::Text})
            tt::writeReport(out, format, runs, {});
        tt::writeHistogram(out, tt::listOf(runs), {}, "title");
        for (const tt::Run& run : runs.list) {
            const tt::Levels levels = tt::dramLevels(run);
            const auto parts = tt::peakParts(run, levels);
            std::int64_t sum = 0;
            for (const Part& each : parts) {
                test::require(each.bytes >= 0 ? "" : "a part of the peak below nothing");
                sum += each.bytes;
            }
            test::require(parts.empty() || sum == *levels.peak ? "" : "the parts do not add up to the peak");
        }
        return out.str();
    };
    const std::string whole = written(log.size() + 1);
    test::require(isValidUtf8(whole) ? "" : "output that is no UTF-8");
    test::require(written(1 + data[0] % 64) == whole ? "" : "the same log in parts is another");
    return 0;
}
