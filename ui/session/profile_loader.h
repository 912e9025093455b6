#pragma once

#include "ui/session/document.h"

#include <QFutureWatcher>
#include <QObject>

#include <deque>
#include <functional>

namespace tidemark::ui {

/// Opens profiles and replays spaces on another thread, one request at a time: a newer request cancels the older, whose
/// results are dropped. The last few timelines are kept, so that going back to one is immediate.
class ProfileLoader : public QObject
{
    Q_OBJECT

public:
    explicit ProfileLoader(QObject* parent = nullptr);
    ~ProfileLoader() override;

    /// Ends with opened() or failed().
    void open(const QStringList& paths);
    /// Ends with shown(), at once for a known timeline, or showFailed().
    void show(const std::shared_ptr<const Document>& document, std::uint32_t module, std::int64_t space);
    /// As the user asks for it: tells with cancelled().
    void cancel();
    /// Without telling: the result is not wanted any more.
    void abandon();
    bool isBusy() const { return m_stop != nullptr; }

signals:
    void busyChanged();
    /// At most about 20 times a second. `permille` is −1 while the end is not known.
    void progressed(int permille, const QString& text);
    void opened(const std::shared_ptr<const Document>& document);
    void failed(const Error& error);
    void shown(const ShownSpace& space);
    void showFailed(std::uint32_t module, std::int64_t space, const Error& error);
    void cancelled();

private:
    void start();
    void finish();
    std::shared_ptr<const Plan> knownPlan(const Document& document, std::uint32_t module) const;
    void remember(const ShownSpace& space);

    std::function<void()> m_stop; // cancels the running request
    quint64 m_request = 0;
    std::deque<ShownSpace> m_recent; // the newest first
};

} // namespace tidemark::ui
