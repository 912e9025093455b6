#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace tidemark::ui {

/// Does one thing at a time on another thread. A newer task cancels the older, whose result is dropped. Whatever a task
/// throws is an Error of it. Destruction cancels and waits for the work to notice.
class TaskRunner : public QObject
{
    Q_OBJECT

public:
    explicit TaskRunner(QObject* parent = nullptr);
    ~TaskRunner() override;

    /// `work` runs on another thread and touches nothing of the interface. `done` is called on the interface's thread,
    /// never before this returns, and not at all when the task was cancelled or another came. `what` is told until the
    /// work reports progress: "Reading train.xplane.pb…"; empty where nobody listens.
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
    /// As the user asks for it: tells with cancelled().
    void cancel();
    /// Without telling: the result is not wanted any more.
    void abandon();
    bool isBusy() const { return m_current != nullptr; }

signals:
    void busyChanged();
    /// At most 20 times a second. `permille` is −1 while the end is not known.
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
