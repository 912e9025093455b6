// Prints "type icon" for every file name given, as a desktop that follows XDG_DATA_DIRS sees it.
#include <QCoreApplication>
#include <QMimeDatabase>
#include <QTextStream>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QMimeDatabase database;
    QTextStream out(stdout);
    const QStringList names = QCoreApplication::arguments().mid(1);
    for (const QString& name : names) {
        const QMimeType type = database.mimeTypeForFile(name, QMimeDatabase::MatchExtension);
        out << type.name() << ' ' << type.iconName() << '\n';
    }
    return 0;
}
