#pragma once

#include "core/base/text.h"

#include <QObject>
#include <QStringList>

namespace tidemark::ui {

/// The unit of all byte numbers in a window.
class Units : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

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
    }
    QString bytes(std::int64_t value) const { return QString::fromStdString(bytesText(value, m_unit)); }

signals:
    void changed();

private:
    ByteUnit m_unit = ByteUnit::Auto;
};

} // namespace tidemark::ui
