#pragma once

#include <QObject>
#include <QStringList>

namespace tidemark::ui {

/// How a window groups and colours rows, in all views: by type, by category, or by idle time. Idle time is only a
/// colour: bars, lists and the stacked chart show categories then.
class ColorBy : public QObject
{
    Q_OBJECT

public:
    enum class Way { Type, Category, Idle };

    using QObject::QObject;

    /// In the order of Way.
    static QStringList names() { return {tr("Type"), tr("Category"), tr("Idle")}; }

    Way way() const { return m_way; }
    void setWay(Way way)
    {
        if (way == m_way)
            return;
        m_way = way;
        emit changed();
    }

    /// Returns whether the area below the curve is divided by the groups.
    bool isStacked() const { return m_isStacked; }
    void setStacked(bool isStacked)
    {
        if (isStacked == m_isStacked)
            return;
        m_isStacked = isStacked;
        emit changed();
    }

signals:
    void changed();

private:
    Way m_way = Way::Category;
    bool m_isStacked = false;
};

} // namespace tidemark::ui
