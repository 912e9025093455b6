#include "ui/session/profile_loader.h"

#include "core/base/text.h"
#include "core/xla/plan/plan.h"

#include <QElapsedTimer>
#include <QPromise>
#include <QtConcurrent>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kReportEveryMs = 50;
constexpr std::size_t kRemembered = 6;

struct OpenOutcome {
    std::shared_ptr<const Document> document;
    std::optional<Error> error;
};

struct ShowOutcome {
    ShownSpace space;
    std::optional<Error> error;
};

QString progressText(quint64 done, quint64 total, std::string_view what)
{
    if (what == "modules")
        return ProfileLoader::tr("Reading memory plans… %1 of %2").arg(done).arg(total);
    const QString name = QFileInfo(text(what)).fileName();
    return ProfileLoader::tr("Reading %1… %2 of %3")
        .arg(name, QString::fromStdString(bytesText(static_cast<std::int64_t>(done))),
             QString::fromStdString(bytesText(static_cast<std::int64_t>(total))));
}

template <class T>
Progress progressTo(QPromise<T>& promise)
{
    auto timer = std::make_shared<QElapsedTimer>();
    timer->start();
    promise.setProgressRange(0, 1000);
    Progress progress;
    progress.isCancelled = [&promise] { return promise.isCanceled(); };
    progress.report = [&promise, timer](std::uint64_t done, std::uint64_t total, std::string_view what) {
        if (timer->elapsed() < kReportEveryMs || total == 0)
            return;
        timer->restart();
        const double part = static_cast<double>(done) / static_cast<double>(total);
        promise.setProgressValueAndText(static_cast<int>(part * 1000), progressText(done, total, what));
    };
    return progress;
}

void openIn(QPromise<OpenOutcome>& promise, const QStringList& paths)
{
    const Progress progress = progressTo(promise);
    auto profile = openProfile(nativePaths(paths), progress);
    if (!profile) {
        promise.addResult(OpenOutcome{nullptr, profile.error()});
        return;
    }
    auto outlines = outlineModules(**profile, progress);
    if (!outlines) {
        promise.addResult(OpenOutcome{nullptr, outlines.error()});
        return;
    }
    auto document = std::make_shared<Document>();
    document->paths = paths;
    document->profile = *profile;
    document->outlines = std::move(*outlines);
    promise.addResult(OpenOutcome{std::move(document), std::nullopt});
}

void showIn(QPromise<ShowOutcome>& promise, ShownSpace wanted, std::shared_ptr<const Plan> plan)
{
    if (!plan) {
        auto loaded = wanted.document->profile->load(wanted.document->module(wanted.module));
        if (!loaded) {
            promise.addResult(ShowOutcome{wanted, loaded.error()});
            return;
        }
        plan = *loaded;
    }
    if (promise.isCanceled())
        return;
    wanted.timeline = replaySpace(std::move(plan), wanted.space);
    promise.addResult(ShowOutcome{std::move(wanted), std::nullopt});
}

} // namespace

ProfileLoader::ProfileLoader(QObject* parent)
    : QObject(parent)
{ }

ProfileLoader::~ProfileLoader()
{
    if (m_stop)
        m_stop();
}

void ProfileLoader::start()
{
    if (m_stop)
        m_stop();
    m_stop = nullptr;
    ++m_request;
}

void ProfileLoader::finish()
{
    m_stop = nullptr;
    emit busyChanged();
}

void ProfileLoader::abandon()
{
    if (!m_stop)
        return;
    start();
    emit busyChanged();
}

void ProfileLoader::cancel()
{
    if (!m_stop)
        return;
    abandon();
    emit cancelled();
}

void ProfileLoader::open(const QStringList& paths)
{
    start();
    auto* watcher = new QFutureWatcher<OpenOutcome>(this);
    connect(watcher, &QFutureWatcherBase::progressTextChanged, this,
            [this, watcher, id = m_request](const QString& text) {
                if (id == m_request)
                    emit progressed(watcher->progressValue(), text);
            });
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, id = m_request] {
        watcher->deleteLater();
        if (id != m_request || watcher->future().resultCount() == 0)
            return;
        const OpenOutcome outcome = watcher->result();
        finish();
        if (outcome.error)
            emit failed(*outcome.error);
        else
            emit opened(outcome.document);
    });
    watcher->setFuture(QtConcurrent::run(&openIn, paths));
    m_stop = [watcher] { watcher->cancel(); };
    emit busyChanged();
    emit progressed(-1, tr("Reading %1…").arg(shortName(paths)));
}

void ProfileLoader::show(const std::shared_ptr<const Document>& document, std::uint32_t module, std::int64_t space)
{
    start();
    const auto known = std::ranges::find_if(m_recent, [&](const ShownSpace& entry) {
        return entry.document == document && entry.module == module && entry.space == space;
    });
    if (known != m_recent.end()) {
        const ShownSpace found = *known;
        remember(found);
        emit busyChanged();
        emit shown(found);
        return;
    }
    auto* watcher = new QFutureWatcher<ShowOutcome>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, id = m_request] {
        watcher->deleteLater();
        if (id != m_request || watcher->future().resultCount() == 0)
            return;
        const ShowOutcome outcome = watcher->result();
        finish();
        if (outcome.error) {
            emit showFailed(outcome.space.module, outcome.space.space, *outcome.error);
            return;
        }
        remember(outcome.space);
        emit shown(outcome.space);
    });
    const ShownSpace wanted{document, module, space, nullptr};
    watcher->setFuture(QtConcurrent::run(&showIn, wanted, knownPlan(*document, module)));
    m_stop = [watcher] { watcher->cancel(); };
    emit busyChanged();
    emit progressed(-1, tr("Reading %1…").arg(text(validUtf8(document->module(module).fullName()))));
}

std::shared_ptr<const Plan> ProfileLoader::knownPlan(const Document& document, std::uint32_t module) const
{
    const auto known = std::ranges::find_if(
        m_recent, [&](const ShownSpace& entry) { return entry.document.get() == &document && entry.module == module; });
    return known == m_recent.end() ? nullptr : known->timeline->plan;
}

void ProfileLoader::remember(const ShownSpace& space)
{
    const ShownSpace entry = space;
    std::erase_if(m_recent, [&](const ShownSpace& other) {
        return other.document != entry.document || (other.module == entry.module && other.space == entry.space);
    });
    m_recent.push_front(entry);
    if (m_recent.size() > kRemembered)
        m_recent.pop_back();
}

} // namespace tidemark::ui
