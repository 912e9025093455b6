#pragma once

#include <QDialog>

namespace tidemark::ui {

class DocumentController;

/// What a document is: its files, what they say of their origin, the figures of what is shown.
class InformationDialog : public QDialog
{
    Q_OBJECT

public:
    InformationDialog(const DocumentController& controller, QWidget* parent);
};

/// The licences that the program is under and uses.
void showAbout(QWidget* parent);

/// All keys, as a table.
void showShortcuts(QWidget* parent);

} // namespace tidemark::ui
