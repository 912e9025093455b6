#pragma once

#include "core/view/comparison.h"
#include "ui/session/comparison_maker.h"
#include "ui/state/units.h"
#include "ui/theme/colors.h"

#include <QString>

#include <array>

namespace tidemark::ui {

inline constexpr std::array kComparedSides = {ComparedSide::A, ComparedSide::B};

inline std::size_t indexOf(ComparedSide side)
{
    return static_cast<std::size_t>(side);
}
inline const ComparedStep& stepOf(const Comparison& comparison, ComparedSide side)
{
    return side == ComparedSide::A ? comparison.a : comparison.b;
}
inline const RowsAtStep& sideOf(const Compared& of, ComparedSide side)
{
    return side == ComparedSide::A ? of.a : of.b;
}
inline QString letterOf(ComparedSide side)
{
    return side == ComparedSide::A ? QStringLiteral("A") : QStringLiteral("B");
}
/// One of both runs over something.
inline bool hasAxis(const Comparison& comparison)
{
    return comparison.a.view->axis.kind != AxisKind::None || comparison.b.view->axis.kind != AxisKind::None;
}
QColor colorOf(const Colors& colors, ComparedSide side);
/// Less is good, more is bad, the same is secondary.
QColor changeColor(const Colors& colors, std::int64_t change);

/// What tells both apart, in short: their programs, else their files, else their steps.
std::array<QString, 2> namesOf(const Comparison& comparison);
/// "train.xplane.pb · jit_train_step(137)"
QString longNameOf(const View& view);
/// "A train.xplane.pb · jit_train_step(137), B …": below a picture's title.
QString subtitleOf(const Comparison& comparison);
/// "−3.43 GiB", "+32 MiB", "±0 B"
QString changeText(std::int64_t change, ByteUnit unit);
/// The rows of a group on a side: the bytes of each where all are of one size, else of all.
struct CountedBytes {
    std::int64_t count = 0;
    std::int64_t bytes = 0;
    bool areAlike = false;
};
CountedBytes countedBytes(const Comparison& comparison, ComparedSide side, const ComparedGroup& group);
/// "6 × 512 MiB" of rows of one size, "19 · 88 MiB" of others, "—" of none.
QString countedText(const CountedBytes& of, ByteUnit unit);
/// "1 group", "2,746 groups"
QString groupsText(std::size_t count);
/// "step 131 of 478"
QString stepText(const ComparedStep& of);

} // namespace tidemark::ui
