#pragma once

class QObject;

namespace tidemark::ui {

class Actions;
class ViewState;

/// Actions of which one is chosen at a time: units, colours, what the curve is stacked by, the appearance. All but the
/// units, which begin at Auto, are as they were chosen last, and are kept. `actions` and `state` outlive `owner`.
void connectViewChoices(const Actions& actions, ViewState& state, QObject* owner);

} // namespace tidemark::ui
