#pragma once

#include <QObject>
#include <QStringList>

namespace tidemark::ui {

/// What the colours of rows tell.
class ColorBy : public QObject
{
    Q_OBJECT

public:
    enum class Way { Type, Category, Idle };

    using QObject::QObject;

    /// By way.
    static QStringList names() { return {tr("Type"), tr("Category"), tr("Idle")}; }

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
    Way m_way = Way::Category;
};

} // namespace tidemark::ui
