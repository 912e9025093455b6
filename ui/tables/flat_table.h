#pragma once

#include <QTableView>

class QMenu;

namespace tidemark::ui {

/// The look and the clipboard of every table of a window, for any model that tells the roles of TableRole: rows without
/// a grid, as high as the fonts in them need, selected and copied whole.
class FlatTable : public QTableView
{
    Q_OBJECT

public:
    explicit FlatTable(QWidget* parent = nullptr);

    /// The header and two rows.
    QSize minimumSizeHint() const override;
    /// Columns as shown, from left to right.
    QList<int> shownColumns() const;
    /// The rows selected, from top to bottom.
    std::vector<int> selectedRows() const;
    /// What rows are copied with, shown or not; the columns shown unless it is called.
    void setCopiedColumns(QList<int> columns) { m_copied = std::move(columns); }
    /// These rows as tab-separated text with a header line; `role` is tried before what is displayed.
    QString rowsAsText(const std::vector<int>& rows, int role = Qt::DisplayRole) const;

public slots:
    /// The rows selected; nothing without a selection.
    void copyRows();
    void copyRowsPlain();

signals:
    /// What was put on the clipboard, in words.
    void copied(const QString& what);

protected:
    /// Keys to copy are its own while rows of it are selected, whatever else in the window they may copy.
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// What the menu of the rows offers.
    virtual void addToMenu(QMenu* menu);
    /// "2 of 268 rows"
    virtual QString describeRows(std::size_t count) const;
    void copy(const QString& text, std::size_t rows);

private:
    void fitRows();

    QList<int> m_copied; // empty: those shown
};

} // namespace tidemark::ui
