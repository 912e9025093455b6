#include "app/cli/manual.h"

#include "app/version.h"
#include "core/base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <ostream>

namespace tidemark::cli {
namespace {

/// The commands in their order.
std::vector<const CLI::App*> commandsOf(const CLI::App& app)
{
    return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The options that the help shows.
std::vector<const CLI::Option*> optionsOf(const CLI::App& app)
{
    return app.get_options(
        [](const CLI::Option* option) { return option->nonpositional() && !option->get_group().empty(); });
}

bool takesValue(const CLI::Option& option)
{
    return option.get_type_size() != 0;
}

/// Puts `before` in front of each character in `special`.
std::string escaped(const std::string& text, const std::string& special, const std::string& before)
{
    std::string result;
    for (const char c : text)
        result += (special.find(c) == std::string::npos ? "" : before) + c;
    return result;
}

/// Text for roff: escapes backslashes and dashes, and dots and quotes at the start of a line.
std::string roff(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        const bool isStart = result.empty() || result.back() == '\n';
        if (isStart && (c == '.' || c == '\''))
            result += "\\&";
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
    }
    return result;
}

void writeOptions(std::ostream& out, const CLI::App& app)
{
    for (const CLI::Option* option : optionsOf(app)) {
        out << ".TP\n\\fB";
        std::string names;
        for (const std::string& name : option->get_snames())
            names += (names.empty() ? "-" : ", -") + name;
        for (const std::string& name : option->get_lnames())
            names += (names.empty() ? "--" : ", --") + name;
        out << roff(names) << "\\fR";
        if (takesValue(*option))
            out << " \\fI" << roff(option->get_type_name()) << "\\fR";
        out << '\n' << roff(option->get_description()) << '\n';
    }
}

/// "-m --module": the names of every option.
std::string optionWords(const CLI::App& app)
{
    std::string words;
    for (const CLI::Option* option : optionsOf(app)) {
        for (const std::string& name : option->get_snames())
            words += " -" + name;
        for (const std::string& name : option->get_lnames())
            words += " --" + name;
    }
    return words;
}

void writeBash(std::ostream& out, const CLI::App& app)
{
    out << "_tidemark_cli() {\n    local words=\"" << optionWords(app).substr(1);
    for (const CLI::App* command : commandsOf(app))
        out << ' ' << command->get_name();
    out << "\"\n    case ${COMP_WORDS[1]} in\n";
    for (const CLI::App* command : commandsOf(app))
        out << "    " << command->get_name() << ") [ \"$COMP_CWORD\" -gt 1 ] && words=\""
            << optionWords(*command).substr(1) << "\" ;;\n";
    out << "    esac\n"
           "    COMPREPLY=()\n"
           "    case $COMP_CWORD:$2 in\n"
           "    1:*|*:-*) COMPREPLY=($(compgen -W \"$words\" -- \"$2\")) ;;\n"
           "    esac\n"
           "}\n"
           "complete -o bashdefault -o default -F _tidemark_cli tidemark-cli\n";
}

/// "'(-m --module)'{-m,--module}'[help]:NAME:_files'"
std::string zshOption(const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames())
        names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        names.push_back("--" + name);
    std::string all;
    std::string list;
    for (const std::string& name : names) {
        addTo(all, " ", name);
        addTo(list, ",", name);
    }
    std::string help = escaped(option.get_description(), "[]:\\", "\\");
    for (std::size_t at = 0; (at = help.find('\'', at)) != std::string::npos; at += 4)
        help.replace(at, 1, "'\\''");
    const std::string value = takesValue(option) ? ":" + option.get_type_name() + ":_files" : "";
    const std::string before = names.size() > 1 ? "'(" + all + ")'{" + list + "}" : names.front();
    return before + "'[" + help + "]" + value + "'";
}

void writeZsh(std::ostream& out, const CLI::App& app)
{
    out << "#compdef tidemark-cli\n\nif (( CURRENT == 2 )); then\n    local -a commands=(\n";
    for (const CLI::App* command : commandsOf(app))
        out << "        '" << command->get_name() << ":" << escaped(command->get_description(), "'", "'\\'") << "'\n";
    out << "    )\n    _describe command commands\n    _files\n    return\nfi\ncase $words[2] in\n";
    for (const CLI::App* command : commandsOf(app)) {
        out << command->get_name() << ") _arguments";
        for (const CLI::Option* option : optionsOf(*command))
            out << " \\\n    " << zshOption(*option);
        out << " \\\n    '*:file:_files' ;;\n";
    }
    out << "*) _files ;;\nesac\n";
}

void writeFish(std::ostream& out, const CLI::App& app)
{
    const auto quoted = [](const std::string& text) { return "'" + escaped(text, "'\\", "\\") + "'"; };
    for (const CLI::App* command : commandsOf(app)) {
        out << "complete -c tidemark-cli -n __fish_use_subcommand -a " << command->get_name() << " -d "
            << quoted(command->get_description()) << '\n';
        for (const CLI::Option* option : optionsOf(*command)) {
            out << "complete -c tidemark-cli -n '__fish_seen_subcommand_from " << command->get_name() << "'";
            for (const std::string& name : option->get_snames())
                out << " -s " << name;
            for (const std::string& name : option->get_lnames())
                out << " -l " << name;
            out << (takesValue(*option) ? " -r" : "") << " -d " << quoted(option->get_description()) << '\n';
        }
    }
}

} // namespace

void writeManual(std::ostream& out, const CLI::App& app)
{
    out << ".TH TIDEMARK\\-CLI 1 \"\" \"Tidemark " << kVersion << "\"\n"
        << ".SH NAME\ntidemark\\-cli \\- show what fills an accelerator's memory\n"
        << ".SH SYNOPSIS\n.B tidemark\\-cli\n.I PATH...\n.br\n.B tidemark\\-cli\n.I COMMAND\n[\\fIOPTIONS\\fR] \\fIPATH...\\fR\n"
        << ".SH DESCRIPTION\n"
        << roff(app.get_description()) << '\n'
        << ".PP\nWithout a command it prints a report of one screen.\n";
    writeOptions(out, app);
    for (const CLI::App* command : commandsOf(app)) {
        out << ".SH " << roff(command->get_name()) << '\n' << roff(command->get_description()) << ".\n";
        writeOptions(out, *command);
        out << ".PP\n.nf\n" << roff(command->get_footer()) << "\n.fi\n";
    }
    out << ".SH NOTES\n.nf\n" << roff(app.get_footer()) << "\n.fi\n.SH SEE ALSO\n.BR tidemark (1)\n";
}

void writeCompletion(std::ostream& out, const CLI::App& app, const std::string& shell)
{
    if (shell == "bash")
        writeBash(out, app);
    else if (shell == "zsh")
        writeZsh(out, app);
    else
        writeFish(out, app);
}

} // namespace tidemark::cli
