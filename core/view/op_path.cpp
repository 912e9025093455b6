#include "core/view/op_path.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tidemark {
namespace {

/// Wrappers whose name(inner) is replaced by inner.
constexpr std::array<std::string_view, 11> kTransparent = {
    "jvp",       "transpose", "vmap", "pmap", "vjp", "linearize", "checkpoint", "remat", "rematted_computation",
    "shard_map", "xmap",
};

/// Wrappers that are removed, as name and as name(inner).
constexpr std::array<std::string_view, 29> kWrappers = {
    "jit",
    "pjit",
    "xla_call",
    "core_call",
    "named_call",
    "while",
    "body",
    "cond",
    "body_fun",
    "cond_fun",
    "body_fn",
    "cond_fn",
    "scan",
    "closed_call",
    "checkpoint",
    "remat",
    "remat2",
    "rematted_computation",
    "custom_jvp",
    "custom_vjp",
    "custom_jvp_call",
    "custom_vjp_call",
    "custom_vjp_call_jaxpr",
    "shard_map",
    "vmap",
    "pmap",
    "xmap",
    "transpose",
    "jvp",
};

/// The first letters of the words as bits. Most parts of a path begin with another letter.
template <std::size_t N>
constexpr std::uint32_t firstLetters(const std::array<std::string_view, N>& words)
{
    std::uint32_t letters = 0;
    for (const std::string_view word : words)
        letters |= 1U << (static_cast<unsigned char>(word.front()) % 32U);
    return letters;
}

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words, std::uint32_t letters)
{
    return !word.empty() && (letters >> (static_cast<unsigned char>(word.front()) % 32U) & 1U) != 0
        && std::ranges::find(words, word) != words.end();
}

bool isTransparent(std::string_view word)
{
    static constexpr std::uint32_t kLetters = firstLetters(kTransparent);
    return isOneOf(word, kTransparent, kLetters);
}

bool isWrapper(std::string_view word)
{
    static constexpr std::uint32_t kLetters = firstLetters(kWrappers);
    return isOneOf(word, kWrappers, kLetters);
}

bool isBranch(std::string_view part)
{
    return part.starts_with("branch_") && part.ends_with("_fun");
}

/// Calls take(component) for each component between slashes outside brackets.
template <class Take>
void forEachComponent(std::string_view name, const Take& take)
{
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const char c = i < name.size() ? name[i] : '/';
        depth += c == '(' || c == '[';
        depth -= (c == ')' || c == ']') && depth > 0;
        if (i < name.size() && (c != '/' || depth > 0))
            continue;
        if (i > begin)
            take(name.substr(begin, i - begin));
        begin = i + 1;
    }
}

void add(std::string_view part, std::string& path)
{
    if (!path.empty())
        path += '/';
    path += part;
}

constexpr int kDeepestWrappers = 64; // a file may nest them deeper than the stack allows

void addWithoutWrappers(std::string_view part, std::string& path, int depth = 0)
{
    const std::size_t open = part.find('(');
    if (open == std::string_view::npos || part.back() != ')' || depth == kDeepestWrappers) {
        if (!isWrapper(part) && !isBranch(part))
            add(part, path);
        return;
    }
    const std::string_view wrapper = part.substr(0, open);
    if (isTransparent(wrapper))
        forEachComponent(part.substr(open + 1, part.size() - open - 2),
                         [&](std::string_view inner) { addWithoutWrappers(inner, path, depth + 1); });
    else if (!isWrapper(wrapper))
        add(part, path);
}

/// The path of an argument, divided at brackets, quotes and dots: "state['opt_state'][0].mu['embed']", "args{0,1}". A
/// key with slashes is a path itself.
std::string pathOfArgument(std::string_view name)
{
    std::string path;
    char quote = 0;
    bool isInPart = false;
    for (const char c : name) {
        const bool isSeparator
            = quote ? c == quote || c == '/' : std::string_view("[].'\"/{},").find(c) != std::string::npos;
        if (!isSeparator) {
            if (!isInPart && !path.empty())
                path += '/';
            path += c;
        } else if (c == '\'' || c == '"') {
            quote = quote ? char{0} : c;
        }
        isInPart = !isSeparator;
    }
    return path;
}

/// Returns whether a component repeats the one before it: "transpose(jvp(net))/jvp(net)/checkpoint". An operation
/// recomputed in the backward pass has its place twice.
bool isRepeated(std::string_view before, std::string_view part)
{
    constexpr std::string_view kBackwards = "transpose(";
    return part.ends_with(')') && before.size() == kBackwards.size() + part.size() + 1 && before.starts_with(kBackwards)
        && before.substr(kBackwards.size()).starts_with(part);
}

bool isOfArgument(std::string_view name)
{
    const std::size_t bracket = name.find_first_of("[(/");
    return bracket == std::string_view::npos || name[bracket] == '[';
}

/// Removes the compiler's number of "iota.28", which differs between compilations. Numbers in an argument's path are
/// kept.
std::string_view withoutCompilersNumber(std::string_view name)
{
    const std::size_t end = name.find_last_not_of("0123456789");
    const bool isNumbered = end != std::string_view::npos && end > 0 && end + 1 < name.size() && name[end] == '.'
        && name.find('[') == std::string_view::npos;
    return isNumbered ? name.substr(0, end) : name;
}

std::string pathOfOperation(std::string_view name)
{
    std::string path;
    std::string_view before; // a component is added when it is known whether it is the last one
    std::string_view last;
    forEachComponent(name, [&](std::string_view component) {
        if (!last.empty() && !isRepeated(before, last))
            addWithoutWrappers(last, path);
        before = last;
        last = component;
    });
    // The last component names the operation, even if it is a loop.
    if (last.find('(') == std::string_view::npos && !last.empty())
        add(last, path);
    else if (!isRepeated(before, last))
        addWithoutWrappers(last, path);
    if (path.empty())
        path = last;
    return path;
}

} // namespace

std::string opPath(std::string_view name)
{
    std::string path = isOfArgument(name) ? pathOfArgument(withoutCompilersNumber(name)) : pathOfOperation(name);
    std::size_t parts = 1;
    for (char& c : path)
        if (c == '/' && ++parts > kMostPathParts)
            c = ' ';
    return path;
}

bool isCallPart(std::string_view path)
{
    return isWrapper(path);
}

bool isArgumentPath(std::string_view name)
{
    return !name.empty() && isOfArgument(name) && !name.starts_with("xla__") && !name.starts_with("XLA_");
}

} // namespace tidemark
