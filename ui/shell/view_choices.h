#pragma once

class QObject;

namespace tidemark::ui {

class Actions;
class ViewState;

/// Connects the actions that choose one of several values: units, colours, the stack, the appearance. All except the
/// units start with the last choice and are saved; the units start with Auto. `actions` and `state` must outlive
/// `owner`.
void connectViewChoices(const Actions& actions, ViewState& state, QObject* owner);

} // namespace tidemark::ui
