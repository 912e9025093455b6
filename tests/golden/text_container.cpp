#include "tests/support/profile_builder.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

/// text_container FILE PLAN.txt…: writes a container of programs given as text (planFromText in
/// tests/support/profile_builder.h). Each is named after its file: jit_reborn(1).
int main(int argc, char** argv)
{
    using namespace tidemark;
    if (argc < 3) {
        std::cerr << "usage: text_container FILE PLAN.txt...\n";
        return 2;
    }
    std::vector<test::NamedHlo> modules;
    for (int i = 2; i < argc; ++i) {
        std::stringstream text;
        text << std::ifstream(argv[i]).rdbuf();
        proto::HloProto hlo = test::planFromText(text.str());
        const std::string name = "jit_" + std::filesystem::path(argv[i]).stem().string();
        hlo.mutable_hlo_module()->set_name(name);
        hlo.mutable_hlo_module()->set_id(i - 1);
        modules.push_back({name + "(" + std::to_string(i - 1) + ")", hlo.SerializeAsString()});
    }
    std::ofstream file(argv[1], std::ios::binary);
    file << test::containerBytes(modules);
    return file.flush() ? 0 : 1;
}
