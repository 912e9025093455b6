#pragma once

#include "ui/pages/compare/compare_words.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace tidemark::ui {

/// Shows the figures of a comparison: each change, and both values below it. It shows as many figures as fit: first the
/// peak, then the most important ones, then the largest changes, and last the figures without change.
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
    std::vector<QLabel*> m_labels; // one for each entry
};

} // namespace tidemark::ui
