#pragma once

#include "core/base/progress.h"
#include "core/include/tidemark/result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace tidemark::ui {

/// Runs one task at a time on another thread. A newer task cancels the older one, whose result is dropped. An exception
/// from a task becomes its Error. The destructor cancels the task and waits until it ends.
class TaskRunner : public QObject
{
    Q_OBJECT

public:
    explicit TaskRunner(QObject* parent = nullptr);
    ~TaskRunner() override;

    /// `work` runs on another thread and must not touch the interface. `done` is called on the interface's thread,
    /// never before this function returns, and not at all if the task is cancelled or replaced. `what` is the progress
    /// text until the work reports progress: "Reading train.xplane.pb…"; empty if nobody shows progress.
    template <class T>
    void run(const QString& what, std::function<Result<T>(const Progress&)> work, std::function<void(Result<T>)> done)
    {
        auto result = std::make_shared<Result<T>>(Error{});
        start(
            what, [work = std::move(work), result](const Progress& progress) { *result = work(progress); },
            [done = std::move(done), result](const Error* failure) {
                done(failure ? Result<T>(*failure) : std::move(*result));
            });
    }
    /// Cancels the task at the request of the user: emits cancelled().
    void cancel();
    /// Drops the task without a signal, because its result is no longer wanted.
    void abandon();
    bool isBusy() const { return m_current != nullptr; }

signals:
    void busyChanged();
    /// Emitted at most 20 times a second. `permille` is −1 if the total amount is not known.
    void progressed(int permille, const QString& text);
    void cancelled();

protected:
    bool event(QEvent* event) override;

private:
    struct Task;
    using Work = std::function<void(const Progress&)>;
    using Done = std::function<void(const Error* failure)>;
    void start(const QString& what, Work work, Done done);
    void take();
    void joinFinished();

    std::shared_ptr<Task> m_current; // the task whose result is wanted
    std::vector<std::shared_ptr<Task>> m_tasks; // all tasks whose threads run
};

} // namespace tidemark::ui
