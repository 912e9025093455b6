// write_mime_types XML TEMPLATE DESKTOP: writes the MIME types of all kinds of documents for desktops. XML becomes the
// MIME types of shared-mime-info, DESKTOP the template with its @MIME_TYPES@ filled in.
#include "core/files/unpacking_reader.h"
#include "core/open/open_documents.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

namespace {

using tidemark::FileEnding;

void writeXml(std::ostream& out, const std::vector<FileEnding>& endings, const std::vector<std::string>& types)
{
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\n";
    for (const std::string& type : types) {
        std::string icon = type;
        std::ranges::replace(icon, '/', '-');
        out << "  <mime-type type=\"" << type << "\">\n"
            << "    <comment>" << std::ranges::find(endings, type, &FileEnding::mimeType)->description << "</comment>\n"
            << "    <generic-icon name=\"" << icon << "\"/>\n    <icon name=\"" << icon << "\"/>\n";
        const auto writeGlob = [&](const FileEnding& ending, std::string_view packed) {
            out << "    <glob pattern=\"*" << ending.ending << packed << "\" weight=\"60\"/>\n"; // others have 50
        };
        for (const FileEnding& ending : endings) {
            if (ending.mimeType != type)
                continue;
            writeGlob(ending, "");
            for (const std::string_view packed : tidemark::kPackedEndings)
                writeGlob(ending, packed);
        }
        out << "  </mime-type>\n";
    }
    out << "</mime-info>\n";
}

std::string filled(std::string text, const std::vector<std::string>& types)
{
    constexpr std::string_view kPlace = "@MIME_TYPES@";
    std::string list;
    for (const std::string& type : types)
        list += type + ";";
    if (const std::size_t at = text.find(kPlace); at != std::string::npos)
        text.replace(at, kPlace.size(), list);
    return text;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::cerr << "usage: write_mime_types XML TEMPLATE DESKTOP\n";
        return 2;
    }
    const std::vector<FileEnding> endings = endingsOf(tidemark::allKinds());
    std::vector<std::string> types; // each once, in the order of the table
    for (const FileEnding& ending : endings)
        if (!ending.mimeType.empty() && std::ranges::find(types, ending.mimeType) == types.end())
            types.push_back(ending.mimeType);
    std::ofstream xml(argv[1]);
    writeXml(xml, endings, types);
    std::ifstream desktopTemplate(argv[2]);
    std::ofstream desktop(argv[3]);
    desktop << filled({std::istreambuf_iterator<char>(desktopTemplate), {}}, types);
    xml.close();
    desktop.close();
    return xml && desktop && desktopTemplate ? 0 : 1;
}
