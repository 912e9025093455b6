#pragma once

#include "core/base/text.h"
#include "ui/state/aspects.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <concepts>
#include <optional>

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

/// The unit of all byte numbers in a window. It has a signal of its own, because many tables know only the units. They
/// hear of a change before the listeners of the state.
class Units : public QObject, public StatePart
{
    Q_OBJECT

public:
    using StatePart::StatePart;

    /// In the order of ByteUnit.
    static QStringList names()
    {
        return {tr("Auto"), QStringLiteral("B"), QStringLiteral("KiB"), QStringLiteral("MiB"), QStringLiteral("GiB")};
    }

    ByteUnit unit() const { return m_unit; }
    void setUnit(ByteUnit unit)
    {
        if (unit == m_unit)
            return;
        m_unit = unit;
        emit changed();
        report(Aspect::Units);
    }
    QString bytes(std::int64_t value) const { return QString::fromStdString(bytesText(value, m_unit)); }
    QString bytes(const std::optional<std::int64_t>& value, const QString& unknown) const
    {
        return value ? bytes(*value) : unknown;
    }

signals:
    void changed();

private:
    ByteUnit m_unit = ByteUnit::Auto;
};

} // namespace tidemark::ui
