#include "ui/shell/picture_export.h"

#include "core/files/atomic_file.h"

#include <QBuffer>
#include <QFile>

#include <ostream>

namespace tidemark::ui {

std::optional<Error> writeChart(const ViewState& state, const PictureOptions& options, const QString& path)
{
    QByteArray data;
    QBuffer buffer(&data);
    buffer.open(QIODevice::WriteOnly);
    const bool isSvg = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    const bool isDone
        = isSvg ? renderChartSvg(state, options, buffer) : renderChartImage(state, options).save(&buffer, "PNG");
    if (!isDone)
        return Error{ErrorKind::Unsupported,
                     "A picture of " + std::to_string(options.size.width()) + "x"
                         + std::to_string(options.size.height()) + " pixels cannot be made. Choose a smaller size.",
                     std::nullopt};
    return writeAtomically(QFile::encodeName(path).toStdString(),
                           [&](std::ostream& out) { out.write(data.constData(), data.size()); });
}

} // namespace tidemark::ui
