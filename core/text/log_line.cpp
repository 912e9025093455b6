#include "core/text/log_line.h"

#include "core/text/control_codes.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <array>

namespace tidemark {
namespace {

bool isWordCharacter(char c)
{
    return isAlphanumeric(c) || c == '_' || c == '-' || c == '.';
}

// Each of these functions takes one prefix from the start, or nothing.

bool takeTimeOfDay(TextCursor& at)
{
    TextCursor rest = at;
    if (!rest.takeDigits(2, 2) || !rest.take(":") || !rest.takeDigits(2, 2) || !rest.take(":")
        || !rest.takeDigits(2, 10)) // absl writes seconds since 1970
        return false;
    if (isDigit(rest.peek(1)) && rest.takeOneOf(".,"))
        rest.takeDigits(1, 9);
    if (!rest.take("Z") && (rest.peek() == '+' || rest.peek() == '-') && isDigit(rest.peek(1))) {
        rest.takeOneOf("+-");
        rest.takeWhile([](char c) { return isDigit(c) || c == ':'; }, 0, 5);
    }
    at = rest;
    return true;
}

/// Takes a date, or a month and a day as vLLM writes them.
bool takeDate(TextCursor& at)
{
    TextCursor rest = at;
    if (!rest.takeDigits(2, 4) || !rest.takeOneOf("-/") || !rest.takeDigits(2, 2))
        return false;
    if (rest.takeOneOf("-/") && !rest.takeDigits(2, 4))
        return false;
    if (!rest.takeOneOf("T "))
        return false;
    at = rest;
    return true;
}

/// Takes the time since the start and the level of llama.cpp: "1.06.520.077 E ".
bool takeTimeOfLlama(TextCursor& at)
{
    TextCursor rest = at;
    const bool isTime = rest.takeDigits(1, 5) && rest.take(".") && rest.takeDigits(2, 2) && rest.take(".")
        && rest.takeDigits(3, 3) && rest.take(".") && rest.takeDigits(3, 3) && rest.take(" ");
    if (!isTime || !rest.takeOneOf("DIWE") || !rest.take(" "))
        return false;
    at = rest;
    return true;
}

bool takeTime(TextCursor& at)
{
    TextCursor rest = at;
    const bool isBracketed = rest.take("[");
    takeDate(rest);
    if (!takeTimeOfDay(rest) || (isBracketed && !rest.take("]")))
        return false;
    rest.take(":");
    at = rest;
    return true;
}

/// Takes "python/file.py:700]", with or without a bracket before it, or Airflow's "{file.py:188}".
bool takePlace(TextCursor& at)
{
    TextCursor rest = at;
    const bool isBraced = rest.take("{");
    if (!isBraced)
        rest.take("[");
    if (isUpper(rest.peek()) && rest.peek(1) == ':' && rest.peek(2) == '\\') { // a drive of Windows
        rest.takeOneOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        rest.take(":");
    }
    const auto isOfPath = [](char c) { return isWordCharacter(c) || c == '/' || c == '\\'; };
    const std::string_view file = rest.takeWhile(isOfPath, 3, 300);
    if (file.find('.') == std::string_view::npos || !rest.take(":") || !rest.takeDigits(1, 6)
        || !rest.take(isBraced ? "}" : "]"))
        return false;
    at = rest;
    return true;
}

/// Takes "E0927 22:58:41.992038  1578 file.cc:76] ", also after a time, and without the parts that variants of glog
/// leave out.
bool takeGlog(TextCursor& at, std::string& sender)
{
    TextCursor rest = at;
    if (!rest.takeOneOf("IWEF"))
        return false;
    rest.takeDigits(4, 4);
    if (!rest.skipSpaces())
        return false;
    takeTimeOfDay(rest);
    rest.skipSpaces();
    const std::string_view thread = rest.takeWhile(isDigit, 1, 10);
    rest.skipSpaces();
    if (!takePlace(rest))
        return false;
    if (!sender.ends_with(thread)) // the same when one logger repeats the line of another
        sender += thread;
    at = rest;
    return true;
}

/// Takes the dotted name of a logger of Python and its colon: "jax._src.compiler:". The class of an error is no logger.
bool takeNameOfLogger(TextCursor& at)
{
    constexpr std::size_t kLongest = 100;
    TextCursor rest = at;
    const std::string_view name = rest.takeWhile(isWordCharacter, 3, kLongest);
    const bool isLogger = name.find('.') != std::string_view::npos && !name.ends_with('.') && !name.ends_with("Error")
        && !name.ends_with("Exception") && !isDigit(name.front());
    if (!isLogger || !rest.take(":") || !isSpace(rest.peek()))
        return false;
    at = rest;
    return true;
}

bool takeLevel(TextCursor& at)
{
    static constexpr std::array<std::string_view, 7> kLevels
        = {"CRITICAL", "WARNING", "ERROR", "DEBUG", "FATAL", "INFO", "WARN"};
    TextCursor rest = at;
    const bool isBracketed = rest.take("[");
    if (!isUpper(rest.peek())
        || std::ranges::none_of(kLevels, [&](std::string_view level) { return rest.take(level); }))
        return false;
    if (isBracketed && !rest.take("]"))
        return false;
    if (rest.take(":")) { // a logger's name, as in "ERROR:root:"
        TextCursor name = rest;
        const std::string_view word = name.takeWhile([](char c) { return isWordCharacter(c) && !isUpper(c); }, 1, 100);
        if (!word.empty() && name.take(":"))
            rest = name;
    } else if (TextCursor name = rest; name.take(" ") && takeNameOfLogger(name)) { // "ERROR jax._src.compiler: "
        rest = name;
    } else if (rest.take(" - ")) {
    } else if (!rest.isAtEnd() && !isSpace(rest.peek()) && !isBracketed) {
        return false;
    }
    at = rest;
    return true;
}

/// Takes spdlog's "RuntimeTTNN |    DEBUG | ".
bool takeLogger(TextCursor& at)
{
    TextCursor rest = at;
    if (rest.takeWhile(isAlphanumeric, 1, 40).empty() || !rest.skipSpaces() || !rest.take("|") || !rest.skipSpaces()
        || rest.takeWhile(isUpper, 4, 8).empty() || !rest.skipSpaces() || !rest.take("|"))
        return false;
    at = rest;
    return true;
}

/// Takes the brackets at the start, of at most `most` bytes, and returns the text between them.
std::string_view takeBracketed(TextCursor& at, char open, char close, std::size_t most)
{
    if (at.peek() != open)
        return {};
    const std::size_t end = at.rest().substr(0, most).find(close);
    if (end == std::string_view::npos)
        return {};
    const std::string_view inside = at.rest().substr(1, end - 1);
    at = TextCursor(at.rest().substr(end + 1));
    return inside;
}

/// Returns the number in "rank0", "Rank 3", "worker-1" or "node03". torchrun calls its groups "default0", pytest calls
/// its workers "gw0".
std::string rankNumber(std::string_view text)
{
    static constexpr std::array<std::string_view, 9> kNames
        = {"rank", "Rank", "RANK", "default", "worker", "Worker", "node", "host", "gw"};
    TextCursor at(text);
    if (std::ranges::none_of(kNames, [&](std::string_view name) { return at.take(name); }))
        return {};
    at.takeWhile([](char c) { return c == ' ' || c == ':' || c == '=' || c == '-' || c == '_'; }, 0, 2);
    const std::string_view digits = at.takeWhile(isDigit, 1, 6);
    if (!at.isAtEnd() || digits.empty())
        return {};
    return std::string(digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1)));
}

/// Takes "[rank0]: ", "[1,0]<stderr>: ", "[prterun-host-77@1,0]<stderr>: " or "[pod/name/container] ".
bool takeBracketedRank(TextCursor& at, std::string& rank)
{
    TextCursor rest = at;
    const std::string_view inside = takeBracketed(rest, '[', ']', 120);
    std::string found = rankNumber(inside);
    if (inside.starts_with("pod/"))
        found = inside.substr(4, inside.substr(4).find('/'));
    const std::string_view tag = inside.substr(inside.find('@') + 1); // the tag may follow the name of a job
    const bool isTag = !tag.empty() && std::ranges::all_of(tag, [](char c) { return isDigit(c) || c == ','; });
    if (isTag && rest.peek() == '<') {
        if (takeBracketed(rest, '<', '>', 40).empty())
            return false;
        found = tag;
    }
    if (found.empty())
        return false;
    rest.take(":");
    rank = found;
    at = rest;
    return true;
}

/// Returns whether the name identifies a single process by a number: "EngineCore_DP0", "Worker-3". "RayWorker" and
/// "train_fn" are names of many processes.
bool isNameOfProcess(std::string_view name)
{
    const std::size_t before = name.find_last_not_of("0123456789");
    if (before == std::string_view::npos || before + 1 == name.size())
        return false;
    const std::size_t word = name.find_last_of("_-");
    return word != std::string_view::npos && std::ranges::all_of(name.substr(word + 1, before - word), isUpper);
}

/// Takes "(EngineCore_DP0 pid=17) ", "(VllmWorker rank=3 pid=17) ", "(RayWorker pid=17, ip=10.0.0.1) ", "(raylet) " or
/// "(raylet, ip=10.0.0.1) ".
bool takeProcess(TextCursor& at, std::string& rank)
{
    TextCursor rest = at;
    const std::string_view inside = takeBracketed(rest, '(', ')', 160);
    const auto field = [&](std::string_view name) {
        const std::size_t begin = inside.find(name);
        return begin == std::string_view::npos ? std::string_view()
                                               : inside.substr(begin, inside.find_first_of(", ", begin) - begin);
    };
    const std::string_view pid = field("pid=");
    const std::string_view host = field("ip=");
    if (pid.empty() && inside != "raylet" && !inside.starts_with("raylet, "))
        return false;
    const std::string_view name = trimmed(inside.substr(0, inside.find("pid=")));
    constexpr std::string_view kRank = "rank=";
    if (const std::string_view number = field(kRank); !number.empty())
        rank = number.substr(kRank.size());
    else if (!pid.empty() && isNameOfProcess(name))
        rank = name;
    else
        rank = std::string(pid).append(!pid.empty() && !host.empty() ? " " : "").append(host);
    rest.take(":");
    at = rest;
    return true;
}

/// Takes srun's "3: ", the "worker-1  | " of containers, "worker-1: ", "rank 3: " or "rank=3 ".
bool takeLabel(TextCursor& at, std::string& rank)
{
    TextCursor rest = at;
    if (const std::string_view number = rest.takeWhile(isDigit, 1, 5); !number.empty()) {
        if (!rest.take(":") || !(rest.isAtEnd() || isSpace(rest.peek())))
            return false;
        rank = number;
        at = rest;
        return true;
    }
    const std::string_view word = rest.takeWhile(isWordCharacter, 1, 60);
    if (word.empty())
        return false;
    std::string found;
    if (word == "rank" || word == "Rank") {
        const bool isField = rest.take("=");
        rest.skipSpaces();
        found = rest.takeWhile(isDigit, 1, 6);
        if (isField && !found.empty() && rest.peek() == ' ') {
            rank = found;
            at = rest;
            return true;
        }
    } else if (std::string number = rankNumber(word); !number.empty()
               && (std::string_view("rRd").find(word.front()) != std::string_view::npos || rest.peek() == ':')) {
        found = std::move(number);
    } else if (isDigit(word.back()) && word.find_first_of("-_") != std::string_view::npos) {
        if (!rest.skipSpaces() || rest.peek() != '|')
            return false;
        found = word;
    }
    if (found.empty())
        return false;
    rest.skipSpaces();
    if (!rest.takeOneOf(":|"))
        return false;
    rank = found;
    at = rest;
    return true;
}

/// Takes the "host:process:thread " of NCCL. The number of the GPU stays: "[3] include/alloc.h:178 NCCL WARN …".
bool takeNccl(TextCursor& at, std::string& sender)
{
    TextCursor rest = at;
    const std::string_view whole = rest.rest();
    if (rest.takeWhile(isWordCharacter, 1, 80).empty() || !rest.take(":") || !rest.takeDigits(1, 8) || !rest.take(":")
        || !rest.takeDigits(1, 8) || !rest.take(" ") || rest.peek() != '[' || !isDigit(rest.peek(1)))
        return false;
    sender += trimmed(whole.substr(0, whole.size() - rest.rest().size()));
    at = rest;
    return true;
}

/// Takes "host python[1234]: ". Without the number, the text may belong to the program: "1. Size:".
bool takeHostAndProcess(TextCursor& at, std::string& sender)
{
    TextCursor rest = at;
    if (!rest.skipSpaces())
        return false;
    const std::string_view host = rest.rest();
    if (rest.takeWhile(isWordCharacter, 1, 80).empty() || !rest.skipSpaces()
        || rest.takeWhile(isWordCharacter, 1, 80).empty() || takeBracketed(rest, '[', ']', 20).empty())
        return false;
    const std::string_view process = host.substr(0, host.size() - rest.rest().size());
    if (!rest.take(":"))
        return false;
    sender += process;
    at = rest;
    return true;
}

/// Takes the "Nov 22 12:00:00" of syslog and of ts, with the host and the process if they follow.
bool takeSyslog(TextCursor& at, std::string& sender)
{
    TextCursor rest = at;
    const std::string_view month = rest.takeWhile(isLetter, 3, 3);
    if (month.empty() || !isUpper(month[0]) || !rest.skipSpaces() || !rest.takeDigits(1, 2) || !rest.skipSpaces()
        || !takeTimeOfDay(rest) || !(rest.isAtEnd() || isSpace(rest.peek())))
        return false;
    takeHostAndProcess(rest, sender);
    at = rest;
    return true;
}

/// Takes loguru's "trainer.main:step:77 - ".
bool takeFunction(TextCursor& at)
{
    TextCursor rest = at;
    const auto isOfName = [](char c) { return isWordCharacter(c) || c == '<' || c == '>'; };
    if (rest.takeWhile(isWordCharacter, 1, 100).empty() || !rest.take(":") || rest.takeWhile(isOfName, 1, 100).empty()
        || !rest.take(":") || !rest.takeDigits(1, 6) || !rest.take(" - "))
        return false;
    at = rest;
    return true;
}

/// Takes Loki's `{app="train", pod="a-0"} `.
bool takeLabels(TextCursor& at)
{
    constexpr std::size_t kLongest = 1000;
    const std::string_view text = at.rest().substr(0, kLongest);
    const std::size_t end = text.find("\"} ");
    const std::size_t value = text.find("=\"");
    if (!text.starts_with('{') || end == std::string_view::npos || value > end
        || !std::ranges::all_of(text.substr(1, value - 1), isWordCharacter))
        return false;
    at = TextCursor(at.rest().substr(end + 3));
    return true;
}

/// Takes the mark of a line that pytest prints of an error: "E   ".
bool takePytest(TextCursor& at)
{
    return at.take("E  ") || at.take(">  ");
}

/// Takes the marks of a quotation in Markdown or in a mail: "> ", "> > ". A prompt, ">>> ", is none.
bool takeQuotation(TextCursor& at)
{
    TextCursor rest = at;
    if (!rest.take(">"))
        return false;
    while (rest.take(" >")) { }
    if (!rest.isAtEnd() && rest.peek() != ' ')
        return false;
    at = rest;
    return true;
}

bool takeOther(TextCursor& at)
{
    for (const char* const stream : {"stderr F ", "stdout F ", "stderr P ", "stdout P "})
        if (at.take(stream))
            return true;
    return at.take("> ") || at.take("| ") || at.take("- ") || takeLabels(at);
}

/// Takes the known prefixes from the start and returns their length. Sets `rank` and `sender` if a prefix gives them.
std::size_t knownPrefix(std::string_view text, std::string& rank, std::string& sender)
{
    TextCursor at(text);
    constexpr int kMostPrefixes = 8;
    std::size_t taken = 0;
    for (int i = 0; i < kMostPrefixes; ++i) {
        TextCursor rest = at;
        rest.skipSpaces();
        std::string found;
        if (!takeBracketedRank(rest, found) && !takeNccl(rest, sender) && !takeProcess(rest, found) && !takeTime(rest)
            && !takeTimeOfLlama(rest) && !takeGlog(rest, sender) && !takeSyslog(rest, sender) && !takePlace(rest)
            && !takeLevel(rest) && !takeLogger(rest) && !(i == 0 && (takePytest(rest) || takeQuotation(rest)))
            && !(rank.empty() && takeLabel(rest, found)) && !(i > 0 && (takeOther(rest) || takeFunction(rest))))
            break;
        if (rank.empty())
            rank = found;
        at = rest;
        taken = text.size() - at.rest().size();
    }
    return taken;
}

/// Removes an unknown text before a prefix of glog's kind: "python[77]: 2026-01-02 12:00:00.1: I a/b.cc:76] ".
bool takeGlogInside(LogLine& line)
{
    constexpr std::size_t kFarthest = 120;
    const std::string_view text = line.text;
    if (text.find(']') == std::string_view::npos)
        return false; // true for most lines
    for (std::size_t i = 1; i < std::min(kFarthest, text.size()) && text[i - 1] != '"' && text[i - 1] != '\''; ++i) {
        if (isAlphanumeric(text[i - 1]) || std::string_view("IWEF").find(text[i]) == std::string_view::npos)
            continue;
        TextCursor at(text.substr(i));
        if (!takeGlog(at, line.sender))
            continue;
        at.take(" ");
        line.text.erase(0, text.size() - at.rest().size());
        return true;
    }
    return false;
}

/// Takes the rank from a tag after an unknown text, "fleet-7 job=12 | [rank3]: " or "Sun Nov 22 12:00:00
/// 2026[1,3]<stderr>:", and removes both.
bool takeRankInside(LogLine& line)
{
    constexpr std::size_t kFarthest = 120;
    std::string_view start = std::string_view(line.text).substr(0, kFarthest);
    if (start.find('[') == std::string_view::npos)
        return false; // true for most lines
    start = start.substr(0, start.find('"')); // a quoted text is another writer's line
    for (std::size_t open = start.find('['); open != std::string_view::npos; open = start.find('[', open + 1)) {
        TextCursor at(std::string_view(line.text).substr(open));
        std::string rank;
        const std::size_t close = start.find(']', open);
        const bool isOfMpi = close != std::string_view::npos && start.substr(close + 1).starts_with("<std");
        if ((rankNumber(start.substr(open + 1, close - open - 1)).empty() && !isOfMpi) || !takeBracketedRank(at, rank))
            continue;
        at.take(" ");
        line.rank = rank;
        line.text.erase(0, line.text.size() - at.rest().size());
        return true;
    }
    return false;
}

/// Removes the known prefixes and one blank after them.
void takeKnown(LogLine& line)
{
    const std::size_t taken = knownPrefix(line.text, line.rank, line.sender);
    line.text.erase(0, taken + (taken > 0 && std::string_view(line.text).substr(taken).starts_with(' ') ? 1U : 0U));
}

} // namespace

void LogLine::takeWriter(LogLine&& around)
{
    if (rank.empty())
        rank = std::move(around.rank);
    if (!sender.ends_with(around.sender))
        sender.insert(0, around.sender);
}

LogLine cleanLine(std::string_view raw)
{
    LogLine line;
    line.text = withoutControls(raw);
    takeKnown(line);
    if (line.rank.empty() && takeRankInside(line))
        takeKnown(line);
    if (takeGlogInside(line))
        takeKnown(line);
    return line;
}

} // namespace tidemark
