#include "tests/support/samples.h"

#include "core/xla/programs/dump_folder.h"
#include "core/xla/programs/xla_document.h"
#include "proto/xplane.pb.h"
#include "tests/support/opened.h"
#include "tests/support/wire_writer.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <cstdlib>
#include <set>
#include <stdexcept>

namespace tidemark::test {
using namespace xla;

std::string dataFolder()
{
    return TIDEMARK_TEST_DATA;
}

std::vector<std::string> samplePaths()
{
    std::vector<std::string> folders = {dataFolder()};
    if (const char* samples = std::getenv("TIDEMARK_SAMPLES"); samples && *samples)
        folders.emplace_back(samples);
    std::vector<std::string> paths;
    const auto found = findInputs(folders, xlaKind().endings);
    if (found)
        for (const InputFile& file : found->files)
            if (!stemOfReport(file.path) && file.path.find("/safety/") == std::string::npos) // damaged on purpose
                paths.push_back(file.path);
    return paths;
}

std::vector<SampleModule> sampleModules(std::size_t limit)
{
    std::vector<SampleModule> modules;
    std::set<std::string> seen;
    for (const std::string& path : samplePaths()) {
        const auto document = openXla({path});
        if (!document)
            continue;
        for (const ProgramId program : allPrograms(**document)) {
            const auto parts = (*document)->parts(program);
            if (!parts || sizeOf(parts->module) + sizeOf(parts->assignment) > limit)
                continue;
            std::string hlo;
            for (const auto& [field, part] : {std::pair(1U, &parts->module), std::pair(3U, &parts->assignment)})
                if (const auto bytes = readHloPart(*part); bytes && !part->empty())
                    hlo += bytesField(field, (*bytes)->view());
            if (seen.insert(hlo).second)
                modules.push_back(
                    {path + " " + (*document)->catalogue().programs[program.index()].fullName(), std::move(hlo)});
        }
    }
    return modules;
}

std::string withFewerEvents(const std::string& capture)
{
    constexpr int kKept = 3;
    proto::XSpace space;
    if (!space.ParseFromString(capture))
        throw std::invalid_argument("no XSpace");
    for (proto::XPlane& plane : *space.mutable_planes()) {
        if (plane.name() == "/host:metadata")
            continue;
        std::set<std::int64_t> keys; // in an order that is the same in every run
        for (const auto& [key, kind] : plane.event_metadata())
            keys.insert(key);
        for (auto key = keys.rbegin(); plane.event_metadata_size() > kKept; ++key)
            plane.mutable_event_metadata()->erase(*key);
        while (plane.lines_size() > kKept)
            plane.mutable_lines()->RemoveLast();
    }
    std::string bytes;
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream out(&stream);
    out.SetSerializationDeterministic(true);
    space.SerializeToCodedStream(&out);
    out.Trim();
    return bytes;
}

} // namespace tidemark::test
