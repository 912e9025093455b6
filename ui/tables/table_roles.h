#pragma once

#include <QMetaType>
#include <Qt>

namespace tidemark::ui {

/// What a model tells a FlatTable of its cells besides the roles of Qt. None is required.
enum TableRole {
    SortRole = Qt::UserRole, // number or text that compares as the column sorts; none where the cell is empty
    PlainRole, // text with bytes and steps as plain integers; else the one displayed is copied
    MonospaceRole, // bool: names, shapes and places of a program
    ElideRole, // Qt::TextElideMode; at the right without it
    HueRole, // int of Hue: of the bar, the swatch, the life
    CategoryRole, // QByteArray, the id of a category: its colour stands for the hue's
    IdleRole, // int, a shade of Colors::idle() that stands for the colours above
    SwatchRole, // bool: a square of the hue stands before the text
    BarRole, // double in [0, 1]: a bar of that share of the room beside the text
    ChangeBarRole, // double in [−1, 1]: a bar from the middle, to the left for the better, to the right for the worse
    LifeRole, // Life, drawn instead of the text
    MutedRole, // bool: in secondary colour
    ToneRole, // int: above 0 it stands out for the worse, below for the better; none or 0: it does not
    HoveredRole, // bool: what the pointer is on, in whatever part of the window
    TotalRole, // bool: of a row that sums up the others
    GroupRole, // bool: of a row that stands for those below it
    FirstOwnRole // models with more begin here
};

/// The part of the axis in which something lives, and where the cursor is in it; each in [0, 1].
struct Life {
    double begin = 0;
    double end = 0;
    double cursor = 0;
};

} // namespace tidemark::ui

Q_DECLARE_METATYPE(tidemark::ui::Life)
