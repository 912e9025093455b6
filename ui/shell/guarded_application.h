#pragma once

#include <QApplication>
#include <QMessageBox>
#include <QPointer>

#include <cstddef>
#include <memory>

namespace tidemark::ui {

/// An application that survives an exception in an event handler, where Qt would end the program with all windows. The
/// interrupted operation stays undone, and a message reports it: always on stderr, and in a message box if none is open
/// yet.
class GuardedApplication : public QApplication
{
    Q_OBJECT

public:
    GuardedApplication(int& argc, char** argv);

    bool notify(QObject* receiver, QEvent* event) override;

private:
    void keepReserve();
    void showError(const QString& text);
    void show(const QString& text);

    std::unique_ptr<std::byte[]> m_reserve; // freed for the message when memory is short
    QPointer<QMessageBox> m_message;
    QString m_memoryText; // made in advance, while there is memory
    bool m_isAsked = false; // the message is scheduled
};

} // namespace tidemark::ui
