#pragma once

#include "ui/session/module_model.h"

#include <QComboBox>

class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace tidemark::ui {

/// Chooses a module. Looks like a combo box; its popup has a search line above the list, as there may be hundreds.
class ModuleBox : public QComboBox
{
    Q_OBJECT

public:
    explicit ModuleBox(QWidget* parent = nullptr);

    /// `current` nullopt: nothing to choose.
    void setContents(const std::shared_ptr<const Document>& document, std::uint32_t file, std::int64_t space,
                     std::optional<std::uint32_t> current);
    void showPopup() override;
    void hidePopup() override;

signals:
    void moduleChosen(std::uint32_t module);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void pick(const QModelIndex& index);
    void move(int by);

    ModuleModel* m_modules;
    QSortFilterProxyModel* m_found;
    QFrame* m_popup;
    QLineEdit* m_search;
    QListView* m_list;
    QLabel* m_nothing; // in place of the list when no module matches
    QString m_text;
    std::optional<std::uint32_t> m_current;
};

} // namespace tidemark::ui
