#include "core/report/warnings_json.h"

namespace tidemark {

void writeWarnings(JsonWriter& json, const std::vector<Warning>& warnings)
{
    json.key("warnings").beginArray();
    for (const Warning& warning : warnings) {
        json.beginObject();
        json.key("code").value(warning.code);
        json.key("text").value(warning.describe());
        json.endObject();
    }
    json.endArray();
}

} // namespace tidemark
