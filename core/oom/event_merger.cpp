#include "core/oom/event_merger.h"

#include "core/oom/forms.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace tidemark::oom {
namespace {

/// Returns whether two texts are equal or at least one is empty.
bool agree(const std::string& a, const std::string& b)
{
    return a.empty() || b.empty() || a == b;
}

/// Returns whether the kind is one of a request on a GPU. The allocator logs its state, and the runtime logs the error
/// of the same request.
bool isGpuRequest(Kind kind)
{
    return kind == Kind::Bfc || kind == Kind::GpuShort || kind == Kind::GpuPlan;
}

bool isSameFigure(const Figure& a, const Figure& b)
{
    return a.name == b.name && a.amount == b.amount;
}

bool isSameAllocation(const Allocation& a, const Allocation& b)
{
    const auto facts = [](const Allocation& each) {
        return std::tie(each.number, each.size, each.shape, each.opName, each.label, each.allocationType, each.address);
    };
    return facts(a) == facts(b);
}

/// Returns whether the shorter list begins the longer one: a message may be cut.
template <class List, class Same>
bool agree(const List& a, const List& b, Same isSame)
{
    const std::size_t common = std::min(a.size(), b.size());
    return std::ranges::equal(std::span(a).first(common), std::span(b).first(common), isSame);
}

/// Whether no capture of the form has another text in the other message.
bool agreeInWords(const Message& a, const Message& b)
{
    return a.form != b.form
        || std::ranges::all_of(a.words, [&](const auto& word) { return agree(word.second, b.word(word.first)); });
}

/// Measures how much a message states. The message that states most is kept.
auto extent(const Message& message)
{
    std::size_t facts = message.figures.size();
    for (const MainFigure& figure : kMainFigures)
        facts += (message.*figure.amount).has_value();
    for (const std::string* const text : {&message.code, &message.module, &message.device, &message.memory})
        facts += !text->empty();
    return std::pair(message.allocations.size(), facts);
}

bool isQuote(const Message& message)
{
    const Form* const form = formWithId(message.form);
    return form && form->isQuote;
}

std::size_t bytesOf(const Message& message)
{
    return message.text.size() + message.allocations.size() * sizeof(Allocation);
}

/// Adds the facts of a message that only another message about the same event states.
void addFacts(Message& message, const Message& other)
{
    for (const auto member : {&Message::code, &Message::module, &Message::device, &Message::memory})
        if ((message.*member).empty())
            message.*member = other.*member;
    for (const MainFigure& figure : kMainFigures)
        if (!(message.*figure.amount))
            message.*figure.amount = other.*figure.amount;
    if (message.figures.empty())
        message.figures = other.figures;
    for (const auto& word : other.words)
        if (message.word(word.first).empty())
            message.words.push_back(word);
}

/// The amount by which states of one form are compared: the need, otherwise the first that the form reads.
std::int64_t mostOf(const Message& message)
{
    if (message.needed)
        return message.needed->bytes;
    const bool hasAmount = !message.figures.empty() && message.figures.front().amount;
    return hasAmount ? message.figures.front().amount->bytes : 0;
}

} // namespace

bool isSameEvent(const Message& a, const Message& b)
{
    if (a.kind != b.kind && !(isGpuRequest(a.kind) && isGpuRequest(b.kind)))
        return false;
    if (a.rank != b.rank || !agree(a.code, b.code) || !agree(a.module, b.module) || !agree(a.device, b.device)
        || !agree(a.memory, b.memory) || !agreeInWords(a, b))
        return false;
    const auto isWithoutAmounts = [](const Message& message) {
        return message.figures.empty() && std::ranges::none_of(kMainFigures, [&](const MainFigure& each) {
                   return (message.*each.amount).has_value();
               });
    };
    bool isAnyShared
        = a.text == b.text || (!a.form.empty() && a.form == b.form && (isWithoutAmounts(a) || isWithoutAmounts(b)));
    for (const MainFigure& figure : kMainFigures) {
        const auto& left = a.*figure.amount;
        const auto& right = b.*figure.amount;
        if (!left || !right)
            continue;
        if (!mayBeEqual(*left, *right))
            return false;
        isAnyShared = true;
    }
    return isAnyShared && agree(a.figures, b.figures, isSameFigure)
        && agree(a.allocations, b.allocations, isSameAllocation);
}

void EventMerger::add(Message message)
{
    if (message.kind == Kind::State) {
        addState(std::move(message));
        return;
    }
    if (isQuote(message)
        && std::ranges::any_of(m_held, [&](const Message& held) { return isSameEvent(held, message); }))
        return;
    const std::string rank = message.rank;
    m_heldBytes += bytesOf(message);
    m_held.push_back(std::move(message));
    mergeRepetition(rank);
    while (m_held.size() > kMostHeld || (m_heldBytes > kMostHeldBytes && m_held.size() > 1))
        passOnFirst();
}

void EventMerger::addState(Message message)
{
    const auto place = m_states.find({message.form, message.rank, message.device, message.memory});
    if (place == m_states.end()) {
        if (m_states.size() >= kMostStates)
            m_found(std::move(message));
        else
            m_states.emplace(std::tuple(message.form, message.rank, message.device, message.memory), message);
        return;
    }
    Message& kept = place->second;
    message.timesLogged += kept.timesLogged;
    if (mostOf(message) > mostOf(kept))
        kept = std::move(message);
    else
        kept.timesLogged = message.timesLogged;
}

/// Merges the last messages of the rank into those before them that are about the same events in the same order.
void EventMerger::mergeRepetition(const std::string& rank)
{
    std::vector<std::size_t> ofRank;
    for (std::size_t i = 0; i < m_held.size(); ++i)
        if (m_held[i].rank == rank)
            ofRank.push_back(i);
    for (std::size_t length = 1; 2 * length <= ofRank.size(); ++length) {
        const std::span later = std::span(ofRank).last(length);
        const std::span earlier = std::span(ofRank).last(2 * length).first(length);
        const auto isSame = [&](std::size_t a, std::size_t b) { return isSameEvent(m_held[a], m_held[b]); };
        if (!std::ranges::equal(earlier, later, isSame))
            continue;
        for (std::size_t i = 0; i < length; ++i)
            merge(m_held[earlier[i]], m_held[later[i]]);
        std::erase_if(m_held, [](const Message& held) { return held.timesLogged == 0; });
        return;
    }
}

/// Leaves the message that states less with no times.
void EventMerger::merge(Message& earlier, Message& later)
{
    const bool isEarlierKept = extent(earlier) >= extent(later);
    Message& kept = isEarlierKept ? earlier : later;
    Message& dropped = isEarlierKept ? later : earlier;
    addFacts(kept, dropped);
    const std::uint64_t times = std::exchange(dropped.timesLogged, 0);
    kept.timesLogged += isQuote(dropped) ? 0 : times;
    m_heldBytes -= bytesOf(dropped);
}

void EventMerger::finish()
{
    while (!m_held.empty())
        passOnFirst();
    std::multimap<std::uint64_t, Message> states;
    for (auto& [key, message] : m_states)
        states.emplace(message.line, std::move(message));
    m_states.clear();
    for (auto& [line, message] : states)
        m_found(std::move(message));
}

void EventMerger::passOnFirst()
{
    m_heldBytes -= bytesOf(m_held.front());
    Message message = std::move(m_held.front());
    m_held.pop_front();
    m_found(std::move(message));
}

} // namespace tidemark::oom
