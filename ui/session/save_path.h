#pragma once

#include <QString>

class QWidget;

namespace tidemark::ui {

class DocumentHost;

/// What is asked about a file to be written.
struct SaveQuestion {
    QString title; // "Export the Chart"
    QString name; // suggested file name, without an ending
    QString ending; // "png": the preselected ending
    QString filter; // in the syntax of file dialogs; each filter has one ending
};

/// Asks for a path that ends in one of the endings, that the user agreed to write and that is no file of the host's
/// documents; empty: none. The folder is remembered.
QString askWhereToSave(const SaveQuestion& question, const DocumentHost& host, QWidget* window);

} // namespace tidemark::ui
