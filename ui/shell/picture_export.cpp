#include "ui/shell/picture_export.h"

#include "core/files/atomic_file.h"

#include <QBuffer>
#include <QFile>
#include <QImage>

#include <ostream>

namespace tidemark::ui {

std::optional<Error> writePicture(const ChartPicture& picture, const QString& path, const Progress& progress)
{
    QByteArray data;
    QBuffer buffer(&data);
    buffer.open(QIODevice::WriteOnly);
    const bool isSvg = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    const bool isDone = isSvg ? picture.svg(buffer, progress) : picture.image(progress).save(&buffer, "PNG");
    if (progress.cancelled())
        return Error{ErrorKind::Cancelled, "Cancelled.", std::nullopt};
    if (!isDone)
        return Error{ErrorKind::Unsupported, "A picture of this size cannot be made. Choose a smaller one.",
                     std::nullopt};
    return writeAtomically(QFile::encodeName(path).toStdString(),
                           [&](std::ostream& out) { out.write(data.constData(), data.size()); });
}

} // namespace tidemark::ui
