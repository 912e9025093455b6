#include "core/open/known_formats.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

struct Recogniser {
    bool (*isOne)(std::string_view start, std::string_view path);
    KnownFormat format;
};

/// Returns whether the bytes start with a field 1 that holds two numbers, like the sample types of a pprof profile.
/// Source: profile.proto of google/pprof.
bool isPprof(std::string_view start, std::string_view)
{
    constexpr std::size_t kMostOfType = 22; // two tags and two numbers
    if (start.size() < 4 || start[0] != '\x0a')
        return false;
    const auto length = static_cast<unsigned char>(start[1]);
    if (length < 2 || length > kMostOfType || start.size() < 2 + std::size_t{length})
        return false;
    const std::string_view type = start.substr(2, length);
    const auto isContinued = [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; };
    std::size_t at = type[0] == '\x08' ? 1 : 0; // type: a number, left out if it is 0
    while (at > 0 && at < type.size() && isContinued(type[at]))
        ++at;
    at += at > 0;
    return at < type.size() && type[at] == '\x10'; // unit: a number
}

bool isPickle(std::string_view start)
{
    return start.size() > 2 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
}

bool isTorchSnapshot(std::string_view start, std::string_view)
{
    return isPickle(start) && start.find("segments") != std::string_view::npos;
}

bool isOtherPickle(std::string_view start, std::string_view)
{
    return isPickle(start);
}

bool isTrace(std::string_view start, std::string_view path)
{
    const bool isJson = start.starts_with('{') || start.starts_with('[');
    return isJson
        && (path.find(".trace.json") != std::string_view::npos
            || start.find("\"traceEvents\"") != std::string_view::npos
            || start.find("\"displayTimeUnit\"") != std::string_view::npos);
}

bool isArray(std::string_view start, std::string_view)
{
    return start.starts_with("\x93NUMPY");
}

bool isZip(std::string_view start, std::string_view)
{
    return start.starts_with("PK\x03\x04");
}

constexpr std::array kRecognisers = {
    Recogniser{
        isPprof,
        {"a device memory profile (pprof), as jax.profiler.save_device_memory_profile() writes it",
         "Tidemark does not open these profiles yet; pprof -http=: FILE shows them. To see the plan of a program, "
         "capture it with jax.profiler.trace() or dump it with tidemark-cli record -- COMMAND."}},
    Recogniser{isTorchSnapshot,
               {"a PyTorch memory snapshot, as torch.cuda.memory._dump_snapshot() writes it",
                "Tidemark does not open snapshots yet; PyTorch's page pytorch.org/memory_viz shows them."}},
    Recogniser{isOtherPickle, {"a Python pickle", "Tidemark opens no pickles."}},
    Recogniser{
        isTrace,
        {"a Chrome trace",
         "It has times but no memory plans. A profiler writes the plans into the .xplane.pb in the same folder."}},
    Recogniser{isArray, {"a NumPy array", "It holds data and no memory plan."}},
    Recogniser{isZip,
               {"a zip archive, which may be a NumPy .npz or a PyTorch checkpoint", "Tidemark opens no archives."}},
};

} // namespace

std::optional<KnownFormat> knownFormat(std::string_view start, std::string_view path)
{
    for (const Recogniser& each : kRecognisers)
        if (each.isOne(start, path))
            return each.format;
    return std::nullopt;
}

} // namespace tidemark
