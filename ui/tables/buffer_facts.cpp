#include "ui/tables/buffer_facts.h"

#include "ui/session/document.h"
#include "ui/state/grouped.h"

#include <QCoreApplication>

namespace tidemark::ui {

BufferFacts::BufferFacts(const ViewState* state)
    : m_state(state)
{ }

const BufferDetails& BufferFacts::of(std::uint32_t row) const
{
    if (m_timeline != m_state->timeline()) {
        m_timeline = m_state->timeline();
        m_details.clear();
        m_details.resize(m_timeline->rows.size());
    }
    auto& details = m_details[row];
    if (!details)
        details = std::make_unique<const BufferDetails>(describe(*m_timeline, m_timeline->rows[row]));
    return *details;
}

std::vector<std::uint32_t> BufferFacts::alike(std::uint32_t row) const
{
    const BufferDetails& wanted = of(row);
    const std::int64_t size = m_timeline->rows[row].size;
    std::vector<std::uint32_t> rows;
    for (const LiveRow& live : m_state->live()) {
        // Equal shapes have equal sizes: most rows need not be decoded.
        if (m_timeline->rows[live.row.value].size != size)
            continue;
        const BufferDetails& other = of(live.row.value);
        if (other.opName == wanted.opName && other.opcode == wanted.opcode && other.shape == wanted.shape)
            rows.push_back(live.row.value);
    }
    return rows;
}

QString shortSource(const BufferDetails& details)
{
    if (details.sourceFile.empty())
        return {};
    const QString file = QString::fromStdString(details.sourceFile);
    const QString name = file.mid(file.lastIndexOf(u'/') + 1);
    return details.sourceLine > 0 ? name + u':' + QString::number(details.sourceLine) : name;
}

QString sourceLines(const BufferDetails& details)
{
    QStringList lines;
    for (const std::string& frame : details.stack)
        lines << text(frame);
    const QString source = text(details.sourceFile);
    const bool isFirstFrame
        = !lines.isEmpty() && lines.front().startsWith(QStringLiteral("%1:%2:").arg(source).arg(details.sourceLine));
    if (isFirstFrame && lines.size() == 1)
        lines.clear();
    if (!source.isEmpty() && (!isFirstFrame || lines.isEmpty()))
        lines.prepend(shortSource(details));
    return lines.join(u'\n');
}

QString lifetimeText(const BufferRow& row)
{
    return QCoreApplication::translate("tidemark::ui::BufferFacts", "steps %1–%2")
        .arg(grouped(row.start), grouped(row.end));
}

} // namespace tidemark::ui
