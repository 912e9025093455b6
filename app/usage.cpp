#include "app/usage.h"

#include "core/base/nearest.h"
#include "core/base/text.h"

#include <algorithm>
#include <sstream>

namespace tidemark {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kNames = 28; // columns for the option names

/// Wraps text at `width` columns, between words.
std::string wrapped(const std::string& text, std::size_t width)
{
    std::istringstream words(text);
    std::string result;
    std::size_t column = 0;
    for (std::string word; words >> word;) {
        const bool isBroken = column > 0 && column + 1 + word.size() > width;
        result += (column == 0 ? "" : isBroken ? "\n" : " ") + word;
        column = (isBroken || column == 0 ? 0 : column + 1) + word.size();
    }
    return result;
}

class HelpFormatter : public CLI::Formatter
{
public:
    HelpFormatter()
    {
        column_width(kNames);
        label("SUBCOMMAND", "COMMAND");
    }
    std::string make_description(const CLI::App* app) const override
    {
        return wrapped(app->get_description(), kColumns) + "\n";
    }
    std::string make_usage(const CLI::App* app, std::string name) const override
    {
        if (app->get_parent() || app->get_require_subcommand_min() == 0)
            return CLI::Formatter::make_usage(app, name);
        return "Usage: " + name + " PATH...\n       " + name + " COMMAND [OPTIONS] PATH...\n";
    }
    std::string make_option_desc(const CLI::Option* option) const override
    {
        return wrapped(option->get_description(), kColumns - kNames);
    }
    /// The type of an option's value. Other requirements are in its help text.
    std::string make_option_opts(const CLI::Option* option) const override
    {
        std::string text;
        if (option->get_type_size() != 0 && !option->get_positional())
            text = " " + option->get_type_name();
        return option->get_expected_max() == CLI::detail::expected_max_vector_size ? text + " ..." : text;
    }
    std::string make_subcommand(const CLI::App* command) const override
    {
        std::ostringstream out;
        CLI::detail::format_help(out, command->get_display_name(true),
                                 wrapped(command->get_description(), kColumns - kNames), kNames);
        return out.str();
    }
};

/// The error text for an argument or option that does not exist.
std::string strayText(const CLI::App& command, const std::string& stray)
{
    if (!stray.starts_with('-'))
        return "nothing takes the argument " + stray + ".";
    const std::string option = stray.substr(0, stray.find('='));
    std::vector<std::string> names;
    for (const CLI::App* app = &command; app; app = app->get_parent())
        for (const CLI::Option* const each : app->get_options())
            for (const std::string& name : each->get_lnames())
                names.push_back("--" + name);
    return "there is no option " + option + "." + suggestion(option, names);
}

/// Returns "--module needs NAME" for the library's "--module: 1 required NAME missing".
std::string sentence(std::string text)
{
    const std::string missing = " missing";
    if (const std::size_t at = text.find(": 1 required "); at != std::string::npos && text.ends_with(missing)) {
        const std::string name = text.substr(0, at);
        text.resize(text.size() - missing.size());
        text = name + " needs " + text.substr(at + std::string(": 1 required ").size());
    }
    return text.ends_with('.') || text.ends_with('?') ? text : text + ".";
}

std::string usageError(const CLI::App* app, const CLI::Error& error)
{
    const auto commands = app->get_subcommands();
    const CLI::App& asked = commands.empty() ? *app : *commands.front();
    const std::string help = app->get_name() + (commands.empty() ? "" : " " + asked.get_name()) + " --help";
    const std::vector<std::string> strays = app->remaining(true);
    // An unknown option explains why an argument is missing.
    const bool isStray = !strays.empty()
        && (dynamic_cast<const CLI::ExtrasError*>(&error)
            || (dynamic_cast<const CLI::RequiredError*>(&error) && strays.front().starts_with('-')));
    const std::string fault = isStray ? strayText(asked, strays.front()) : sentence(error.what());
    return app->get_name() + ": " + printable(fault) + " See " + help + ".\n"; // arguments may hold anything
}

} // namespace

void makeReadable(CLI::App& app)
{
    app.formatter(std::make_shared<HelpFormatter>());
    app.failure_message(usageError);
}

std::function<std::string(const std::string&)> isOneOf(std::vector<std::string> words)
{
    return [words = std::move(words)](const std::string& text) {
        if (std::ranges::find(words, text) != words.end())
            return std::string();
        std::string known = words.front();
        for (std::size_t i = 1; i < words.size(); ++i)
            known += (i + 1 < words.size() ? ", " : " or ") + words[i];
        return "takes " + known + ", not " + text + "." + suggestion(text, words);
    };
}

} // namespace tidemark
