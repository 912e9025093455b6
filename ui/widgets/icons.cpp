#include "ui/widgets/icons.h"

#include "ui/theme/colors.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

// The resources live in a static library: without this the linker leaves them out.
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
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QPixmap rendered(QSvgRenderer& renderer, int size)
{
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

QIcon fromSvg(const QByteArray& svg, std::initializer_list<int> sizes)
{
    QIcon icon;
    QSvgRenderer renderer(svg);
    if (renderer.isValid())
        for (const int size : sizes)
            icon.addPixmap(rendered(renderer, size));
    return icon;
}

} // namespace

QIcon themedIcon(const QString& name, const QPalette& palette)
{
    constexpr const char* kDrawnIn = "#5c6470";
    const Colors colors = colorsFor(palette);
    const QByteArray svg = source(name);
    const auto in = [&](const QColor& color) { return QByteArray(svg).replace(kDrawnIn, color.name().toUtf8()); };
    QIcon icon = fromSvg(in(colors.isDark ? colors.text : QColor(0x3a, 0x40, 0x48)), {16, 32, 48});
    QSvgRenderer disabled(in(palette.color(QPalette::Disabled, QPalette::WindowText)));
    if (disabled.isValid())
        for (const int size : {16, 32, 48})
            icon.addPixmap(rendered(disabled, size), QIcon::Disabled);
    return icon;
}

QIcon applicationIcon()
{
    return fromSvg(source(QStringLiteral("org.tidemark.Tidemark")), {16, 32, 48, 64, 128, 256});
}

} // namespace tidemark::ui
