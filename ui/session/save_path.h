#pragma once

#include <QString>

class QWidget;

namespace tidemark::ui {

/// What is asked about a file to be written.
struct SaveQuestion {
    QString title; // "Export the Chart"
    QString name; // suggested file name, without an ending
    QString ending; // "png": the preselected ending
    QString filter; // in the syntax of file dialogs; each filter has one ending
};

/// Asks for a path that ends in one of the endings, that the user agreed to write and that is no input of this program.
/// Returns an empty path when the user cancels. Remembers the folder.
QString askWhereToSave(const SaveQuestion& question, QWidget* window);

} // namespace tidemark::ui
