#include "core/files/bytes.h"
#include "tests/support/allocator_profile.h"
#include "tests/support/profile_builder.h"
#include "tests/support/random_plan.h"
#include "tests/support/samples.h"
#include "tests/support/torch_snapshots.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

/// make_corpus FOLDER: writes seeds for each fuzzer. FOLDER/xspace, FOLDER/hlo, FOLDER/hlo_graph, FOLDER/shape and
/// FOLDER/rules get small samples and generated plans, FOLDER/oom gets messages, FOLDER/tt_train and FOLDER/tt_xla get
/// logs, FOLDER/torch gets memory snapshots, FOLDER/reports gets text reports, and FOLDER/allocator_events and
/// FOLDER/heap_profile get recordings.
namespace {

using namespace tidemark;

void write(const std::filesystem::path& folder, const std::string& name, const std::string& bytes)
{
    std::filesystem::create_directories(folder);
    std::ofstream(folder / name, std::ios::binary) << bytes;
}

void writeShapes(const std::filesystem::path& folder, const proto::HloProto& hlo, std::size_t& number)
{
    for (const auto& computation : hlo.hlo_module().computations())
        for (const auto& instruction : computation.instructions()) {
            if (number >= 300)
                return;
            write(folder, "shape" + std::to_string(number++), instruction.shape().SerializeAsString());
            if (!instruction.backend_config().empty() && number % 3 == 0)
                write(folder, "config" + std::to_string(number), instruction.backend_config());
        }
}

/// Returns whole programs without the fields that dataflow does not read, so that they are short.
void writePrograms(const std::filesystem::path& folder)
{
    constexpr std::size_t kMostBytes = 40000; // larger ones make the fuzzer slow
    for (const auto& entry : std::filesystem::directory_iterator(test::dataFolder() + "/meaning")) {
        std::ifstream file(entry.path(), std::ios::binary);
        proto::HloProto hlo;
        if (entry.path().extension() != ".pb" || !hlo.ParseFromIstream(&file))
            continue;
        hlo.DiscardUnknownFields();
        hlo.mutable_hlo_module()->clear_stack_frame_index();
        for (auto& computation : *hlo.mutable_hlo_module()->mutable_computations())
            for (auto& instruction : *computation.mutable_instructions()) {
                instruction.clear_backend_config();
                instruction.clear_literal();
            }
        if (hlo.ByteSizeLong() <= kMostBytes)
            write(folder, entry.path().stem().stem(), hlo.SerializeAsString());
    }
}

void writeTexts(const std::filesystem::path& folder, const std::string& data, const std::string& ending)
{
    for (const auto& entry : std::filesystem::directory_iterator(test::dataFolder() + data)) {
        std::ifstream file(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << '\x10' << file.rdbuf();
        if (entry.path().extension() == ending)
            write(folder, entry.path().stem(), text.str());
    }
}

void writeSnapshots(const std::filesystem::path& folder)
{
    for (const int protocol : {2, 4})
        for (const bool oneByOne : {false, true})
            write(folder, std::to_string(protocol) + (oneByOne ? "one_by_one" : "batches"),
                  test::PickleWriter::written(test::randomTorchSnapshot(1), {protocol, oneByOne}));
}

void writeReports(const std::filesystem::path& folder)
{
    const auto kindOf = [](const std::string& name) {
        return name.ends_with("-buffer-assignment.txt")  ? 0
            : name.ends_with("-live-range.txt")          ? 1
            : name.ends_with("-memory-usage-report.txt") ? 2
                                                         : 3;
    };
    for (const auto& entry : std::filesystem::directory_iterator(test::dataFolder() + "/reports")) {
        const std::string name = entry.path().filename();
        std::ifstream file(entry.path(), std::ios::binary);
        std::ostringstream text;
        text << static_cast<char>(kindOf(name)) << file.rdbuf();
        if (!name.ends_with(".hlo.pb"))
            write(folder, name, text.str());
    }
}

void writeRecordings(const std::filesystem::path& folder)
{
    write(folder / "allocator_events", "small", test::smallAllocatorProfile());
    for (const auto& entry : std::filesystem::directory_iterator(test::dataFolder() + "/history")) {
        const auto file = File::open(entry.path());
        const auto bytes
            = file ? Bytes::read(**file, 0, (*file)->size()) : Result<std::shared_ptr<const Bytes>>(file.error());
        if (bytes && entry.path().string().ends_with(".pprof.gz"))
            write(folder / "heap_profile", entry.path().stem(), std::string((*bytes)->view()));
    }
}

/// Compressed files, for their reader. Those of zstd are small: a frame with and one without a checksum, and a frame
/// that is skipped.
void writePacked(const std::filesystem::path& folder)
{
    for (const char* const name : {"/history/jax_end.pprof.gz", "/meaning/rowwise.hlo.pb.gz"}) {
        std::ifstream file(test::dataFolder() + name, std::ios::binary);
        std::ostringstream bytes;
        bytes << file.rdbuf();
        write(folder, std::filesystem::path(name).stem(), bytes.str());
    }
    using namespace std::string_literals;
    write(folder, "zstd_raw", "\x28\xb5\x2f\xfd\x20\x03\x19\0\0abc"s);
    write(folder, "zstd_repeated", "\x28\xb5\x2f\xfd\x20\x40\x03\x02\0z"s);
    write(folder, "zstd_skipped", "\x50\x2a\x4d\x18\x01\0\0\0x\x28\xb5\x2f\xfd\x20\x03\x19\0\0abc"s);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: make_corpus FOLDER\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::size_t number = 0;
    std::size_t shapes = 0;
    for (const test::SampleModule& module : test::sampleModules(20000)) {
        write(folder / "hlo", "sample" + std::to_string(number), module.bytes);
        write(folder / "xspace", "sample" + std::to_string(number++),
              test::containerBytes({{"jit_f(1)", module.bytes}}));
        proto::HloProto hlo;
        if (hlo.ParseFromString(module.bytes))
            writeShapes(folder / "shape", hlo, shapes);
    }
    writePrograms(folder / "hlo_graph");
    writeTexts(folder / "oom", "/oom", ".txt");
    for (const char* const name : {"tt_train", "tt_xla"})
        writeTexts(folder / name, "/tenstorrent", ".log");
    writeReports(folder / "reports");
    writeRecordings(folder);
    writeSnapshots(folder / "torch");
    writePacked(folder / "unpacking");
    write(folder / "rules", "two", R"({"version": 1, "rules": [
        {"category": "kv_cache", "field": "path", "pattern": "^cache\\b|\u00e9"},
        {"category": "lora_2", "field": "op_name", "pattern": "(?i)lora_[ab]{2,}", "kinds": ["parameter", "output"]}]})");
    std::mt19937 random(1);
    for (int i = 0; i < 40; ++i) {
        const proto::HloProto hlo = i % 2 == 0 ? test::consistentPlan(random) : test::contradictoryPlan(random);
        write(folder / "hlo", "random" + std::to_string(i), hlo.SerializeAsString());
        write(folder / "hlo_graph", "random" + std::to_string(i), hlo.SerializeAsString());
        test::ContainerStyle style;
        style.planeNameLast = i % 3 == 0;
        style.hloStat = i % 5 == 0 ? "HLO Proto" : "Hlo Proto";
        write(folder / "xspace", "random" + std::to_string(i),
              test::containerBytes({{"jit_f(1)", hlo.SerializeAsString()}}, style));
    }
    return number > 0 ? 0 : 1;
}
