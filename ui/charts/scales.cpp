#include "ui/charts/scales.h"

#include "ui/state/row_text.h"
#include "ui/state/units.h"

#include <array>

namespace tidemark::ui {
namespace {

constexpr int kMaxIntervals = 6;
constexpr int kDecimals = 10; // 1 B is 0.0000000009 GiB
constexpr double kLeastFraction = 1e-10; // the least fraction that these decimals show
constexpr double kKiB = 1024.0;
constexpr double kGiB = kKiB * kKiB * kKiB;
constexpr std::array<double, 5> kUnitBytes = {1, kKiB, kKiB* kKiB, kGiB, kGiB* kKiB}; // the last is internal
constexpr std::array<QStringView, 5> kUnitNames = {u"B", u"KiB", u"MiB", u"GiB", u"TiB"};
constexpr char16_t kNoBreakSpace = u'\u00a0';

std::size_t unitFor(double top, ByteUnit unit)
{
    if (unit != ByteUnit::Auto)
        return static_cast<std::size_t>(unit) - 1;
    std::size_t index = kUnitBytes.size() - 1;
    while (index > 0 && top < kUnitBytes[index])
        --index;
    return index;
}

double decimalInterval(double top)
{
    for (double scale = std::pow(10, std::floor(std::log10(top)) - 2);; scale *= 10)
        for (const double step : {1.0, 2.0, 2.5, 5.0})
            if (top <= kMaxIntervals * step * scale)
                return step * scale;
}

/// "1,000", "2.5". No exponents, however small the unit is.
QString numberText(double number)
{
    if (std::abs(number - std::round(number)) < kLeastFraction)
        return grouped(std::llround(number));
    QString text = QString::number(number, 'f', kDecimals);
    while (text.endsWith(u'0'))
        text.chop(1);
    return text;
}

/// The power of two, at least `least`, that divides `top` into as many intervals as are allowed.
double binaryInterval(double top, double least)
{
    double interval = 1;
    while (top > kMaxIntervals * interval)
        interval *= 2;
    while (interval > least && top <= kMaxIntervals * interval / 2)
        interval /= 2;
    return interval;
}

ByteTick tickAt(double units, std::size_t unit)
{
    ByteTick tick{std::llround(units * kUnitBytes[unit]), numberText(units)};
    if (units != 0)
        tick.text += kNoBreakSpace + kUnitNames[unit].toString();
    return tick;
}

} // namespace

ByteAxis byteAxis(double top, ByteUnit unit)
{
    ByteAxis axis;
    axis.top = std::max(1.0, top);
    const std::size_t index = unitFor(axis.top, unit);
    const bool isLarge = kUnitBytes[index] >= kGiB;
    const double inUnits = axis.top / kUnitBytes[index];
    double interval = isLarge || inUnits >= kKiB ? decimalInterval(inUnits) : binaryInterval(inUnits, 1.0 / 64);
    if (index == 0)
        interval = std::max(1.0, interval);
    for (int i = 0; i * interval <= inUnits; ++i)
        axis.ticks.push_back(tickAt(i * interval, index));
    return axis;
}

std::vector<ByteTick> byteTicks(std::int64_t begin, std::int64_t end, ByteUnit unit)
{
    const std::size_t index = unitFor(static_cast<double>(end), unit);
    const double span = std::max(1.0, static_cast<double>(end - begin)) / kUnitBytes[index];
    const double least = 1 / kUnitBytes[index]; // one byte
    const bool isLarge = kUnitBytes[index] >= kGiB;
    const double interval = std::max(least, isLarge ? decimalInterval(span) : binaryInterval(span, least));
    std::vector<ByteTick> ticks;
    const double first = std::ceil(static_cast<double>(begin) / kUnitBytes[index] / interval);
    for (int i = 0; i <= kMaxIntervals + 1; ++i) {
        const double at = (first + i) * interval; // not a running sum, whose error would grow
        if (at * kUnitBytes[index] > static_cast<double>(end))
            break;
        ticks.push_back(tickAt(at, index));
    }
    return ticks;
}

AddressTicks addressTicks(std::int64_t begin, std::int64_t end, ByteUnit unit,
                          const std::function<bool(const QString&)>& fits)
{
    const auto canBeRead = [&](const std::vector<ByteTick>& ticks) {
        return std::ranges::all_of(ticks, fits, &ByteTick::text)
            && std::ranges::adjacent_find(ticks, {}, &ByteTick::text) == ticks.end();
    };
    AddressTicks found{0, byteTicks(begin, end, unit)};
    std::int64_t room = 1;
    while (room < end - begin && room <= INT64_MAX / 2)
        room *= 2;
    const std::int64_t base = begin / room * room;
    if (base <= 0 || canBeRead(found.ticks))
        return found;
    for (const ByteUnit offsetUnit : {unit, ByteUnit::Auto}) {
        found = {base, byteTicks(begin - base, end - base, offsetUnit)};
        for (ByteTick& tick : found.ticks) {
            tick.bytes += base;
            tick.text.prepend(u'+');
        }
        if (canBeRead(found.ticks))
            break;
    }
    return found;
}

std::vector<CellTick> cellTicks(const Axis& axis, StepRange range, int count)
{
    std::vector<CellTick> ticks;
    if (count < 1 || range.size() == 0)
        return ticks;
    std::uint64_t interval = 1;
    for (std::uint64_t scale = 1; range.size() > interval * static_cast<std::uint64_t>(count); scale *= 10)
        for (const std::uint64_t step : {1ULL, 2ULL, 5ULL}) {
            interval = step * scale;
            if (range.size() <= interval * static_cast<std::uint64_t>(count))
                break;
        }
    for (std::uint64_t number = (range.begin + interval - 1) / interval * interval; number < range.end;
         number += interval)
        ticks.push_back({StepId::at(number), positionText(axis, StepId::at(number))});
    return ticks;
}

} // namespace tidemark::ui
