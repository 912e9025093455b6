#include "ui/widgets/restyle.h"

#include <QEvent>

namespace tidemark::ui {
namespace {

class StyleWatcher : public QObject
{
public:
    StyleWatcher(QWidget* widget, std::function<void()> refresh)
        : QObject(widget)
        , m_refresh(std::move(refresh))
    {
        widget->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
            m_refresh();
        return false;
    }

private:
    std::function<void()> m_refresh;
};

} // namespace

void onRestyle(QWidget* widget, std::function<void()> refresh)
{
    new StyleWatcher(widget, std::move(refresh));
}

} // namespace tidemark::ui
