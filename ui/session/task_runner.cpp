#include "ui/session/task_runner.h"

#include "core/base/text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QEvent>

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace tidemark::ui {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kReportEvery = std::chrono::milliseconds(50);
const auto kNews = static_cast<QEvent::Type>(QEvent::registerEventType());

struct Report {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    Progress::Unit unit = Progress::Unit::Items;
    std::string what;
};

QString reportText(const Report& report)
{
    const auto amount = [&](std::uint64_t count) {
        const auto number = static_cast<std::int64_t>(count);
        return report.unit == Progress::Unit::Bytes ? QString::fromStdString(bytesText(number)) : grouped(number);
    };
    return TaskRunner::tr("%1… %2 of %3").arg(text(report.what), amount(report.done), amount(report.total));
}

/// Returns freed memory to the system. The temporary memory of a task lies between its results, where the allocator
/// would keep it.
void giveBackFreed()
{
#ifdef __GLIBC__
    static std::mutex one; // another allocator may be in use: two calls would then both start that of glibc
    const std::lock_guard lock(one);
    ::malloc_trim(0);
#endif
}

enum class Ending { Normal, OutOfMemory, Exception };

} // namespace

/// The data that the interface and the thread of a task share. The mutex guards everything below it.
struct TaskRunner::Task {
    std::atomic<bool> isCancelled = false;
    Work work;
    Done done; // used only by the interface
    std::thread thread;

    std::mutex mutex;
    std::optional<Report> report; // not shown yet
    std::optional<Ending> ending;
    std::string why; // the message of an exception

    void end(Ending how, const char* message)
    {
        const std::lock_guard lock(mutex);
        ending = how;
        try {
            why = message;
        } catch (...) { // out of memory even for the message: `ending` must be enough
        }
    }
    Error failure() const
    {
        if (*ending == Ending::OutOfMemory)
            return {ErrorKind::Io, "There is not enough memory for this.", std::nullopt};
        return {ErrorKind::Io, "This went wrong: " + why + ".", std::nullopt};
    }
};

TaskRunner::TaskRunner(QObject* parent)
    : QObject(parent)
{ }

TaskRunner::~TaskRunner()
{
    for (const auto& task : m_tasks)
        task->isCancelled = true;
    for (const auto& task : m_tasks)
        if (task->thread.joinable())
            task->thread.join();
}

void TaskRunner::start(const QString& what, Work work, Done done)
{
    if (m_current)
        m_current->isCancelled = true;
    auto task = std::make_shared<Task>();
    task->work = std::move(work);
    task->done = std::move(done);
    m_current = task;
    m_tasks.push_back(task);
    // The thread only posts events to this object, and the destructor joins the thread.
    const auto notify = [this] { QCoreApplication::postEvent(this, new QEvent(kNews)); };
    const auto run = [task = task.get(), notify] {
        Progress progress;
        progress.isCancelled = [task] { return task->isCancelled.load(); };
        progress.report = [task, notify, last = Clock::now()](auto at, auto total, auto unit, auto phrase) mutable {
            if (Clock::now() - last < kReportEvery || total == 0)
                return;
            last = Clock::now();
            {
                const std::lock_guard lock(task->mutex);
                task->report = Report{at, total, unit, std::string(phrase)};
            }
            notify();
        };
        try {
            task->work(progress);
            task->end(Ending::Normal, "");
        } catch (const std::bad_alloc&) {
            task->end(Ending::OutOfMemory, "");
        } catch (const std::exception& exception) {
            task->end(Ending::Exception, exception.what());
        } catch (...) {
            task->end(Ending::Exception, "unknown");
        }
        notify();
        giveBackFreed();
    };
    try {
        task->thread = std::thread(run);
    } catch (const std::system_error& error) {
        // No thread could be started. The result still arrives after this function has returned.
        task->end(Ending::Exception, error.what());
        notify();
    }
    emit busyChanged();
    emit progressed(-1, what);
}

void TaskRunner::abandon()
{
    if (!m_current)
        return;
    m_current->isCancelled = true;
    m_current = nullptr;
    emit busyChanged();
}

void TaskRunner::cancel()
{
    if (!m_current)
        return;
    abandon();
    emit cancelled();
}

bool TaskRunner::event(QEvent* event)
{
    if (event->type() != kNews)
        return QObject::event(event);
    take();
    return true;
}

void TaskRunner::take()
{
    joinFinished();
    const std::shared_ptr<Task> task = m_current;
    if (!task)
        return;
    std::optional<Report> report;
    bool isOver = false;
    {
        const std::lock_guard lock(task->mutex);
        report.swap(task->report);
        isOver = task->ending.has_value();
    }
    if (!isOver) {
        if (report)
            emit progressed(
                static_cast<int>(1000.0 * static_cast<double>(report->done) / static_cast<double>(report->total)),
                reportText(*report));
        return;
    }
    m_current = nullptr;
    const Error failure = *task->ending == Ending::Normal ? Error{} : task->failure();
    task->done(*task->ending == Ending::Normal ? nullptr : &failure);
    if (!m_current)
        emit busyChanged();
}

void TaskRunner::joinFinished()
{
    std::erase_if(m_tasks, [](const std::shared_ptr<Task>& task) {
        {
            const std::lock_guard lock(task->mutex);
            if (!task->ending)
                return false;
        }
        if (task->thread.joinable())
            task->thread.join();
        return true;
    });
}

} // namespace tidemark::ui
