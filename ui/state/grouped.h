#pragma once

#include "core/base/text.h"

#include <QString>

#include <concepts>

namespace tidemark::ui {

/// "2,746". All steps, counts and exact bytes are written in this form.
template <std::integral Number>
QString grouped(Number value)
{
    return QString::fromStdString(groupedNumber(static_cast<std::int64_t>(value)));
}

/// "1 row", "2,746 rows"
template <std::integral Number>
QString countText(Number count, const QString& one, const QString& many)
{
    return grouped(count) + u' ' + (count == 1 ? one : many);
}

/// "+" before a number that is above 0.
inline QString plusOf(std::int64_t change)
{
    return change > 0 ? QStringLiteral("+") : QString();
}

/// "5,438,061,568 B"
inline QString exactBytes(std::int64_t bytes)
{
    return grouped(bytes) + QStringLiteral(" B");
}

/// "5.06 GiB (5,438,061,568 B)". Amounts below 1,024 bytes are written only once.
inline QString withExact(const QString& inUnits, std::int64_t bytes)
{
    if (bytes < 1024)
        return inUnits;
    return QStringLiteral("%1 (%2)").arg(inUnits, exactBytes(bytes));
}

/// "12.5 %". Empty if `whole` is 0.
inline QString percent(std::int64_t part, std::int64_t whole)
{
    return QString::fromStdString(percentText(part, whole));
}

} // namespace tidemark::ui
