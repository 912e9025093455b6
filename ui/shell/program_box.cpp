#include "ui/shell/program_box.h"

#include "ui/session/program_list.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"

namespace tidemark::ui {

ProgramBox::ProgramBox(QWidget* parent)
    : SearchBox(parent)
    , m_programs(new ProgramList(this))
{
    setEntries(m_programs);
    connect(this, &SearchBox::chosen, this, [this](const QModelIndex& index) {
        emit programChosen(ProgramId(index.data(ProgramList::ProgramRole).toUInt()));
    });
    clearContents();
}

void ProgramBox::setContents(const std::shared_ptr<const Document>& document, const Selection& current)
{
    const Catalogue& catalogue = document->catalogue();
    m_programs->setContents(document, catalogue.programs[current.program.index()].source, current.memory);
    refreshTexts(catalogue.words, m_programs->rowOf(current.program));
}

void ProgramBox::clearContents()
{
    m_programs->setContents(nullptr, {}, 0);
    refreshTexts({}, -1);
}

void ProgramBox::refreshTexts(const Words& words, int row)
{
    const QString program = text(words.program);
    setWords(program, text(words.programs));
    setAccessibleName(capitalised(words.program));
    if (row < 0) {
        setCurrent({}, tr("No %1").arg(program));
        setToolTip(tr("The %1 to show (Ctrl+K)").arg(program));
    } else {
        const QModelIndex index = m_programs->index(row);
        setCurrent(index, index.data().toString());
        setToolTip(plainToolTip(tr("%1 (Ctrl+K)").arg(index.data().toString())));
    }
}

} // namespace tidemark::ui
