#include "ui/widgets/icons.h"

#include "ui/theme/colors.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

// The resources are in a static library. Without this call the linker leaves them out.
static void useResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace tidemark::ui {
namespace {

QByteArray source(const QString& name)
{
    useResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll();
}

QPixmap rendered(const QByteArray& svg, const QSize& size)
{
    if (size.isEmpty()) // a button without room for its icon
        return {};
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(svg);
    QPainter painter(&pixmap);
    if (renderer.isValid())
        renderer.render(&painter);
    return pixmap;
}

QColor colorOf(QIcon::Mode mode)
{
    const QPalette palette = QGuiApplication::palette();
    if (mode == QIcon::Disabled)
        return palette.color(QPalette::Disabled, QPalette::WindowText);
    const Colors colors = colorsFor(palette);
    return colors.isDark ? colors.text : QColor(0x3a, 0x40, 0x48);
}

/// Draws an icon file of one colour in the current text colour.
class ThemedIconEngine : public QIconEngine
{
public:
    explicit ThemedIconEngine(const QString& name)
        : m_name(name)
        , m_svg(source(name))
    { }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        constexpr const char* kDrawnIn = "#5c6470";
        const QString color = colorOf(mode).name();
        const QString key
            = QStringLiteral("tidemark-icon/%1/%2/%3x%4").arg(m_name, color).arg(size.width()).arg(size.height());
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            pixmap = rendered(QByteArray(m_svg).replace(kDrawnIn, color.toUtf8()), size);
            QPixmapCache::insert(key, pixmap);
        }
        return pixmap;
    }
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, pixmap(rect.size() * ratio, mode, state));
    }
    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }
    bool isNull() override { return m_svg.isEmpty(); }

private:
    QString m_name;
    QByteArray m_svg;
};

} // namespace

QIcon themedIcon(const QString& name)
{
    return QIcon(new ThemedIconEngine(name));
}

QIcon applicationIcon()
{
    QIcon icon;
    const QByteArray svg = source(QStringLiteral("org.tidemark.Tidemark"));
    for (const int size : {16, 32, 48, 64, 128, 256})
        icon.addPixmap(rendered(svg, {size, size}));
    return icon;
}

} // namespace tidemark::ui
