#pragma once

#include "tests/support/opened.h"
#include "tests/support/profile_builder.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace tidemark::test {

inline std::string small(int size, const std::string& extra = {})
{
    return hloBytes("param 0 " + std::to_string(size) + "\n p 0 " + std::to_string(size) + extra);
}

class DocumentTest : public testing::Test
{
protected:
    std::shared_ptr<const XlaDocument> open(const std::vector<std::string>& paths)
    {
        auto document = openXla(paths);
        EXPECT_TRUE(document) << document.error().message;
        return *document;
    }
    std::string container(const std::string& name, const std::vector<NamedHlo>& modules,
                          const ContainerStyle& style = {})
    {
        return m_folder.write(name, containerBytes(modules, style));
    }
    TempFolder m_folder;
};

inline std::vector<std::string> names(const Document& document)
{
    std::vector<std::string> result;
    for (const ProgramId program : allPrograms(document))
        result.push_back(document.catalogue().fileOf(program).host + " "
                         + document.catalogue().programs[program.index()].fullName());
    return result;
}

} // namespace tidemark::test
