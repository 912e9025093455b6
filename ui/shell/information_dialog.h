#pragma once

#include <QDialog>

namespace tidemark::ui {

class Session;
class ViewState;

/// Shows information about a document: its files, their origin, and the figures of the current view.
class InformationDialog : public QDialog
{
    Q_OBJECT

public:
    InformationDialog(const ViewState& state, const Session& session, QWidget* parent);
};

} // namespace tidemark::ui
