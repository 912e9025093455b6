#include "ui/charts/step_names.h"

#include "core/view/cell_number.h"
#include "ui/theme/text.h"

#include <QSet>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {

void StepNames::read()
{
    if (m_isRead)
        return;
    m_isRead = true;
    QSet<QString> known;
    for (std::uint32_t i = 0; i < m_axis.count; ++i) {
        const QString name = text(m_axis.label(StepId(i)));
        if (name.isEmpty() || known.contains(name))
            continue;
        known.insert(name);
        m_names.push_back({name, StepId(i)});
    }
    m_found.resize(m_names.size());
    std::iota(m_found.begin(), m_found.end(), std::size_t{0});
}

const std::vector<std::size_t>& StepNames::holding(const QString& text)
{
    read();
    if (!text.startsWith(m_text, Qt::CaseInsensitive)) {
        m_found.resize(m_names.size());
        std::iota(m_found.begin(), m_found.end(), std::size_t{0});
    }
    if (text.compare(m_text, Qt::CaseInsensitive) != 0 || !text.startsWith(m_text, Qt::CaseInsensitive))
        std::erase_if(m_found, [&](std::size_t i) { return !m_names[i].text.contains(text, Qt::CaseInsensitive); });
    m_text = text;
    return m_found;
}

QStringList StepNames::matches(const QString& text, qsizetype limit)
{
    QStringList same;
    QStringList atStart;
    QStringList inside;
    for (const std::size_t i : holding(text)) {
        const QString& name = m_names[i].text;
        QStringList& list = name.compare(text, Qt::CaseInsensitive) == 0 ? same
            : name.startsWith(text, Qt::CaseInsensitive)                 ? atStart
                                                                         : inside;
        if (list.size() < limit)
            list << name;
    }
    return (same + atStart + inside).mid(0, limit);
}

std::optional<StepId> StepNames::find(const QString& text)
{
    QString wanted = text.trimmed();
    if (wanted.startsWith(u'#'))
        wanted.remove(0, 1);
    bool isNumber = false;
    const qulonglong number = QString(wanted).remove(u',').toULongLong(&isNumber);
    const qulonglong first = firstNumber(m_axis.kind);
    if (isNumber)
        return number >= first && number - first < m_axis.count
            ? std::optional(StepId(static_cast<std::uint32_t>(number - first)))
            : std::nullopt;
    if (wanted.startsWith(u'%'))
        wanted.remove(0, 1);
    if (wanted.isEmpty())
        return std::nullopt;
    std::optional<StepId> prefix;
    std::optional<StepId> inside;
    for (const std::size_t i : holding(wanted)) {
        const Name& name = m_names[i];
        if (name.text == wanted)
            return name.first;
        if (!prefix && name.text.startsWith(wanted, Qt::CaseInsensitive))
            prefix = name.first;
        if (!inside)
            inside = name.first;
    }
    return prefix ? prefix : inside;
}

} // namespace tidemark::ui
