#include "tests/bench/generator.h"
#include "tests/support/temp_folder.h"

#include <charconv>
#include <cstring>
#include <fstream>
#include <iostream>

/// Writes inputs of any size for experiments and for compare_xprof.sh.
int main(int argc, char** argv)
{
    using namespace tidemark::test;
    const auto usage = [] {
        std::cerr << "usage: generate plan OUT.hlo.pb BUFFERS LIVE\n"
                     "       generate container OUT.xplane.pb NAME(ID)=FILE.hlo.pb EVENT_MIB\n"
                     "       generate sparse OUT.xplane.pb NAME(ID)=FILE.hlo.pb HOLE_GIB\n";
        return 2;
    };
    if (argc != 5)
        return usage();
    const auto number = [&](int at) {
        std::uint32_t value = 0;
        std::from_chars(argv[at], argv[at] + std::strlen(argv[at]), value);
        return value;
    };
    const std::string what = argv[1];
    const std::string out = argv[2];
    if (what == "plan") {
        const GeneratedPlan plan = generatePlan(number(3), number(4));
        std::ofstream(out, std::ios::binary) << plan.hlo;
        std::cout << plan.hlo.size() << " bytes, " << plan.steps << " steps, peak " << plan.peakBytes << " bytes\n";
        return 0;
    }
    const std::string source = argv[3];
    const std::size_t equals = source.rfind('=');
    if (equals == std::string::npos || (what != "container" && what != "sparse"))
        return usage();
    const std::string hlo = readFile(source.substr(equals + 1));
    const std::string name = source.substr(0, equals);
    const bool written = what == "sparse" ? writeSparseContainer(out, name, hlo, std::uint64_t{number(4)} << 30)
                                          : writeContainer(out, name, hlo, std::uint64_t{number(4)} << 20);
    return written ? 0 : 1;
}
