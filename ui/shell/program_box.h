#pragma once

#include "core/view/document.h"
#include "ui/widgets/search_box.h"

namespace tidemark::ui {

class ProgramList;

/// Chooses a program.
class ProgramBox : public SearchBox
{
    Q_OBJECT

public:
    explicit ProgramBox(QWidget* parent = nullptr);

    /// Lists the programs of the same source as the current one, with their peaks in the current memory.
    void setContents(const std::shared_ptr<const Document>& document, const Selection& current);
    /// Empties the box.
    void clearContents();

signals:
    void programChosen(ProgramId program);

private:
    void refreshTexts(const Words& words, int row);

    ProgramList* m_programs;
};

} // namespace tidemark::ui
