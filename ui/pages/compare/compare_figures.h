#pragma once

#include "ui/pages/compare/compare_words.h"

#include <QWidget>

#include <memory>

class QHBoxLayout;
class QLabel;

namespace tidemark::ui {

class ElidedLabel;

/// Shows the figures of a comparison that change, the largest change first, each with both values below it. A line
/// below them names the changes that are small or do not fit, and the figures without change.
class CompareFigures : public QWidget
{
    Q_OBJECT

public:
    CompareFigures(const Units* units, QWidget* parent);

    void setComparison(std::shared_ptr<const Comparison> comparison);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Entry {
        QString name;
        std::int64_t a = 0;
        std::int64_t b = 0;
        std::int64_t change() const { return b - a; }
    };
    std::vector<Entry> entriesOf(const Comparison& comparison) const;
    void refresh();
    void arrange();
    QString htmlOf(const Entry& entry) const;

    const Units* m_units;
    QHBoxLayout* m_line;
    ElidedLabel* m_rest;
    std::vector<Entry> m_changed; // the largest change first
    std::vector<Entry> m_unchanged;
    std::vector<QLabel*> m_labels; // at least one for each entry of m_changed
};

} // namespace tidemark::ui
