#pragma once

#include "ui/widgets/swatch.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace tidemark::ui {

/// A line of named figures. If there is not enough room, it drops, in this order: figures that are not part of the sum;
/// less important figures, as long as that saves the remarks of the others; otherwise all remarks; then the least
/// important figures.
class FigureLine : public QWidget
{
    Q_OBJECT

public:
    struct Entry {
        QString name;
        QString value;
        QString remark;
        QString toolTip;
        int rank = 0; // see Figure::rank
        bool needsRemark = false; // misleading without its remark; less important figures are dropped first
        Fill swatch{}; // to the left of the name; without a colour: none
    };

    explicit FigureLine(QWidget* parent = nullptr);
    void setEntries(std::vector<Entry> entries);
    QSize sizeHint() const override { return {600, fontMetrics().height() + 2}; }
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

private:
    QString textOf(const Entry& entry, bool withRemark) const;
    void arrange();

    std::vector<Entry> m_entries;
    std::vector<QLabel*> m_labels; // by entry
};

} // namespace tidemark::ui
