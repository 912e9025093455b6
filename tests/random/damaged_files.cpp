// damaged_files [--kind containers|hlo|texts] [--count N] [--seed N]: damages small files of tests/data and of the
// samples in all ways, asks each a question of the command line and draws it as a picture. Each run must not crash,
// must report errors with a message, must use time and memory bounded by the size of the file, and must not change its
// answer silently. Prints every finding with the seed that reproduces it (--seed S --count 1), and keeps the file in
// the folder named by TIDEMARK_KEEP.
#include "app/gui/export_command.h"
#include "tests/support/command_answers.h"
#include "tests/support/damager.h"
#include "tests/support/framing.h"
#include "tests/support/samples.h"
#include "tests/support/temp_folder.h"

#include <CLI/CLI.hpp>
#include <QApplication>
#include <google/protobuf/stubs/logging.h>
#include <nlohmann/json.hpp>

#include <array>
#include <ctime>
#include <malloc.h>

namespace {

using namespace tidemark;
using namespace tidemark::test;
using nlohmann::json;

constexpr int kMostSeconds = 2; // of processors
constexpr std::uint64_t kMostMemory = std::uint64_t{64} << 20; // bytes, in addition to ten times the input
constexpr std::uint64_t kTimesInput = 10;

enum class Kind { Containers, Hlo, Texts };

struct Source {
    std::string name; // the name of the written copy, which determines the kind of the file
    std::string bytes;
    std::vector<std::size_t> places; // offsets where damage is most effective; empty: not a protobuf file
};

std::vector<std::size_t> framingPlaces(const std::string& bytes, bool isCapture)
{
    std::vector<std::size_t> places;
    const auto add = [&](std::size_t offset, const std::vector<BitPlace>& bits) {
        for (const BitPlace place : bits)
            if (places.empty() || places.back() != offset + place.byte)
                places.push_back(offset + place.byte);
    };
    if (!isCapture) {
        if (isHlo(bytes))
            add(0, framingBits(*proto::HloProto::descriptor(), bytes));
        return places;
    }
    const auto programs = programsOf(bytes);
    if (!programs)
        return places;
    add(0, framingBits(*proto::XSpace::descriptor(), bytes, proto::XLine::descriptor()));
    for (const std::string& hlo : *programs)
        if (isHlo(hlo))
            add(bytes.find(hlo), framingBits(*proto::HloProto::descriptor(), hlo));
    return places;
}

bool isText(const std::string& name)
{
    constexpr std::array kEndings = {".txt", ".log", ".json", ".html", ".err", ".out"};
    return std::ranges::any_of(kEndings, [&](const char* ending) { return name.ends_with(ending); });
}

/// Returns small files: the damaged part matters, not the amount of data.
std::vector<Source> sourcesOf(Kind kind)
{
    constexpr std::uintmax_t kLargest = 200'000; // bytes
    std::vector<std::string> roots{dataFolder()};
    if (const char* const samples = std::getenv("TIDEMARK_SAMPLES"); samples && *samples != '\0')
        roots.emplace_back(samples);
    std::vector<std::string> paths;
    for (const std::string& root : roots)
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
            if (entry.is_regular_file() && entry.file_size() > 0 && entry.file_size() <= kLargest)
                paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    std::vector<Source> sources;
    for (const std::string& path : paths) {
        const std::string name = std::filesystem::path(path).filename().string();
        const bool isCapture = name.ends_with(".xplane.pb");
        const bool isOfKind = kind == Kind::Containers ? isCapture
            : kind == Kind::Hlo                        ? name.ends_with(".pb") && !isCapture
                                                       : isText(name);
        if (!isOfKind)
            continue;
        std::string bytes = readFile(path);
        if (std::ranges::any_of(sources, [&](const Source& other) { return other.bytes == bytes; }))
            continue;
        std::vector<std::size_t> places
            = kind == Kind::Texts ? std::vector<std::size_t>() : framingPlaces(bytes, isCapture);
        sources.push_back({name, std::move(bytes), std::move(places)});
    }
    return sources;
}

const std::vector<std::vector<std::string>> kQuestions
    = {{"modules", "--format", "json"},  {"summary", "--format", "json"},
       {"timeline", "--format", "json"}, {"buffers", "--at", "all", "--format", "json"},
       {"check", "--format", "json"},    {"advise", "--format", "json"},
       {"gaps", "--format", "json"},     {"attribution", "--format", "json"}};
const std::vector<std::string> kViews = {"chart", "icicle", "map", "message", "runs", "operations", "workers"};

/// Returns a value of /proc/self/status in bytes.
std::uint64_t memory(const char* name)
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == name) {
            std::uint64_t kibibytes = 0;
            status >> kibibytes;
            return kibibytes << 10;
        }
    return 0;
}

/// Measures the processor time and the peak memory of some work, relative to the memory used before it.
class Measured
{
public:
    Measured()
    {
        ::malloc_trim(0);
        std::ofstream("/proc/self/clear_refs") << "5"; // resets the peak
        m_before = memory("VmRSS:");
        m_begin = std::clock();
    }
    /// The processor seconds of this process; other programs do not count.
    double seconds() const { return static_cast<double>(std::clock() - m_begin) / CLOCKS_PER_SEC; }
    std::uint64_t bytes() const
    {
        const std::uint64_t now = memory("VmHWM:");
        return now > m_before ? now - m_before : 0;
    }

private:
    std::uint64_t m_before;
    std::clock_t m_begin;
};

class Runner
{
public:
    explicit Runner(Kind kind)
        : m_sources(sourcesOf(kind))
    { }

    /// Makes one damaged file and records every problem with its answers.
    void run(std::uint32_t seed)
    {
        Damager damager(seed);
        const Source& source = m_sources[damager.below(m_sources.size())];
        m_seed = seed;
        m_bytes = damager.damaged(source.bytes, source.places, damager.below(2) == 0 ? 1 : 3);
        m_isOnce = damager.changed() == 1;
        m_name = source.name;
        const std::vector<std::string>& question = kQuestions[damager.below(kQuestions.size())];
        const std::string view = damager.below(2) == 0 ? "" : kViews[damager.below(kViews.size())];
        m_path = m_folder.write(source.name, m_bytes);
        const Measured asking;
        const Answer answer = ask(question, m_path);
        expectBounds("asked " + question.front(), asking);
        expectWord(source, question, answer);
        draw(view, damager.below(8) == 0);
        std::filesystem::remove(m_path);
    }

    int findings() const { return m_findings; }
    std::size_t sources() const { return m_sources.size(); }
    std::size_t refused() const { return m_refused; }
    std::size_t drawn() const { return m_drawn; }
    double slowest() const { return m_slowest; }

private:
    void found(const std::string& what)
    {
        ++m_findings;
        std::cout << "seed " << m_seed << ", " << m_name << ": " << what << std::endl;
        if (const char* const folder = std::getenv("TIDEMARK_KEEP"))
            std::ofstream(std::string(folder) + "/" + std::to_string(m_seed) + "-" + m_name, std::ios::binary)
                << m_bytes;
    }

    void expectBounds(const std::string& what, const Measured& measured)
    {
        const double seconds = measured.seconds();
        m_slowest = std::max(m_slowest, seconds);
        if (seconds > kMostSeconds)
            found(what + " takes " + std::to_string(seconds) + " s");
        const std::uint64_t most = kTimesInput * m_bytes.size() + kMostMemory;
        if (const std::uint64_t taken = measured.bytes(); taken > most)
            found(what + " takes " + std::to_string(taken >> 20) + " MiB for " + std::to_string(m_bytes.size())
                  + " bytes");
    }

    void expectWord(const Source& source, const std::vector<std::string>& question, const Answer& answer)
    {
        if (answer.status != 0 && answer.status != 1 && answer.status != 3)
            found(question.front() + " ends with " + std::to_string(answer.status));
        if (answer.status != 0 && answer.err.empty() && question.front() != "check")
            found(question.front() + " fails without a word");
        if (answer.status == 0 && !json::accept(answer.out))
            found(question.front() + " answers what is no JSON");
        // With several changes, one may be refused while another one yields a different program. The module list is
        // computed from the buffers alone, and an attribution of workers does not list the problems of single programs.
        const bool isOther = !m_isOnce || question.front() == "modules" || question.front() == "attribution";
        if (source.places.empty() || isOther || !isRefusedNow() || answer.status != 0)
            return;
        ++m_refused;
        if (answer.err.find("warning: ") != std::string::npos || hasWarnings(answer))
            return;
        const Answer whole = ask(question, m_folder.write(source.name, source.bytes));
        m_folder.write(source.name, m_bytes);
        if (whole.out != answer.out)
            found(question.front() + " answers something else without a word");
    }
    /// Returns true if protobuf refuses the damaged program or capture.
    bool isRefusedNow() const { return isRefused(m_bytes, m_name.ends_with(".xplane.pb")); }
    static bool hasWarnings(const Answer& answer)
    {
        const json all = json::parse(answer.out, nullptr, false);
        return all.is_object() && all.contains("warnings") && !all["warnings"].empty();
    }

    void draw(const std::string& view, bool isPng)
    {
        const std::string picture = m_folder.path(isPng ? "picture.png" : "picture.svg");
        gui::ExportRequest request;
        request.file = picture;
        request.path = m_path;
        request.view = view;
        request.question.size = {640, 360};
        const Measured drawing;
        int status = 0;
        std::string said;
        {
            const Captured err(std::cerr);
            status = gui::exportPicture(request, allKinds());
            said = err.text();
        }
        expectBounds("drawn as " + (view.empty() ? "it is" : view), drawing);
        const bool isThere = std::filesystem::exists(picture);
        m_drawn += isThere ? 1 : 0;
        if ((status == 0) != isThere)
            found("drawn as " + view + ": status " + std::to_string(status) + (isThere ? " with" : " without")
                  + " a picture");
        if (status != 0 && said.empty())
            found("drawn as " + view + " fails without a word");
        std::filesystem::remove(picture);
    }

    const TempFolder m_folder;
    const std::vector<Source> m_sources;
    std::uint32_t m_seed = 0;
    std::string m_name;
    std::string m_bytes;
    std::string m_path;
    bool m_isOnce = false; // changed at one place
    int m_findings = 0;
    std::size_t m_refused = 0;
    std::size_t m_drawn = 0;
    double m_slowest = 0;
};

} // namespace

int main(int argc, char** argv)
{
    std::uint32_t seed = 1;
    std::uint32_t count = 100;
    Kind kind = Kind::Containers;
    CLI::App options("Damaged files, asked and drawn.");
    options.add_option("--kind", kind, "what is damaged")
        ->transform(CLI::CheckedTransformer(
            std::map<std::string, Kind>{{"containers", Kind::Containers}, {"hlo", Kind::Hlo}, {"texts", Kind::Texts}}));
    options.add_option("--seed", seed, "of the first file");
    options.add_option("--count", count, "of files");
    CLI11_PARSE(options, argc, argv);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const google::protobuf::LogSilencer quiet;
    Runner runner(kind);
    for (std::uint32_t i = 0; i < count; ++i)
        runner.run(seed + i);
    std::cout << count << " files from seed " << seed << " on, made of " << runner.sources() << "; " << runner.refused()
              << " answered that protobuf refuses, " << runner.drawn() << " drawn; the slowest took "
              << runner.slowest() << " s; " << runner.findings() << " findings" << std::endl;
    return runner.findings() == 0 ? 0 : 1;
}
