#pragma once

#include "core/base/text.h"
#include "ui/state/aspects.h"

#include <QObject>
#include <QStringList>

#include <optional>

namespace tidemark::ui {

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
