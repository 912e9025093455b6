// Measures the time from the start of the process to the first painted chart, compared with a process that shows a
// window with an empty QChartView. Both are run by this program in turn. Goal: first_per_empty is at most 3.

#include "app/gui/application.h"
#include "core/open/open_documents.h"
#include "tests/support/temp_folder.h"
#include "ui/charts/memory_chart.h"

#include <benchmark/benchmark.h>

#include <QChartView>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iostream>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace tidemark;

constexpr QSize kWindow(1180, 760);

/// Ends the process after a widget accepted by `isWanted` has been painted.
class EndAfterPaint : public QObject
{
public:
    explicit EndAfterPaint(std::function<bool(QObject*)> isWanted)
        : m_isWanted(std::move(isWanted))
    {
        qApp->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && m_isWanted(object))
            QTimer::singleShot(0, qApp, [] {
                const char painted = 'p';
                std::_Exit(::write(STDOUT_FILENO, &painted, 1) == 1 ? 0 : 1);
            });
        return false;
    }

private:
    std::function<bool(QObject*)> m_isWanted;
};

int showEmpty(int& argc, char** argv)
{
    QApplication application(argc, argv);
    QMainWindow window;
    auto* view = new QChartView(&window);
    window.setCentralWidget(view);
    window.resize(kWindow);
    const EndAfterPaint end([view](QObject* object) { return object == view->viewport(); });
    window.show();
    return application.exec();
}

int showExample(int& argc, char** argv)
{
    gui::Application application(argc, argv, allKinds());
    // The page with the chart is created when the view is ready.
    const EndAfterPaint end([](QObject* object) { return qobject_cast<ui::MemoryChart*>(object) != nullptr; });
    application.open({TIDEMARK_EXAMPLE});
    return application.exec();
}

/// Measures until the byte that the process writes after painting, because its exit may wait for the disk.
double secondsOf(const char* program, const char* mode)
{
    const auto start = std::chrono::steady_clock::now();
    const char* const arguments[] = {program, mode, nullptr};
    int ends[2] = {};
    posix_spawn_file_actions_t output{};
    pid_t child = 0;
    char painted = 0;
    const bool isStarted = ::pipe(ends) == 0 && ::posix_spawn_file_actions_init(&output) == 0
        && ::posix_spawn_file_actions_adddup2(&output, ends[1], STDOUT_FILENO) == 0
        && ::posix_spawn(&child, program, &output, nullptr, const_cast<char* const*>(arguments), environ) == 0
        && ::close(ends[1]) == 0;
    const bool isPainted = isStarted && ::read(ends[0], &painted, 1) == 1;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    int status = 1;
    if (!isPainted || ::waitpid(child, &status, 0) != child || status != 0) {
        std::cerr << program << ' ' << mode << " failed\n";
        std::exit(1);
    }
    ::close(ends[0]);
    ::posix_spawn_file_actions_destroy(&output);
    return seconds;
}

/// Takes the minimum, because other load on the machine only adds time.
double least(const std::vector<double>& times)
{
    return std::ranges::min(times);
}

void start(benchmark::State& state)
{
    std::vector<double> empty;
    std::vector<double> first;
    for (auto _ : state) {
        empty.push_back(secondsOf("/proc/self/exe", "empty"));
        first.push_back(secondsOf("/proc/self/exe", "example"));
    }
    state.counters["empty_ms"] = 1e3 * least(empty);
    state.counters["first_ms"] = 1e3 * least(first);
    state.counters["first_per_empty"] = least(first) / least(empty);
}

BENCHMARK(start)->Unit(benchmark::kMillisecond)->MinTime(5)->UseRealTime();

} // namespace

int main(int argc, char** argv)
{
    if (argc == 2 && std::strcmp(argv[1], "empty") == 0)
        return showEmpty(argc, argv);
    if (argc == 2 && std::strcmp(argv[1], "example") == 0)
        return showExample(argc, argv);
    const test::TempFolder settings; // not the user's
    setenv("XDG_CONFIG_HOME", settings.path().c_str(), 1);
    setenv("XDG_RUNTIME_DIR", settings.path().c_str(), 1);
    setenv("QT_QPA_PLATFORM", "offscreen", 0);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
