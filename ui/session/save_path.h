#pragma once

#include <QString>

class QWidget;

namespace tidemark::ui {

/// What is asked about a file to be written.
struct SaveQuestion {
    QString title; // "Export the Chart"
    QString name; // that is suggested, without an ending
    QString ending; // "png": that which is offered first
    QString filter; // as file dialogs take it, each with one ending
};

/// Asks for a path that ends in one of the endings, that the user agreed to write and that is no input of this program.
/// Returns an empty path when the user cancels. Remembers the folder.
QString askWhereToSave(const SaveQuestion& question, QWidget* window);

} // namespace tidemark::ui
