#pragma once

class QObject;

namespace tidemark::ui {

class Actions;
class Session;
class ViewState;

/// Connects the actions that choose one of several values: units, groups, the appearance, the device. Groups and
/// appearance start with the last choice and are saved; the units start with Auto. The menu of devices is filled when
/// it is about to be shown. The arguments must outlive `owner`.
void connectViewChoices(const Actions& actions, ViewState& state, Session& session, QObject* owner);

} // namespace tidemark::ui
