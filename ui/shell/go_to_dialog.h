#pragma once

#include "core/xla/replay/space_timeline.h"

#include <QDialog>

#include <memory>
#include <optional>

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace tidemark::ui {

/// Asks for a step, by number or by the name of its instruction.
class GoToDialog : public QDialog
{
    Q_OBJECT

public:
    GoToDialog(std::shared_ptr<const SpaceTimeline> timeline, std::uint32_t step, QWidget* parent);
    std::optional<std::uint32_t> step() const { return m_step; }

    /// What the text means: a number, "#17", or the name of an instruction: the first step that has it, else the first
    /// whose name begins with it, else the first that has it inside.
    static std::optional<std::uint32_t> find(const SpaceTimeline& timeline, const QString& text);
    /// The name itself, then names that begin with the text, then those that have it inside.
    static QStringList matches(const QStringList& names, const QString& text);

private:
    void refresh();

    std::shared_ptr<const SpaceTimeline> m_timeline;
    std::optional<std::uint32_t> m_step;
    QLineEdit* m_edit;
    QLabel* m_found;
    QDialogButtonBox* m_buttons;
};

} // namespace tidemark::ui
