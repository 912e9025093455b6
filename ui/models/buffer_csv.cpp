#include "ui/models/buffer_csv.h"

#include <ostream>

namespace tidemark::ui {
namespace {

std::string quoted(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"')
            result += '"';
        result += c;
    }
    return result + '"';
}

std::string indexText(const std::vector<std::int64_t>& index)
{
    std::string text;
    for (const std::int64_t i : index)
        text += (text.empty() ? "" : ";") + std::to_string(i);
    return text;
}

} // namespace

void writeBuffersCsv(std::ostream& out, const ViewState& state, const BufferFacts& facts, const std::vector<LiveRow>& rows)
{
    out << "id,instruction,shape_index,name,shape,size_bytes,unpadded_bytes,overlap_bytes,kind,live_out,aliased,category,rule,"
           "op_name,opcode,source_file,source_line,start_step,end_step,allocation,offset_bytes\r\n";
    for (const LiveRow& live : rows) {
        const BufferRow& row = state.timeline()->rows[live.row];
        const BufferDetails& d = facts.of(live.row);
        out << (d.id ? std::to_string(*d.id) : "") << ',' << quoted(d.instruction) << ',' << indexText(d.shapeIndex) << ','
            << quoted(d.name) << ',' << quoted(d.shape) << ',' << row.size << ',' << row.unpadded << ',' << live.overlap << ','
            << kindName(d.kind) << ',' << (d.liveOut ? "true" : "false") << ',' << (d.aliased ? "true" : "false") << ",,,"
            << quoted(d.opName) << ',' << quoted(d.opcode) << ',' << quoted(d.sourceFile) << ','
            << (d.sourceLine > 0 ? std::to_string(d.sourceLine) : "") << ',' << row.start << ',' << row.end << ','
            << d.allocation << ',' << row.offset << "\r\n";
    }
}

} // namespace tidemark::ui
