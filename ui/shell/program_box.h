#pragma once

#include "core/view/document.h"
#include "ui/widgets/elided_combo_box.h"

#include <optional>

class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace tidemark::ui {

class ProgramList;

/// Chooses a program. Looks like a combo box. Its popup has a search line above the list, because there may be hundreds
/// of programs.
class ProgramBox : public ElidedComboBox
{
    Q_OBJECT

public:
    explicit ProgramBox(QWidget* parent = nullptr);

    /// Lists the programs of the same source as the current one, with their peaks in the current memory.
    void setContents(const std::shared_ptr<const Document>& document, const Selection& current);
    /// Empties the box.
    void clearContents();
    void showPopup() override;
    void hidePopup() override;

signals:
    void programChosen(ProgramId program);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    QString shownText() const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refreshTexts();
    void pick(const QModelIndex& index);
    void move(int by);

    ProgramList* m_programs;
    QSortFilterProxyModel* m_found;
    QFrame* m_popup;
    QLineEdit* m_search;
    QListView* m_list;
    QLabel* m_nothing; // shown instead of the list if no program matches
    QString m_text;
    Words m_words;
    std::optional<ProgramId> m_current;
};

} // namespace tidemark::ui
