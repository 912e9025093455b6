#include "ui/widgets/restyle.h"

#include <QEvent>

#include <algorithm>
#include <vector>

namespace tidemark::ui {
namespace {

/// Calls a function before each event of some types.
class EventWatcher : public QObject
{
public:
    EventWatcher(QWidget* widget, std::vector<QEvent::Type> types, std::function<void()> react)
        : QObject(widget)
        , m_types(std::move(types))
        , m_react(std::move(react))
    {
        widget->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (std::ranges::find(m_types, event->type()) != m_types.end())
            m_react();
        return false;
    }

private:
    std::vector<QEvent::Type> m_types;
    std::function<void()> m_react;
};

} // namespace

void onRestyle(QWidget* widget, std::function<void()> refresh)
{
    new EventWatcher(widget, {QEvent::PaletteChange, QEvent::FontChange, QEvent::StyleChange}, std::move(refresh));
}

void onResize(QWidget* widget, std::function<void()> fit)
{
    new EventWatcher(widget, {QEvent::Resize}, std::move(fit));
}

void onShow(QWidget* widget, std::function<void()> refresh)
{
    new EventWatcher(widget, {QEvent::Show}, std::move(refresh));
}

} // namespace tidemark::ui
