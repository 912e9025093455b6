#include "core/tenstorrent/tt_train/run_report.h"

#include "core/base/text.h"
#include "core/tenstorrent/tt_train/components.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace tidemark::tt {
namespace {

// Lengths in hundredths of an inch: 6 x 8 inches for each run.
constexpr double kWidth = 600;
constexpr double kHeight = 800;
constexpr double kTop = 130;
constexpr double kBottom = 60;
constexpr double kLeft = 90;
constexpr double kRight = 20;

std::string fillOf(const BarLayer& layer)
{
    std::array<char, 20> buffer;
    std::snprintf(buffer.data(), buffer.size(), "fill=\"#%06x\"", layer.colour);
    return buffer.data();
}

std::string xml(const std::string& text)
{
    std::string escaped;
    for (const char c : printable(text))
        switch (c) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        default:
            escaped += c;
        }
    return escaped;
}

std::string decimal(double value, const char* format = "%.2f")
{
    std::array<char, 400> buffer;
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

class Picture
{
public:
    Picture(std::ostream& out, std::vector<JudgedRun> runs, bool usesActual)
        : m_out(out)
        , m_runs(std::move(runs))
    {
        for (const JudgedRun& run : m_runs) {
            m_bars.push_back(barOf(run, usesActual));
            m_top = std::max({m_top, run.deviceMemory, static_cast<double>(run.peak.value_or(0))});
        }
        m_top *= 1.1;
    }

    void draw(const std::string& title)
    {
        const double width = kWidth * static_cast<double>(std::max<std::size_t>(1, m_runs.size()));
        m_out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << decimal(width, "%.0f") << "\" height=\""
              << decimal(kHeight, "%.0f") << "\" viewBox=\"0 0 " << decimal(width, "%.0f") << ' '
              << decimal(kHeight, "%.0f") << "\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"14\">\n"
              << "<rect width=\"" << decimal(width, "%.0f") << "\" height=\"" << decimal(kHeight, "%.0f")
              << "\" fill=\"#ffffff\"/>\n";
        if (!title.empty())
            text(width / 2, 30, title, "font-size=\"20\" font-weight=\"bold\"");
        drawLegend(width / 2);
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            drawRun(m_runs[i], m_bars[i], kWidth * static_cast<double>(i));
        m_out << "</svg>\n";
    }

private:
    double y(double bytes) const { return kHeight - kBottom - bytes / m_top * (kHeight - kTop - kBottom); }

    void text(double x, double at, const std::string& words, const char* style, const char* anchor = "middle")
    {
        m_out << "<text x=\"" << decimal(x) << "\" y=\"" << decimal(at) << "\" text-anchor=\"" << anchor << "\" "
              << style << '>' << xml(words) << "</text>\n";
    }
    void line(double x1, double x2, double at, const char* style)
    {
        m_out << "<line x1=\"" << decimal(x1) << "\" x2=\"" << decimal(x2) << "\" y1=\"" << decimal(at) << "\" y2=\""
              << decimal(at) << "\" " << style << "/>\n";
    }
    void rectangle(double x, double at, double width, double height, const char* style)
    {
        m_out << "<rect x=\"" << decimal(x) << "\" y=\"" << decimal(at) << "\" width=\"" << decimal(width)
              << "\" height=\"" << decimal(height) << "\" " << style << "/>\n";
    }

    /// Draws the legend in three columns, with the layers that occur in some run.
    void drawLegend(double centre)
    {
        constexpr double kColumn = 190;
        int entry = 0;
        const auto next = [&] {
            const double x = centre + (entry % 3 - 1.5) * kColumn;
            const double at = 50 + entry / 3 * 24;
            ++entry;
            return std::pair(x, at);
        };
        for (std::size_t i = 0; i < kBarLayers.size(); ++i) {
            if (std::ranges::none_of(m_bars, [&](const RunBar& bar) { return bar.layers[i] > 0; }))
                continue;
            const auto [x, at] = next();
            rectangle(x, at, 24, 12, fillOf(kBarLayers[i]).c_str());
            text(x + 32, at + 11, kBarLayers[i].label, "", "start");
        }
        const auto [x, at] = next();
        line(x, x + 24, at + 6, "stroke=\"#ff0000\" stroke-width=\"2\" stroke-dasharray=\"8 4\"");
        text(x + 32, at + 11, "Device Memory Limit", "", "start");
    }

    void drawRun(const JudgedRun& run, const RunBar& bar, double left)
    {
        const double begin = left + kLeft;
        const double end = left + kWidth - kRight;
        drawAxis(begin, end);
        const double width = (end - begin) / 2;
        const double x = begin + width / 2;
        double bottom = 0;
        std::vector<std::pair<double, double>> labels; // size and middle of each layer; drawn after all layers
        for (std::size_t i = 0; i < kBarLayers.size(); ++i) {
            const double value = bar.layers[i];
            const double top = bottom + value;
            if (value != 0)
                rectangle(x, y(std::max(bottom, top)), width, std::abs(y(bottom) - y(top)),
                          (fillOf(kBarLayers[i]) + " stroke=\"#ffffff\" stroke-width=\"2\"").c_str());
            if (value > 0)
                labels.emplace_back(value, (bottom + top) / 2);
            bottom = top;
        }
        for (const auto& [value, middle] : labels)
            drawLabel(x + width / 2, y(middle), decimal(value / kMegabyte, "%.0f MB"));
        const auto peak = static_cast<double>(run.peak.value_or(0));
        text(x + width / 2, y(peak) - 8, run.peak ? decimal(peak / kMegabyte, "Total: %.0f MB") : "no peak is known",
             "font-size=\"15\" font-weight=\"bold\"");
        line(begin, end, y(run.deviceMemory), "stroke=\"#ff0000\" stroke-width=\"2\" stroke-dasharray=\"8 4\"");
        text((begin + end) / 2, kHeight - kBottom + 28, run.name, "font-size=\"15\" font-weight=\"bold\"");
    }

    void drawAxis(double begin, double end)
    {
        rectangle(begin, kTop, end - begin, kHeight - kTop - kBottom, "fill=\"none\" stroke=\"#000000\"");
        const double step = tickStep();
        for (int i = 0; step * i * kMegabyte <= m_top; ++i) {
            line(begin, end, y(step * i * kMegabyte),
                 "stroke=\"#b0b0b0\" stroke-opacity=\"0.3\" stroke-dasharray=\"4 3\"");
            text(begin - 8, y(step * i * kMegabyte) + 5, decimal(step * i, "%g"), "", "end");
        }
        const std::string place = "transform=\"translate(" + decimal(begin - 68) + ' '
            + decimal(kTop + (kHeight - kTop - kBottom) / 2) + ") rotate(-90)\" font-size=\"16\" font-weight=\"bold\"";
        text(0, 0, "Memory (MB)", place.c_str());
    }

    /// The distance of the ticks in MB: 1, 2 or 5 times a power of ten, with at most eight ticks.
    double tickStep() const
    {
        const double least = m_top / kMegabyte / 8;
        double step = std::pow(10.0, std::floor(std::log10(least)));
        for (const double factor : {1.0, 2.0, 5.0, 10.0})
            if (step * factor >= least)
                return step * factor;
        return step * 10;
    }

    void drawLabel(double x, double at, const std::string& words)
    {
        const double width = 9.5 * static_cast<double>(words.size()) + 10;
        rectangle(x - width / 2, at - 12, width, 24, "rx=\"5\" fill=\"#000000\" fill-opacity=\"0.5\"");
        text(x, at + 5, words, "fill=\"#ffffff\" font-weight=\"bold\"");
    }

    std::ostream& m_out;
    std::vector<JudgedRun> m_runs;
    std::vector<RunBar> m_bars;
    double m_top = 0; // bytes at the top of the axis
};

} // namespace

HistogramSize histogramSize(std::size_t runs, std::size_t most)
{
    const double width = kWidth * static_cast<double>(std::max<std::size_t>(1, runs));
    const double share = std::min(1.0, static_cast<double>(most) / width);
    return {static_cast<std::size_t>(std::llround(width * share)),
            static_cast<std::size_t>(std::llround(kHeight * share))};
}

void writeHistogram(std::ostream& out, const std::vector<const Run*>& runs, const RunQuestion& question,
                    const std::string& title)
{
    Picture(out, judge(runs, question), question.usesActual).draw(title);
}

} // namespace tidemark::tt
