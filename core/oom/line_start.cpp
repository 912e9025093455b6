#include "core/oom/line_start.h"

#include "core/oom/line_role.h"
#include "core/text/phrase_finder.h"
#include "core/text/text_cursor.h"

#include <algorithm>

namespace tidemark::oom {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::size_t kFarthest = 400; // bytes in which a sentence begins

bool isOfName(char c)
{
    return isAlphanumeric(c) || c == '.' || c == '_';
}

/// Returns where the class of an error before `end` begins: "jax.errors.JaxRuntimeError: ". Returns `end` if there is
/// none.
std::size_t beginOfError(std::string_view line, std::size_t end)
{
    constexpr std::size_t kLongestWord = 9;
    line = line.substr(0, end + kLongestWord + 1);
    for (const std::string_view word : {"Error", "Exception"})
        for (std::size_t at = line.find(word); at < end; at = line.find(word, at + 1)) {
            const std::size_t past = at + word.size();
            if (std::string_view(":('\" ").find(line.substr(past, 1)) == kNowhere)
                continue;
            while (at > 0 && isOfName(line[at - 1]))
                --at;
            end = at;
            break;
        }
    return end;
}

/// Returns where a sentence of a message begins.
std::size_t sentenceInside(std::string_view line)
{
    static const PhraseFinder kWords = [] {
        std::vector<std::string_view> words(openings().begin(), openings().end());
        for (const Form& form : forms())
            words.insert(words.end(), form.begins.begin(), form.begins.end());
        return PhraseFinder(std::move(words));
    }();
    const std::size_t at = kWords.find(line, 0);
    return at == kNowhere ? kNowhere : beginOfError(line, at);
}

} // namespace

bool beginsMessage(std::string_view line)
{
    const std::string_view text = trimmed(line);
    if (text.empty())
        return false;
    return isJson(text) || text.starts_with("Scoped allocation with size") || roleOf(text) != Role::Unknown
        || sentenceInside(text.substr(0, kFarthest)) == 0;
}

bool isJson(std::string_view line)
{
    return line.starts_with('{') || line.starts_with("[{") || line.starts_with("[\"") || line.starts_with("['");
}

} // namespace tidemark::oom
