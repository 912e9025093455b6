#include "ui/theme/colors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kMarkContrast = 3;
constexpr double kDimmed = 0.22;

struct CategoryColor {
    std::string_view id;
    QRgb light, dark;
};

/// No two colours are too similar to distinguish, and text on each is readable.
constexpr std::array kCategoryColors = {
    CategoryColor{"model_parameters", 0xff0f62a6, 0xff5b9fe0},
    CategoryColor{"optimizer_state", 0xff39a9b5, 0xff8fdde6},
    CategoryColor{"gradients", 0xffc9501c, 0xfff07f4f},
    CategoryColor{"kv_cache", 0xff7059ba, 0xff9f93ea},
    CategoryColor{"inputs", 0xff188263, 0xff4fc3a1},
    CategoryColor{"other_state", 0xffb0892f, 0xffc39f45},
    CategoryColor{"activations", 0xffe39b1b, 0xfff0b44c},
    CategoryColor{"outputs", 0xff6f9a2c, 0xffa5cc62},
    CategoryColor{"constants", 0xff9b5fa8, 0xffc595d0},
    CategoryColor{"unknown", 0xff9aa1a9, 0xff868d95},
    CategoryColor{"gradients_overhead", 0xffc26a98, 0xffe296bd},
};

double luminance(const QColor& color)
{
    return 0.299 * color.redF() + 0.587 * color.greenF() + 0.114 * color.blueF();
}

struct PaletteValues {
    QColor window, base, alternate, text, placeholder, button, border, light, dark, highlight, highlightedText,
        disabled;
};

/// Returns whether text on a fill is white.
bool isDarkFill(const QColor& fill)
{
    return luminance(fill) < 0.48;
}

QPalette makePalette(const PaletteValues& v)
{
    QPalette palette(v.button, v.window);
    palette.setColor(QPalette::WindowText, v.text);
    palette.setColor(QPalette::Base, v.base);
    palette.setColor(QPalette::AlternateBase, v.alternate);
    palette.setColor(QPalette::Text, v.text);
    palette.setColor(QPalette::ButtonText, v.text);
    palette.setColor(QPalette::BrightText, v.text);
    palette.setColor(QPalette::PlaceholderText, v.placeholder);
    palette.setColor(QPalette::Mid, v.border);
    palette.setColor(QPalette::Midlight, v.light);
    palette.setColor(QPalette::Light, v.light);
    palette.setColor(QPalette::Dark, v.dark);
    palette.setColor(QPalette::Shadow, v.dark);
    palette.setColor(QPalette::Highlight, v.highlight);
    palette.setColor(QPalette::HighlightedText, v.highlightedText);
    palette.setColor(QPalette::Link, v.highlight);
    palette.setColor(QPalette::ToolTipBase, v.base);
    palette.setColor(QPalette::ToolTipText, v.text);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, v.disabled);
    // A disabled field must look disabled.
    palette.setColor(QPalette::Disabled, QPalette::Base, v.window);
    palette.setColor(QPalette::Disabled, QPalette::PlaceholderText, v.disabled);
    return palette;
}

} // namespace

QColor Colors::hue(Hue hue) const
{
    switch (hue) {
    case Hue::Argument:
        return pick(0xff3a6fb0, 0xff6ea6e6);
    case Hue::Output:
        return pick(0xff6f9a2c, 0xffa5cc62);
    case Hue::Constant:
        return pick(0xff9b5fa8, 0xffc595d0);
    case Hue::ThreadLocal:
        return pick(0xffa8792f, 0xffd6ae6b);
    case Hue::Temporary:
        break;
    }
    return pick(0xffb4c0ce, 0xff4d5a69);
}

QColor Colors::idle(int shade) const
{
    constexpr std::array<QRgb, 5> kLight{0xffdce1e7, 0xffb9cade, 0xff8aabd0, 0xff5583b8, 0xff1f568f};
    constexpr std::array<QRgb, 5> kDark{0xff33383e, 0xff3d5877, 0xff4d7aa8, 0xff6ea3d8, 0xffb5daff};
    const auto at = static_cast<std::size_t>(std::clamp<int>(shade, 0, kLight.size() - 1));
    return pick(kLight[at], kDark[at]);
}

QColor Colors::category(std::string_view id) const
{
    for (const CategoryColor& category : kCategoryColors)
        if (category.id == id)
            return pick(category.light, category.dark);
    return pick(0xff80705a, 0xffb8a78f);
}

Fill Colors::of(const Part& part) const
{
    if (*part.category == 0)
        return hue(part.hue);
    return categoryFill(part.category);
}

QColor Colors::part(const QColor& group, int part, int parts) const
{
    if (parts < 2)
        return group;
    double darkest = 0.6; // share of the group's colour in a mix with black
    double lightest = 0.4; // and with white
    if (isDark) {
        darkest = 0.52;
        lightest = 0.5;
    }
    const double place = 2.0 * part / (parts - 1) - 1; // from −1 to 1
    if (place < 0)
        return mixed(group, Qt::black, 1 + (1 - darkest) * place).rgb();
    return mixed(group, Qt::white, 1 - (1 - lightest) * place).rgb();
}

QColor Colors::ranked(int rank) const
{
    // Neighbours in the stack differ in hue and in lightness.
    constexpr std::array kOrder = {"activations", "model_parameters", "outputs",   "kv_cache",
                                   "gradients",   "optimizer_state",  "constants", "other_state"};
    return category(kOrder[static_cast<std::size_t>(rank) % kOrder.size()]);
}

QColor Colors::lifetimeHue(Hue hue) const
{
    if (hue != Hue::Temporary)
        return this->hue(hue);
    return pick(0xff5f7389, 0xff9fb2c6);
}

QColor Colors::lineOn(const QColor& fill) const
{
    for (const QColor& color : {unpaddedLine, text, plot})
        if (contrast(color, fill) >= kMarkContrast)
            return color;
    return contrast(Qt::black, fill) > contrast(Qt::white, fill) ? Qt::black : Qt::white;
}

QColor Colors::textOn(const QColor& fill) const
{
    return QColor(isDarkFill(fill) ? 0xffffffff : 0xff1c1e21);
}

QColor Colors::hatchOn(const QColor& fill)
{
    // Away from the colour of text. A little black is as visible as much white.
    if (isDarkFill(fill))
        return mixed(Qt::black, fill, 0.28);
    return mixed(Qt::white, fill, 0.42);
}

QColor Colors::dimmed(const QColor& fill) const
{
    return mixed(fill, plot, kDimmed);
}

double contrast(const QColor& a, const QColor& b)
{
    const auto linear
        = [](double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
    const auto lightness = [&](const QColor& c) {
        return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF()) + 0.05;
    };
    return std::max(lightness(a), lightness(b)) / std::min(lightness(a), lightness(b));
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](float x, float y) { return static_cast<float>(share * x + (1 - share) * y); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

Colors colorsFor(const QPalette& palette)
{
    Colors c;
    c.isDark = luminance(palette.color(QPalette::Base)) < 0.5;
    c.window = palette.color(QPalette::Window);
    c.base = palette.color(QPalette::Base);
    c.text = palette.color(QPalette::Text);
    c.highlight = c.pick(0xff2a75b3, 0xff4a9be0);
    c.highlightedText = c.pick(0xffffffff, 0xff0f1a24);
    c.alternate = c.pick(0xfff7f8f9, 0xff232528);
    c.secondaryText = c.pick(0xff5c6470, 0xffa3abb5);
    c.border = c.pick(0xffc3c7cc, 0xff46494d);
    c.fieldBorder = c.pick(0xff848a91, 0xff757b82); // contrast of 3:1 to base and window
    c.grid = c.pick(0xffe6e8eb, 0xff2f3235);
    c.selectedRow = c.pick(0xffd6e8f7, 0xff274a68);
    c.peakMark = c.pick(0xff1c1e21, 0xfff2f4f6);
    c.good = c.pick(0xff1b7f4d, 0xff5fcf98);
    c.bad = c.pick(0xffb3261e, 0xffff8a80);
    c.plot = c.base;
    if (c.isDark)
        c.plot = c.base.darker(115);
    c.area = c.pick(0xffd5dbe4, 0xff3d4856);
    c.totalLine = c.pick(0xff49525e, 0xffb6c0cb);
    c.unpaddedLine = c.pick(0xff5c6470, 0xffa3abb5);
    c.small = c.pick(0xffc4c9ce, 0xff5b6066);
    c.warningFrame = c.pick(0xffd9a400, 0xffc79a2a);
    return c;
}

QPalette lightPalette()
{
    return makePalette({0xfff0f0f0, 0xffffffff, 0xfff7f8f9, 0xff1c1e21, 0xff7c838c, 0xfff6f6f6, 0xffc3c7cc, 0xffffffff,
                        0xffa0a6ad, 0xff2a75b3, 0xffffffff, 0xff8a9099});
}

QPalette darkPalette()
{
    return makePalette({0xff2b2d30, 0xff1e2022, 0xff232528, 0xffe4e6e8, 0xff8b939d, 0xff393c40, 0xff46494d, 0xff4a4e53,
                        0xff17191b, 0xff4a9be0, 0xff0f1a24, 0xff767d86});
}

} // namespace tidemark::ui
