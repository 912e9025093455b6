// Measures the cost of the chart, compared with an empty QChartView of the same size in the same run. Goals:
// hover_p99_per_full and buffer_p99_per_full at most 0.25, zoom_per_empty at most 3, hover_p99_ms of the strips at most
// 8.

#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "tests/bench/generator.h"
#include "ui/charts/buffer_strips.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/region_chart.h"
#include "ui/shell/main_window.h"

#include <benchmark/benchmark.h>

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QChartView>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace tidemark;
using namespace tidemark::ui;

/// Returns the largest sample if the samples are available, else the bundled example.
std::string largestSample()
{
    if (const char* samples = std::getenv("TIDEMARK_SAMPLES")) {
        const auto path = std::filesystem::path(samples) / "tpu_hlo" / "train_24layers_v5p.hlo.pb";
        if (std::filesystem::exists(path))
            return path.string();
    }
    return TIDEMARK_EXAMPLE;
}

std::shared_ptr<const View> open(const std::string& path)
{
    const auto document = openDocuments({path}, allKinds())->front();
    Warnings unread;
    return *document->view(*resolve(*document, {}, unread), {});
}

std::shared_ptr<const View> largestView()
{
    static const std::shared_ptr<const View> kView = open(largestSample());
    return kView;
}

double now(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Function>
double seconds(const Function& function, clockid_t clock = CLOCK_MONOTONIC)
{
    const double start = now(clock);
    function();
    return now(clock) - start;
}

/// Processor time of all threads: a 99th percentile of wall time would depend on the load of the machine.
template <class Function>
double processorSeconds(const Function& function)
{
    return seconds(function, CLOCK_PROCESS_CPUTIME_ID);
}

/// Processor time of the UI thread: drawing on another thread does not block the user.
template <class Function>
double interfaceSeconds(const Function& function)
{
    return seconds(function, CLOCK_THREAD_CPUTIME_ID);
}

double quantile(std::vector<double> times, double share)
{
    std::ranges::sort(times);
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

/// A chart of the largest sample with every costly option shown, and an empty view of the same size.
struct Charts {
    explicit Charts(QSize size)
        : chart(&state)
    {
        chart.resize(size);
        empty.resize(size);
        state.setView(largestView());
        state.axis().setCursor(StepId(state.axis().steps() / 2));
        state.focus().setPinned(state.live().front().row);
        for (QWidget* widget : {static_cast<QWidget*>(&chart), static_cast<QWidget*>(&empty)}) {
            widget->show();
            QApplication::processEvents();
        }
    }

    void repaintAll()
    {
        chart.setCapacity(std::nullopt); // forgets the pictures it keeps
        chart.repaint();
    }

    void hover(double x)
    {
        const QPointF at(80 + x * (chart.width() - 100), chart.height() / 2.0);
        QMouseEvent event(QEvent::MouseMove, at, chart.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&chart, &event);
        QApplication::processEvents(); // repaints what the event made dirty
    }

    /// Does the same as hovering a buffer in the strips.
    void pointAt(RowId row)
    {
        state.focus().setHovered(row);
        QApplication::processEvents();
    }

    void wheel(int delta)
    {
        const QPointF at(chart.width() * 0.6, chart.height() / 2.0);
        QWheelEvent event(at, chart.mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&chart, &event);
        chart.repaint();
    }

    ViewState state;
    MemoryChart chart;
    QChartView empty;
};

QSize sizeOf(const benchmark::State& state)
{
    return {static_cast<int>(state.range(0)), static_cast<int>(state.range(1))};
}

void hover(benchmark::State& state)
{
    Charts charts(sizeOf(state));
    std::vector<double> full;
    std::vector<double> hovers;
    for (auto _ : state) {
        full.push_back(processorSeconds([&] { charts.repaintAll(); }));
        QApplication::processEvents(); // events left over by repaint()
        for (int i = 0; i < 5; ++i) {
            const double x = static_cast<double>(hovers.size() * 37 % 1000) / 1000;
            hovers.push_back(processorSeconds([&] { charts.hover(x); }));
        }
    }
    std::vector<double> buffers;
    for (std::size_t i = 0; i < hovers.size(); ++i)
        buffers.push_back(
            processorSeconds([&] { charts.pointAt(charts.state.live()[i * 7 % charts.state.live().size()].row); }));
    state.counters["full_ms"] = 1e3 * quantile(full, 0.5);
    state.counters["hover_ms"] = 1e3 * quantile(hovers, 0.5);
    state.counters["hover_p99_ms"] = 1e3 * quantile(hovers, 0.99);
    state.counters["buffer_ms"] = 1e3 * quantile(buffers, 0.5);
    state.counters["buffer_p99_per_full"] = quantile(buffers, 0.99) / quantile(full, 0.99);
    state.counters["hover_p99_per_full"] = quantile(hovers, 0.99) / quantile(full, 0.99);
}

void zoom(benchmark::State& state)
{
    Charts charts(sizeOf(state));
    std::vector<double> empty;
    std::vector<double> steps;
    for (auto _ : state) {
        empty.push_back(seconds([&] { charts.empty.viewport()->repaint(); }));
        const int delta = steps.size() / 6 % 2 == 0 ? 120 : -120;
        steps.push_back(seconds([&] { charts.wheel(delta); }));
    }
    state.counters["empty_ms"] = 1e3 * quantile(empty, 0.5);
    state.counters["zoom_ms"] = 1e3 * quantile(steps, 0.5);
    state.counters["zoom_p99_ms"] = 1e3 * quantile(steps, 0.99);
    state.counters["zoom_per_empty"] = quantile(steps, 0.5) / quantile(empty, 0.5);
}

/// The pointer moves from buffer to buffer in the strips; the chart shows their lifetimes.
void stripsHover(benchmark::State& state)
{
    ViewState view;
    MemoryChart chart(&view);
    BufferStrips strips(&view);
    chart.resize(sizeOf(state));
    strips.resize(sizeOf(state).width(), strips.sizeHint().height());
    view.setView(largestView());
    chart.show();
    strips.show();
    QApplication::processEvents();
    std::vector<double> times;
    for (auto _ : state) {
        const RowId row = view.live()[times.size() * 7 % view.live().size()].row;
        const QPointF at = strips.rectOf(StripsModel::ProgramOrder, row).center();
        QMouseEvent event(QEvent::MouseMove, at, strips.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        times.push_back(processorSeconds([&] {
            QApplication::sendEvent(&strips, &event);
            QApplication::processEvents();
        }));
    }
    state.counters["hover_ms"] = 1e3 * quantile(times, 0.5);
    state.counters["hover_p99_ms"] = 1e3 * quantile(times, 0.99);
}

/// A program of 10⁶ events: half as many buffers, each allocated and freed.
std::shared_ptr<const View> millionEvents()
{
    static const std::shared_ptr<const View> kView = [] {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("million.hlo.pb")).toStdString();
        std::ofstream(path, std::ios::binary) << test::generatePlan(500'000, 256).hlo;
        return open(path);
    }();
    return kView;
}

constexpr int kHovers = 180; // between two zooms: three seconds of moving the pointer

/// Makes the same gestures over the address map and over the line chart, one after the other.
void mapAgainstChart(benchmark::State& state)
{
    std::array<ViewState, 2> views; // each has its own, or the chart would follow the map
    MemoryChart chart(views.data());
    ViewState& view = views[1];
    RegionChart map(&view);
    for (ViewState& each : views)
        each.setView(millionEvents());
    const double layOut
        = seconds([&] { view.setRegionMap(*RegionMap::of(view.view(), regionsWithMap(*view.view()).front())); });
    const std::array<QWidget*, 2> both{&chart, &map};
    for (QWidget* widget : both) {
        widget->resize(sizeOf(state));
        widget->show();
    }
    const auto settle = [&] {
        while (!map.isDrawn()) {
            map.grab();
            QApplication::processEvents();
        }
    };
    const double firstDrawn = seconds(settle);
    std::array<std::vector<double>, 2> zooms;
    std::array<std::vector<double>, 2> pans;
    std::array<std::vector<double>, 2> hovers;
    std::array<std::vector<double>, 2> firstHovers; // after a redraw
    std::vector<double> drawn; // until the map is exact again
    int turns = 0;
    const auto send = [](QWidget* to, QEvent& event) {
        QApplication::sendEvent(to, &event);
        to->repaint();
    };
    for (auto _ : state) {
        const int delta = turns++ / 8 % 2 == 0 ? 120 : -120;
        for (std::size_t i = 0; i < both.size(); ++i) {
            QWidget* widget = both[i];
            const QPointF at(widget->width() * 0.55, widget->height() / 2.0);
            const QPointF aside = at + QPointF(25, 10);
            QWheelEvent wheel(at, widget->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            zooms[i].push_back(interfaceSeconds([&] { send(widget, wheel); }));
            if (widget == &map)
                drawn.push_back(seconds(settle));
            QMouseEvent press(QEvent::MouseButtonPress, at, widget->mapToGlobal(at), Qt::MiddleButton, Qt::MiddleButton,
                              Qt::NoModifier);
            QMouseEvent move(QEvent::MouseMove, aside, widget->mapToGlobal(aside), Qt::NoButton, Qt::MiddleButton,
                             Qt::NoModifier);
            QMouseEvent release(QEvent::MouseButtonRelease, aside, widget->mapToGlobal(aside), Qt::MiddleButton,
                                Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(widget, &press);
            pans[i].push_back(interfaceSeconds([&] { send(widget, move); }));
            QApplication::sendEvent(widget, &release);
            settle();
            QApplication::processEvents();
            for (int j = 0; j < kHovers; ++j) {
                const QPointF to(100 + (turns * kHovers + j) * 37 % (widget->width() - 220),
                                 widget->height() / 2.0 + j % 5);
                QMouseEvent hover(QEvent::MouseMove, to, widget->mapToGlobal(to), Qt::NoButton, Qt::NoButton,
                                  Qt::NoModifier);
                hovers[i].push_back(interfaceSeconds([&] {
                    QApplication::sendEvent(widget, &hover);
                    QApplication::processEvents();
                }));
            }
            firstHovers[i].push_back(hovers[i][hovers[i].size() - kHovers]);
        }
    }
    const auto tell = [&](const char* name, const std::array<std::vector<double>, 2>& times) {
        const double chartTime = quantile(times[0], 0.99);
        const double mapTime = quantile(times[1], 0.99);
        state.counters[std::string(name) + "_p99_per_chart"] = mapTime / chartTime;
        state.counters[std::string(name) + "_p99_ms"] = 1e3 * mapTime;
    };
    tell("zoom", zooms);
    tell("pan", pans);
    tell("hover", hovers);
    tell("first_hover", firstHovers);
    state.counters["lay_out_ms"] = 1e3 * layOut;
    state.counters["first_drawn_ms"] = 1e3 * firstDrawn;
    state.counters["exact_p99_ms"] = 1e3 * quantile(drawn, 0.99);
}

/// Shows the file of TIDEMARK_SNAPSHOT in a window, and zooms and pans its chart, or its address map on the second
/// page. A frame is all that the interface does from the event to the painted window.
template <class Chart>
void snapshotFrames(benchmark::State& state)
{
    const QString path = qEnvironmentVariable("TIDEMARK_SNAPSHOT");
    if (path.isEmpty())
        return state.SkipWithError("TIDEMARK_SNAPSHOT names no file; torch_snapshot.py writes one");
    const QTemporaryDir settings; // not the user's
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    MainWindow window(allKinds());
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.resize(1500, 900);
    window.show();
    const auto settle = [](const auto& isDone) {
        while (!isDone())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
        QApplication::processEvents();
    };
    const double opened = seconds([&] {
        window.open({path});
        settle([&] { return !window.session()->isBusy() && window.session()->figures(); });
    });
    if constexpr (std::is_same_v<Chart, RegionChart>)
        window.actions().pages->actions().at(1)->trigger();
    settle([&] { return window.findChild<Chart*>() && window.findChild<Chart*>()->isVisible(); });
    auto* const chart = window.findChild<Chart*>();
    std::vector<double> zooms;
    std::vector<double> pans;
    std::vector<double> interface; // processor time of the interface in a frame of a pan
    const auto frame = [&](QEvent& event) {
        QApplication::sendEvent(chart, &event);
        QApplication::processEvents();
    };
    constexpr int kMoves = 30;
    int turns = 0;
    for (auto _ : state) {
        const QPointF at(chart->width() * 0.55, chart->height() / 2.0);
        const int delta = turns++ / 8 % 2 == 0 ? 120 : -120;
        QWheelEvent wheel(at, chart->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        zooms.push_back(seconds([&] { frame(wheel); }));
        QMouseEvent press(QEvent::MouseButtonPress, at, chart->mapToGlobal(at), Qt::MiddleButton, Qt::MiddleButton,
                          Qt::NoModifier);
        frame(press);
        QPointF to = at;
        for (int i = 0; i < kMoves; ++i) {
            to += QPointF(i < kMoves / 2 ? 9 : -9, 2);
            QMouseEvent move(QEvent::MouseMove, to, chart->mapToGlobal(to), Qt::NoButton, Qt::MiddleButton,
                             Qt::NoModifier);
            double wall = 0;
            interface.push_back(interfaceSeconds([&] { wall = seconds([&] { frame(move); }); }));
            pans.push_back(wall);
        }
        QMouseEvent release(QEvent::MouseButtonRelease, to, chart->mapToGlobal(to), Qt::MiddleButton, Qt::NoButton,
                            Qt::NoModifier);
        frame(release);
    }
    state.counters["open_s"] = opened;
    state.counters["zoom_ms"] = 1e3 * quantile(zooms, 0.5);
    state.counters["zoom_p99_ms"] = 1e3 * quantile(zooms, 0.99);
    state.counters["pan_ms"] = 1e3 * quantile(pans, 0.5);
    state.counters["pan_p99_ms"] = 1e3 * quantile(pans, 0.99);
    state.counters["pan_interface_ms"] = 1e3 * quantile(interface, 0.5);
    state.counters["pan_interface_p99_ms"] = 1e3 * quantile(interface, 0.99);
}

BENCHMARK(hover)->Args({1213, 380})->Args({862, 230})->Unit(benchmark::kMillisecond);
BENCHMARK(zoom)->Args({1213, 380})->Args({862, 230})->Unit(benchmark::kMillisecond);
BENCHMARK(stripsHover)->Args({1213, 380})->Unit(benchmark::kMillisecond);
BENCHMARK(snapshotFrames<MemoryChart>)->Iterations(60)->Unit(benchmark::kMillisecond);
BENCHMARK(snapshotFrames<RegionChart>)->Iterations(60)->Unit(benchmark::kMillisecond);
BENCHMARK(mapAgainstChart)->Args({1213, 600})->Iterations(100)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
