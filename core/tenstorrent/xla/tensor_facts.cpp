#include "core/tenstorrent/xla/tensor_facts.h"

namespace tidemark::ttxla {
namespace {

void writeTextOrNull(JsonWriter& json, std::string_view value)
{
    if (value.empty())
        json.null();
    else
        json.value(value);
}

void writeTensors(JsonWriter& json, const char* shapes, const char* dtypes, const std::vector<TensorType>& tensors)
{
    json.key(shapes).beginArray();
    for (const TensorType& tensor : tensors)
        writeTextOrNull(json, tensor.shape);
    json.endArray().key(dtypes).beginArray();
    for (const TensorType& tensor : tensors)
        writeTextOrNull(json, tensor.dtype);
    json.endArray();
}

void writeSizes(JsonWriter& json, const char* name, const std::vector<std::int64_t>& sizes)
{
    json.key(name).beginArray();
    for (const std::int64_t size : sizes)
        json.value(size);
    json.endArray();
}

void writeSizesOrNull(JsonWriter& json, const char* name, const std::vector<std::int64_t>& sizes)
{
    if (sizes.empty())
        json.key(name).null();
    else
        writeSizes(json, name, sizes);
}

void writeLayout(JsonWriter& json, const std::optional<TensorLayout>& layout)
{
    json.key("output_layout_info");
    if (!layout) {
        json.null();
        return;
    }
    json.beginObject();
    writeSizes(json, "logical_shape", layout->shape);
    json.key("dtype").value(layout->dtype);
    json.key("unpadded_bytes").value(layout->unpaddedBytes);
    json.key("is_tiled").value(layout->tile.has_value());
    writeSizesOrNull(json, "memref_shape", layout->memref);
    writeSizesOrNull(json, "tile_size",
                     layout->tile ? std::vector{layout->tile->first, layout->tile->second}
                                  : std::vector<std::int64_t>());
    writeSizes(json, "padded_shape", layout->paddedShape);
    json.key("padded_bytes").value(layout->paddedBytes).key("buffer_type");
    writeTextOrNull(json, layout->bufferType);
    json.key("overhead_pct").value(layout->overheadPercent()).endObject();
}

} // namespace

void writeTensorFacts(JsonWriter& json, const OperationFacts& facts)
{
    writeTensors(json, "input_shapes", "input_dtypes", facts.inputTensors);
    writeTensors(json, "output_shapes", "output_dtypes", facts.outputTensors);
    writeLayout(json, facts.layout);
}

} // namespace tidemark::ttxla
