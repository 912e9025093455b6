#pragma once

#include "core/compare/comparison.h"
#include "ui/session/comparison_maker.h"
#include "ui/state/row_text.h"
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
inline bool hasAxis(const Comparison& comparison)
{
    return comparison.a.view->axis.kind != AxisKind::None || comparison.b.view->axis.kind != AxisKind::None;
}
/// Returns whether the curves look different over their steps and over steps scaled to the same length.
inline bool hasTwoAxes(const Comparison& comparison)
{
    const Axis& a = comparison.a.view->axis;
    const Axis& b = comparison.b.view->axis;
    return (hasCells(a) || hasCells(b)) && a.count != b.count;
}
QColor colorOf(const Colors& colors, ComparedSide side);
/// A decrease has the good colour, an increase the bad colour, and no change the secondary colour.
QColor changeColor(const Colors& colors, std::int64_t change);

/// Short names that distinguish both: the programs, else the files, else their folders. If all are the same, the
/// programs.
std::array<QString, 2> namesOf(const Comparison& comparison);
/// "A train.xplane.pb · jit_train_step(137), B …", shown below the title of a picture.
QString subtitleOf(const Comparison& comparison);
/// "−3.43 GiB", "+32 MiB", "±0 B"
QString changeText(std::int64_t change, ByteUnit unit);
/// "512 MiB" for one row, "3 GiB in 6" for several, "—" for none.
QString countedText(std::size_t count, std::int64_t bytes, ByteUnit unit);
/// "1 group", "2,746 groups"
QString groupsText(std::size_t count);
/// "step 131 of 478"
QString stepText(const ComparedStep& of);

} // namespace tidemark::ui
