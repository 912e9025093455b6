#pragma once

#include <QComboBox>
#include <QPersistentModelIndex>
#include <QStyledItemDelegate>

class QAbstractItemModel;
class QFrame;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace tidemark::ui {

/// A combo box that elides its text if there is no room; styles only clip it. The wheel scrolls the surrounding area
/// instead of changing the choice.
class ElidedComboBox : public QComboBox
{
    Q_OBJECT

public:
    explicit ElidedComboBox(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);
    /// Less than the width of the longest text, so that the box can shrink.
    QSize minimumSizeHint() const override;

protected:
    virtual QString shownText() const { return currentIndex() < 0 ? placeholderText() : currentText(); }
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    Qt::TextElideMode m_mode;
};

/// Paints a row of a selection list: NameRole on the left, in the font of Qt::FontRole if there is one, and PeakRole on
/// the right.
class PeakDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    enum Role {
        NameRole = Qt::UserRole + 1, // "jit_train_step(137)"
        PeakRole, // "6.30 GiB", or why there is no peak
    };

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// A combo box whose popup has a search line above a list or a tree, because there may be hundreds of entries. The
/// entries have the roles of PeakDelegate. Entries that cannot be selected are headings.
class SearchBox : public ElidedComboBox
{
    Q_OBJECT

public:
    explicit SearchBox(QWidget* parent = nullptr);

    void showPopup() override;
    void hidePopup() override;
    /// The width with which the text of the closed box is not cut.
    QSize sizeHint() const override;
    /// Sets the noun for an entry, and for several of them.
    void setWords(const QString& one, const QString& many);

signals:
    /// The user chose an entry. The index belongs to the model of setEntries().
    void chosen(const QModelIndex& index);

protected:
    void setEntries(QAbstractItemModel* model);
    /// Sets the chosen entry, which may be invalid, and the text of the closed box.
    void setCurrent(const QModelIndex& index, const QString& text);

    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QString shownText() const override { return m_text; }

private:
    void pick(const QModelIndex& index);
    /// Goes to the first entry from `from` on that can be selected.
    void goToFirst(QModelIndex from);
    void move(int by);
    void search(const QString& text);
    int rowsShown() const;

    QSortFilterProxyModel* m_found;
    QFrame* m_popup;
    QLineEdit* m_search;
    QTreeView* m_tree;
    QLabel* m_nothing; // shown instead of the tree if no entry matches
    QPersistentModelIndex m_current;
    QString m_text;
    QString m_one;
};

} // namespace tidemark::ui
