#pragma once

#include "core/base/text.h"
#include "ui/charts/picture.h"
#include "ui/charts/plot.h"

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QPainter;

namespace tidemark::ui {

/// A kind of memory in the bars of a plot, and its legend entry.
struct BarKind {
    QString name;
    QColor color; // not valid: the colour of the category
    std::string category = {};
    bool isHatched = false; // has a pattern instead of a colour
};

struct BarPart {
    double bytes = 0; // > 0
    std::optional<std::size_t> kind; // index into BarPlot::kinds; absent: blank
};

struct Bar {
    enum class Tone { Usual, Muted, Bad };

    double top() const;

    std::vector<BarPart> parts; // from the bottom up
    QString label; // below the bar
    QString secondLabel; // below the label
    QString above; // above the bar
    Tone tone = Tone::Usual; // of the text above. Labels of bad bars are bad too, and are placed before others.
    std::optional<double> limit; // in bytes
    double share = 1; // width relative to the other bars, > 0
};

struct BarPlot {
    QString title;
    std::vector<BarKind> kinds; // the legend has those that occur
    QString limitName; // "Device memory"
    std::vector<Bar> bars; // from left to right
    std::optional<std::size_t> selected; // index of a bar
    ByteUnit unit = ByteUnit::Auto;
    bool isContiguous = false; // without gaps between the bars
    std::function<QString(std::size_t)> describe; // the tool tip of a bar
};

/// The positions of the parts of a plot in an area.
struct BarLayout {
    BarLayout(const BarPlot& plot, const QRectF& area, const QFont& font);

    std::size_t count() const { return edges.size() - 1; }
    double slot(std::size_t bar) const { return edges[bar + 1] - edges[bar]; }
    double middle(std::size_t bar) const { return (edges[bar] + edges[bar + 1]) / 2; }
    double y(double bytes) const { return yOf({plot.bottom(), plot.height(), axis.top}, bytes); }
    /// The bar under x; none outside the plot.
    std::optional<std::size_t> barAt(double x) const;
    Plot frame(const Colors& colors, const QFont& font) const;

    /// A legend entry. Its swatch is to the left of `at`, which is the left end of its baseline.
    struct Entry {
        QString text;
        QPointF at;
        std::optional<std::size_t> kind; // absent: the limit
    };
    QRectF area;
    QPointF titleAt;
    std::vector<Entry> legend;
    QRectF plot;
    double end = 0; // bottom of the labels below the plot
    ByteAxis axis;
    std::vector<double> edges; // x of the edges of the bars' slots; one more than there are bars
};

/// Draws everything except the frame, which PlotChart draws. Texts never overlap. With more bars than pixels, a pixel
/// column shows its highest bar.
void paintBars(QPainter& painter, const BarPlot& plot, const BarLayout& layout, const Colors& colors,
               const QFont& font);

/// The plot as a picture with a title. REQUIRES: the interface thread
std::shared_ptr<const Picture> barPicture(BarPlot plot, PictureOptions options);

/// Shortens labels if not all of them fit into this width: without their common first words ("w-3"), or to the part
/// after the last common separator ("3").
QStringList fittingLabels(const QStringList& labels, const QFont& font, double width);

/// Shows a plot of bars. A click or an arrow key selects a bar; a double click or Enter opens it. A tool tip describes
/// the bar under the pointer.
class BarsWidget : public QWidget
{
    Q_OBJECT

public:
    explicit BarsWidget(QWidget* parent);

    void setPlot(BarPlot plot);
    const BarPlot& plot() const { return m_plot; }
    void setSelected(std::optional<std::size_t> bar);
    BarLayout places() const { return {m_plot, rect(), font()}; }
    QSize minimumSizeHint() const override { return {200, grown(180, font())}; }

signals:
    void selected(std::size_t bar);
    void opened(std::size_t bar);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString describe(std::optional<std::size_t> bar) const; // empty without a bar
    std::optional<std::size_t> barAt(const QPointF& position) const { return places().barAt(position.x()); }

    BarPlot m_plot;
    PlotChart m_frame;
};

} // namespace tidemark::ui
