#include "core/view/op_path.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tidemark {
namespace {

/// name(inner) stands for inner.
constexpr std::array<std::string_view, 11> kTransparent = {
    "jvp",       "transpose", "vmap", "pmap", "vjp", "linearize", "checkpoint", "remat", "rematted_computation",
    "shard_map", "xmap",
};

/// name and name(inner) stand for nothing.
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

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words)
{
    return std::ranges::find(words, word) != words.end();
}

bool isBranch(std::string_view part)
{
    return part.starts_with("branch_") && part.ends_with("_fun");
}

/// At slashes outside brackets.
std::vector<std::string_view> componentsOf(std::string_view name)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= name.size(); ++i) {
        const char c = i < name.size() ? name[i] : '/';
        depth += c == '(' || c == '[' ? 1 : 0;
        depth -= (c == ')' || c == ']') && depth > 0 ? 1 : 0;
        if (i < name.size() && (c != '/' || depth > 0))
            continue;
        if (i > begin)
            parts.push_back(name.substr(begin, i - begin));
        begin = i + 1;
    }
    return parts;
}

void addComponents(std::string_view name, std::vector<std::string>& parts)
{
    for (const std::string_view part : componentsOf(name)) {
        const std::size_t open = part.find('(');
        if (open == std::string_view::npos || part.back() != ')') {
            if (!isOneOf(part, kWrappers) && !isBranch(part))
                parts.emplace_back(part);
            continue;
        }
        const std::string_view wrapper = part.substr(0, open);
        if (isOneOf(wrapper, kTransparent))
            addComponents(part.substr(open + 1, part.size() - open - 2), parts);
        else if (!isOneOf(wrapper, kWrappers))
            parts.emplace_back(part);
    }
}

/// "state['opt_state'][0].mu['embed']", "args{0,1}": at brackets, quotes and dots. A key with slashes is a path itself.
std::vector<std::string> partsOfArgument(std::string_view name)
{
    std::vector<std::string> parts(1);
    char quote = 0;
    for (const char c : name) {
        const bool isSeparator
            = quote ? c == quote || c == '/' : std::string_view("[].'\"/{},").find(c) != std::string::npos;
        if (!isSeparator) {
            parts.back() += c;
            continue;
        }
        if (c == '\'' || c == '"')
            quote = quote ? char{0} : c;
        if (!parts.back().empty())
            parts.emplace_back();
    }
    if (parts.back().empty())
        parts.pop_back();
    return parts;
}

/// "transpose(jvp(net))/jvp(net)/checkpoint": what is made again backwards has its place twice.
bool isRepeated(std::string_view before, std::string_view part)
{
    constexpr std::string_view kBackwards = "transpose(";
    return part.ends_with(')') && before.size() == kBackwards.size() + part.size() + 1
        && before.starts_with(kBackwards) && before.substr(kBackwards.size()).starts_with(part);
}

bool isOfArgument(std::string_view name)
{
    const std::size_t bracket = name.find_first_of("[(/");
    return bracket == std::string_view::npos || name[bracket] == '[';
}

} // namespace

std::vector<std::string> pathParts(std::string_view name)
{
    if (isOfArgument(name))
        return partsOfArgument(name);
    std::vector<std::string> parts;
    const std::vector<std::string_view> components = componentsOf(name);
    for (std::size_t i = 0; i < components.size(); ++i) {
        // The last names the operation, even a loop's.
        const bool isOperation = i + 1 == components.size() && components[i].find('(') == std::string_view::npos;
        if (isOperation)
            parts.emplace_back(components[i]);
        else if (i == 0 || !isRepeated(components[i - 1], components[i]))
            addComponents(components[i], parts);
    }
    if (parts.empty() && !components.empty())
        parts.emplace_back(components.back());
    return parts;
}

std::string joinedPath(const std::vector<std::string>& parts)
{
    std::string path;
    for (const std::string& part : parts)
        path += (path.empty() ? "" : "/") + part;
    return path;
}

bool isArgumentPath(std::string_view name)
{
    return !name.empty() && isOfArgument(name) && !name.starts_with("xla__") && !name.starts_with("XLA_");
}

} // namespace tidemark
