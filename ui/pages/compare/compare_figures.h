#pragma once

#include "ui/pages/compare/compare_words.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace tidemark::ui {

/// The figures of a comparison side by side: how much less or more, and both values below. As many as there is room
/// for: the peak, those that matter most, then those that changed most, and last those of no change.
class CompareFigures : public QWidget
{
    Q_OBJECT

public:
    CompareFigures(const Units* units, QWidget* parent);

    void setComparison(std::shared_ptr<const Comparison> comparison);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Entry {
        QString name;
        std::int64_t a = 0;
        std::int64_t b = 0;
    };
    void refresh();
    void arrange();
    QString htmlOf(const Entry& entry) const;

    const Units* m_units;
    std::shared_ptr<const Comparison> m_comparison;
    std::vector<Entry> m_entries;
    std::vector<QLabel*> m_labels; // one an entry
};

} // namespace tidemark::ui
