#include "core/report/rules_json.h"

#include "core/report/json_writer.h"

#include <ostream>

namespace tidemark {

void writeRules(std::ostream& out, std::span<const Rule> rules)
{
    JsonWriter json(out, JsonLayout::Spaced);
    json.beginObject().key("version").value(1).key("rules").beginArray(JsonLayout::Rows);
    for (const Rule& rule : rules) {
        json.beginObject();
        json.key("category").value(rule.category);
        json.key("field").value(ruleFieldName(rule.field));
        json.key("pattern").value(rule.pattern);
        if (!rule.kinds.empty()) {
            json.key("kinds").beginArray(JsonLayout::Spaced);
            for (const std::string& kind : rule.kinds)
                json.value(kind);
            json.endArray();
        }
        json.endObject();
    }
    json.endArray().endObject();
    out << '\n';
}

} // namespace tidemark
