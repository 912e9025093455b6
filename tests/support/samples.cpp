#include "tests/support/samples.h"

#include "tests/support/opened.h"

#include <cstdlib>
#include <set>

namespace tidemark::test {

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
    const auto found = findInputs(folders, allEndings());
    if (found)
        for (const InputFile& file : found->files)
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
            if (sizeOf((*document)->hlo(program)) > limit)
                continue;
            const auto bytes = Bytes::read((*document)->hlo(program));
            if (bytes && seen.emplace((*bytes)->view()).second)
                modules.push_back({path + " " + (*document)->catalogue().programs[program.index()].fullName(),
                                   std::string((*bytes)->view())});
        }
    }
    return modules;
}

} // namespace tidemark::test
