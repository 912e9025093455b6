#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::test {

/// Damages logs: it deletes or repeats lines, cuts texts, changes bytes, inserts words and replaces numbers.
class LogMutator
{
public:
    /// `words` are inserted and replace numbers. They must outlive the mutator.
    LogMutator(std::uint32_t seed, const std::vector<std::string>& words)
        : m_random(seed)
        , m_words(words)
    { }

    /// Makes one to three changes.
    std::string mutated(std::string text)
    {
        for (std::size_t i = 0, count = 1 + below(3); i < count && !text.empty(); ++i)
            text = once(std::move(text));
        return text;
    }

private:
    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(m_random); }

    std::string once(std::string text)
    {
        const std::size_t at = below(text.size());
        const std::size_t line = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        switch (below(7)) {
        case 0:
            return text.erase(line, end - line);
        case 1:
            return text.insert(line, text.substr(line, end - line));
        case 2:
            return text.substr(0, at);
        case 3:
            return text.substr(at);
        case 4:
            text[at] = static_cast<char>(below(256));
            return text;
        case 5:
            return text.insert(at, m_words[below(m_words.size())]);
        default:
            break;
        }
        // Replaces the next number, or the last byte if no number follows.
        const std::size_t number = std::min(text.find_first_of("0123456789", at), text.size() - 1);
        std::size_t past = number;
        while (past < text.size() && std::string_view("0123456789.").find(text[past]) != std::string_view::npos)
            ++past;
        return text.replace(number, past - number, m_words[below(m_words.size())]);
    }

    std::mt19937 m_random;
    const std::vector<std::string>& m_words;
};

} // namespace tidemark::test
