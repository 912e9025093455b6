#include "ui/shell/guarded_application.h"

#include "ui/theme/text.h"

#include <QThread>

#include <cstdio>
#include <exception>
#include <new>

namespace tidemark::ui {
namespace {

constexpr std::size_t kReserve = std::size_t{8} << 20; // address space; untouched pages use no memory

} // namespace

GuardedApplication::GuardedApplication(int& argc, char** argv)
    : QApplication(argc, argv)
    , m_memoryText(tr("There is not enough memory for this action. Open files stay open. Close other windows or "
                      "programs to free memory."))
{
    keepReserve();
}

bool GuardedApplication::notify(QObject* receiver, QEvent* event)
{
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        if (QThread::currentThread() != thread())
            throw;
        std::fputs("tidemark: not enough memory\n", stderr);
        m_reserve.reset();
        showError(m_memoryText);
    } catch (const std::exception& error) {
        if (QThread::currentThread() != thread())
            throw;
        std::fprintf(stderr, "tidemark: %s\n", error.what());
        showError(
            tr("Something went wrong: %1. The action was stopped; open files stay open.").arg(text(error.what())));
    }
    return false;
}

void GuardedApplication::keepReserve()
{
    if (!m_reserve)
        m_reserve.reset(new (std::nothrow) std::byte[kReserve]);
}

void GuardedApplication::showError(const QString& text)
{
    // A handler that fails repeatedly while its message is open, such as a paint handler, must not create more
    // messages.
    if (m_isAsked || m_message)
        return;
    try {
        // Queued, because this may run inside a paint handler.
        QMetaObject::invokeMethod(
            this, [this, text] { show(text); }, Qt::QueuedConnection);
        m_isAsked = true;
    } catch (const std::bad_alloc&) {
        // The message is on stderr already.
    }
}

void GuardedApplication::show(const QString& text)
{
    try {
        m_message = new QMessageBox(QMessageBox::Warning, tr("Tidemark"), text, QMessageBox::Ok, activeWindow());
        m_message->setAttribute(Qt::WA_DeleteOnClose);
        m_message->setTextFormat(Qt::PlainText);
        m_message->setModal(false); // a window that fails whenever it is painted can still be closed
        connect(m_message, &QObject::destroyed, this, &GuardedApplication::keepReserve);
        m_message->show();
    } catch (const std::bad_alloc&) {
        delete m_message;
    }
    m_isAsked = false;
}

} // namespace tidemark::ui
