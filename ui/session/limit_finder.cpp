#include "ui/session/limit_finder.h"

namespace tidemark::ui {
namespace {

std::string folderOf(const View& view)
{
    return view.path.substr(0, view.path.find_last_of('/') + 1);
}

} // namespace

LimitFinder::LimitFinder(DocumentKinds kinds, QObject* parent)
    : QObject(parent)
    , m_kinds(std::move(kinds))
{ }

Figures LimitFinder::applied(Figures figures, const View& view) const
{
    const auto told = m_told.find(folderOf(view));
    return told == m_told.end() ? figures : withLimits(std::move(figures), view, told->second);
}

void LimitFinder::find(const View& view, const Figures& figures)
{
    const std::string folder = folderOf(view);
    if (!isOpenToLimit(view, figures) || m_told.contains(folder))
        return;
    m_tasks.run<ToldLimits>(
        {},
        [path = view.path, kinds = m_kinds](const Progress& progress) {
            return readLimitsBeside(path, kinds, progress);
        },
        [this, folder](const Result<ToldLimits>& limits) {
            if (!limits)
                return;
            m_told[folder] = *limits;
            if (!limits->isEmpty())
                emit found();
        });
}

} // namespace tidemark::ui
