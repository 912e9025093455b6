#pragma once

#include "core/view/document.h"
#include "ui/session/program_list.h"
#include "ui/widgets/combo_boxes.h"

class QStandardItemModel;

namespace tidemark::ui {

class ProgramBox : public SearchBox
{
    Q_OBJECT

public:
    explicit ProgramBox(QWidget* parent = nullptr);

    /// Lists the programs of the same source as the current one, with their peaks in the current memory, and then those
    /// of the other sources. `letter` is the side of a comparison that it changes; it may be empty.
    void setContents(const Chosen& current, const std::vector<SourceChoice>& sources, const QString& letter);
    void clearContents();

signals:
    void programChosen(const Chosen& program);

private:
    void refreshTexts(const Words& words, int row, const QString& letter);

    ProgramList* m_programs;
};

/// Chooses a source: a host, a rank, or one of the files of a folder with documents of several kinds. The kinds and the
/// captures are the headings of a tree.
class SourceBox : public SearchBox
{
    Q_OBJECT

public:
    explicit SourceBox(QWidget* parent = nullptr);

    /// There may be thousands of choices, so the tree is only rebuilt if they differ.
    void setChoices(std::vector<SourceChoice> choices);
    /// Sets the shown choice by its position; none if it is not listed.
    void setShown(std::optional<std::size_t> choice);
    const std::vector<SourceChoice>& choices() const { return m_choices; }

signals:
    void sourceChosen(const SourceChoice& choice);

private:
    void fill();

    QStandardItemModel* m_model;
    std::vector<SourceChoice> m_choices;
    std::vector<QPersistentModelIndex> m_indices; // of the choices
};

} // namespace tidemark::ui
