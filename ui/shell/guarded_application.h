#pragma once

#include <QApplication>
#include <QMessageBox>
#include <QPointer>

#include <cstddef>
#include <memory>

namespace tidemark::ui {

/// An application that outlives an exception in the handler of an event, where Qt would end it with all windows. What
/// was being done stays undone, and a message says so: on stderr always, in a box of its own where none stands yet.
class GuardedApplication : public QApplication
{
    Q_OBJECT

public:
    GuardedApplication(int& argc, char** argv);

    bool notify(QObject* receiver, QEvent* event) override;

private:
    void keepReserve();
    void tell(const QString& text);
    void show(const QString& text);

    std::unique_ptr<std::byte[]> m_reserve; // given back when memory is short, for the message
    QPointer<QMessageBox> m_message;
    QString m_memoryText; // made while there is memory
    bool m_isAsked = false; // the message is on its way
};

} // namespace tidemark::ui
