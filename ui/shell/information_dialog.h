#pragma once

#include <QDialog>

namespace tidemark::ui {

class Session;
class ViewState;

/// What a document is: its files, what they say of their origin, the figures of what is shown.
class InformationDialog : public QDialog
{
    Q_OBJECT

public:
    InformationDialog(const ViewState& state, const Session& session, QWidget* parent);
};

} // namespace tidemark::ui
