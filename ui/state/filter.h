#pragma once

#include "core/view/view.h"
#include "ui/state/text_matches.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace tidemark::ui {

/// Which rows of the view the user wants to see: all words of a text, and one kind or all. All that shows rows
/// obeys it.
class Filter : public QObject
{
    Q_OBJECT

public:
    explicit Filter(QObject* parent = nullptr);

    /// Another view; text stays, a kind stays if the view has one of that id. Tells nothing.
    void reset(std::shared_ptr<const View> view);
    /// From now on categories are searched as well: tells where a text is asked for. REQUIRES: of the view
    void setMeanings(std::shared_ptr<const RowMeanings> meanings);

    const QString& text() const { return m_matches.text(); }
    void setText(const QString& text);
    /// A position in Rows::kinds; nullopt: all kinds.
    std::optional<std::uint8_t> kind() const { return m_kind; }
    void setKind(std::optional<std::uint8_t> kind);
    /// Nothing is left out.
    bool isEmpty() const { return m_matches.isEmpty() && !m_kind; }
    void clear();
    /// "“conv”, Temporary": what is asked for, in words.
    QString description() const;

    /// True when the row passes kind and text: the columns that are searched, the source lines and names that share
    /// its memory are looked through for every word, any case. A row is described once, whatever is typed, as long as
    /// what is kept of all stays within a budget. REQUIRES: a row of the view
    bool matches(RowId row) const;

signals:
    void changed();

private:
    void readAnew();

    std::shared_ptr<const View> m_view;
    std::shared_ptr<const RowMeanings> m_meanings; // null: not known
    std::optional<std::uint8_t> m_kind;
    mutable TextMatches m_matches; // of the rows
};

} // namespace tidemark::ui
