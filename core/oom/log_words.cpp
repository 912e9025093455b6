#include "core/oom/log_words.h"

#include "core/oom/dense_text.h"
#include "core/oom/forms.h"
#include "core/oom/line_role.h"

#include <algorithm>
#include <array>

namespace tidemark::oom {
namespace {

/// Statuses of errors that need not be about memory.
constexpr std::array<std::string_view, 2> kStatuses = {"RESOURCE_EXHAUSTED", "Resource exhausted:"};

} // namespace

const PhraseFinder& logWords()
{
    static const PhraseFinder kFinder = [] {
        std::vector<std::string_view> words(kStatuses.begin(), kStatuses.end());
        for (const Form& form : forms()) {
            words.insert(words.end(), form.begins.begin(), form.begins.end());
            words.insert(words.end(), form.words.begin(), form.words.end());
        }
        words.insert(words.end(), lineWords().begin(), lineWords().end());
        std::ranges::sort(words);
        words.erase(std::unique(words.begin(), words.end()), words.end());
        // A phrase that contains another one is found by it. Fewer phrases are searched faster.
        std::vector<std::string_view> shortest;
        std::ranges::copy_if(words, std::back_inserter(shortest), [&](std::string_view phrase) {
            return std::ranges::none_of(words, [&](std::string_view other) {
                return other.size() < phrase.size() && phrase.find(other) != std::string_view::npos;
            });
        });
        return PhraseFinder(std::move(shortest));
    }();
    return kFinder;
}

bool mayBeOfMessage(std::string_view fromWord)
{
    constexpr std::array<std::string_view, 5> kWords = {"emory", "lloc", "eserve", "Hbm", "hbm"};
    const auto begins = [&](std::string_view text) { return fromWord.starts_with(text); };
    if (std::ranges::none_of(kStatuses, begins))
        return true;
    const std::string dense = withoutBlanks(fromWord); // a line may end inside a word
    const auto has = [&](std::string_view word) { return dense.find(word) != std::string::npos; };
    return std::ranges::any_of(kWords, has);
}

} // namespace tidemark::oom
