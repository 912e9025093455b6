#pragma once

#include <QModelIndex>
#include <QVariant>

namespace tidemark::ui {

/// The data that a model provides for a FlatTable in addition to the roles of Qt. All are optional.
enum TableRole {
    SortRole = Qt::UserRole, // number or text that compares as the column sorts; none if the cell is empty
    PlainRole, // text to copy, with bytes and steps as plain integers; default: the displayed text
    MonospaceRole, // bool: true for names, shapes and places of a program
    ElideRole, // Qt::TextElideMode; default: elide on the right
    HueRole, // int of Hue: the colour of bar, swatch and life
    CategoryRole, // QByteArray, the id of a category: its colour replaces that of the hue
    UncertainRole, // bool: the category is only probable, so its colour is hatched
    LookRole, // const GroupLook*: its fill replaces the colours above
    SwatchRole, // bool: a swatch of the colour is to the left of the text
    BarRole, // double in [0, 1]: a bar next to the text, with that share of the room
    BarTextRole, // the longest text next to a bar of the column; default: no longer than "1,023.9 GiB"
    ChangeBarRole, // double in [−1, 1]: a bar from the middle, to the left if better, to the right if worse
    LifeRole, // Life, drawn instead of the text
    MutedRole, // bool: text in secondary colour
    ToneRole, // int: > 0 is highlighted as bad, < 0 as good; none or 0: not highlighted
    HoveredRole, // bool: hovered, in any part of the window
    TotalRole, // bool: a row that is the sum of the others
    GroupRole, // bool: a row that represents the rows below it
    TreeRole, // TreePlace: the cell is indented, and an arrow opens and closes it
    FirstOwnRole // first value for a model's own roles
};

/// Numbers are aligned right, words left.
inline QVariant cellAlignment(bool isNumber)
{
    return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
}

/// The number of rows or columns of a table below an index. Cells of a table have no children.
inline int countBelow(const QModelIndex& parent, std::size_t count)
{
    return parent.isValid() ? 0 : static_cast<int>(count);
}

/// The value, or none if the condition is false.
template <class Value>
QVariant valueIf(bool condition, const Value& value)
{
    return condition ? QVariant(value) : QVariant();
}

/// The part of the axis in which a row is live, and the position of the cursor. All in [0, 1].
struct Life {
    double begin = 0;
    double end = 0;
    double cursor = 0;
};

struct TreePlace {
    enum class Children { None, Shown, Hidden };
    int depth = 0; // 0 at the top level
    Children children = Children::None;
};

} // namespace tidemark::ui

Q_DECLARE_METATYPE(tidemark::ui::Life)
Q_DECLARE_METATYPE(tidemark::ui::TreePlace)
