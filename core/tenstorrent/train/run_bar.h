#pragma once

#include "core/tenstorrent/train/judged_run.h"

#include <array>

namespace tidemark::tt {

/// One layer of a bar of upstream's histogram.
struct BarLayer {
    const char* label;
    std::uint32_t colour; // 0xRRGGBB
    Component Components::*component;
};
/// The layers from the bottom up.
constexpr std::array kBarLayers = {
    BarLayer{"Other", 0xcccccc, &Components::other},
    BarLayer{"Model Parameters", 0x4da6b8, &Components::model},
    BarLayer{"Gradients Overhead", 0xe789ab, &Components::overhead},
    BarLayer{"Optimizer State", 0xcec0fa, &Components::optimizer},
    BarLayer{"Activations", 0xe38a42, &Components::activations},
};

/// The bar of a run, in bytes. The layers need not add up to the total, because upstream's formulas use the expected
/// size of the model.
struct RunBar {
    std::array<double, kBarLayers.size()> layers{};
    std::optional<std::int64_t> total; // the peak; absent if it is not known, and then there is no bar
    std::int64_t needed = 0; // bytes that the run needs of the device; valid only if `total` is set
    bool fits(double deviceMemory) const { return static_cast<double>(needed) <= deviceMemory; }
};
RunBar barOf(const JudgedRun& run, bool usesActual);

} // namespace tidemark::tt
