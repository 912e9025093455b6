#pragma once

#include "core/view/figures.h"

#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

/// Shows a figure next to the parts of the peak, to none of which it belongs. `help` is a sentence for its tool tip. At
/// rank 0 it stays as long as those parts.
inline void showNextToParts(Figure& figure, std::string help, int rank = rank::kOutsideSums)
{
    figure.places |= static_cast<unsigned>(FigurePlace::Window);
    figure.rank = rank;
    figure.help = std::move(help);
}

/// Collects figures of records. Known figures of bytes get a line in a text for people, in their order.
class FigureList
{
public:
    /// Null: unknown.
    Figure& add(const char* id, decltype(Figure::value) value)
    {
        m_list.push_back({id, std::move(value), {}, {}, {}, static_cast<unsigned>(FigurePlace::Record), 0, 0});
        return m_list.back();
    }
    template <class Number>
    Figure& add(const char* id, const std::optional<Number>& value)
    {
        Figure& figure = add(id, std::monostate());
        if (value)
            figure.value = *value;
        return figure;
    }
    /// Null when the text is empty.
    Figure& text(const char* id, std::string_view value)
    {
        Figure& figure = add(id, std::monostate());
        if (!value.empty())
            figure.value = std::string(value);
        return figure;
    }
    Figure& bytes(const char* id, const std::optional<std::int64_t>& value, const char* label)
    {
        Figure& figure = add(id, value);
        figure.label = label;
        if (value)
            figure.line = ++m_line;
        return figure;
    }
    std::vector<Figure> take() { return std::move(m_list); }

private:
    std::vector<Figure> m_list;
    int m_line = 0;
};

} // namespace tidemark
