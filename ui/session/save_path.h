#pragma once

#include <QString>

class QWidget;

namespace tidemark::ui {

class DocumentHost;

/// The parameters of the dialog that asks where to save a file.
struct SaveQuestion {
    QString title; // "Export the Chart"
    QString name; // suggested file name, without an ending
    QString ending; // "png": the preselected ending
    QString filter; // in the syntax of file dialogs; each filter has one ending
};

/// Asks for a path to save to. The path ends in one of the offered endings. The user has agreed to overwrite an
/// existing file, and the path is no file of the host's documents. Returns an empty path if the user cancels. Remembers
/// the folder.
QString askWhereToSave(const SaveQuestion& question, const DocumentHost& host, QWidget* window);

} // namespace tidemark::ui
