#include "ui/panels/facts_label.h"

#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QStringList>

#include <utility>

namespace tidemark::ui {

FactsLabel::FactsLabel(ViewState* state, QWidget* parent)
    : QLabel(parent)
    , m_state(state)
{
    setAccessibleName(tr("Facts"));
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setWordWrap(true);
    setFont(secondaryFont());
    setContentsMargins(9, 5, 9, 6);
    connect(this, &QLabel::linkActivated, this, [this](const QString& link) {
        m_state->focus().setSelected(m_facts[static_cast<std::size_t>(link.toInt())].rows);
    });
    state->onChange(Aspect::View | Aspect::Meanings, this, &FactsLabel::reload);
    state->onChange(Aspect::Units, this, &FactsLabel::refresh);
    reload();
}

void FactsLabel::reload()
{
    m_facts.clear();
    if (const RowMeanings* meanings = m_state->meanings().get())
        m_facts = memoryFacts(*m_state->view(), *meanings);
    refresh();
}

void FactsLabel::refresh()
{
    QStringList lines;
    for (std::size_t i = 0; i < m_facts.size(); ++i) {
        bool isFirst = true; // only the first amount is a link; the text around it is ours and has no markup
        lines << ui::text(withAmounts(factText(m_facts[i]), [&](std::int64_t bytes) {
            const QString amount = m_state->bytes(bytes);
            return (std::exchange(isFirst, false) ? QStringLiteral("<a href=\"%1\">%2</a>").arg(i).arg(amount) : amount)
                .toStdString();
        }));
    }
    setText(lines.join(QStringLiteral("<br>")));
    setVisible(!lines.isEmpty());
}

} // namespace tidemark::ui
