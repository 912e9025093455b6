#pragma once

#include "ui/widgets/swatch.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace tidemark::ui {

/// A line of named figures. Where it gets narrow, first the figures that are no part of the sum go, then less important
/// ones as long as that saves the remarks of the others, else the remarks, all of them, then the least important
/// figures.
class FigureLine : public QWidget
{
    Q_OBJECT

public:
    struct Entry {
        QString name;
        QString value;
        QString remark;
        QString toolTip;
        int rank = 0; // as that of a Figure
        bool needsRemark = false; // the figure misleads without; less important figures go before it
        Swatch swatch{}; // before the name
    };

    explicit FigureLine(QWidget* parent = nullptr);
    void setEntries(std::vector<Entry> entries);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QString textOf(const Entry& entry, bool withRemark) const;
    void arrange();

    std::vector<Entry> m_entries;
    std::vector<QLabel*> m_labels; // one an entry
};

} // namespace tidemark::ui
