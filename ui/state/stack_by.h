#pragma once

#include <QObject>

namespace tidemark::ui {

/// What the area below the curve is divided by.
class StackBy : public QObject
{
    Q_OBJECT

public:
    enum class Way { None, Type, Category };

    using QObject::QObject;

    Way way() const { return m_way; }
    void setWay(Way way)
    {
        if (way == m_way)
            return;
        m_way = way;
        emit changed();
    }

signals:
    void changed();

private:
    Way m_way = Way::None;
};

} // namespace tidemark::ui
