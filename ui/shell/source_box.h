#pragma once

#include "ui/session/source_choice.h"
#include "ui/widgets/search_box.h"

class QStandardItemModel;

namespace tidemark::ui {

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
