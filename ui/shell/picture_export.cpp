#include "ui/shell/picture_export.h"

#include "core/files/atomic_file.h"
#include "ui/session/paths.h"

#include <QBuffer>
#include <QImage>

#include <ostream>

namespace tidemark::ui {

Error pictureTooLarge()
{
    return {ErrorKind::TooLarge, "A picture of this size cannot be made. Choose a smaller one.", std::nullopt};
}

Result<void> writePicture(const Picture& picture, const QString& path, const Progress& progress)
{
    QByteArray data;
    QBuffer buffer(&data);
    buffer.open(QIODevice::WriteOnly);
    const bool isSvg = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    const bool isDone = isSvg ? picture.svg(buffer, progress) : picture.image(progress).save(&buffer, "PNG");
    if (progress.cancelled())
        return Progress::cancelledError();
    if (!isDone)
        return pictureTooLarge();
    return writeAtomically(toNative(path), [&](std::ostream& out) { out.write(data.constData(), data.size()); });
}

} // namespace tidemark::ui
