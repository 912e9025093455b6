#include "core/oom/form_reader.h"

#include "core/base/find.h"
#include "core/oom/figure_lines.h"
#include "core/oom/printed_shape.h"
#include "core/text/text_cursor.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <memory>

namespace tidemark::oom {
namespace {

constexpr std::size_t kAbsent = std::string_view::npos;
constexpr std::int64_t kWord = 4; // bytes

/// The unit of an amount in a pattern.
enum class PatternUnit { Written, MayBeLeftOut, Words, Hexadecimal, KiB, GiB };

/// An expression for RE2 with the meaning of its captures.
class Pattern
{
public:
    struct Capture {
        std::string name;
        std::optional<PatternUnit> unit; // absent: text
    };

    explicit Pattern(std::string_view written)
        : m_expression(expressionOf(written), re2::RE2::Latin1) // bytes, because classes of UTF-8 compile slowly
    {
        for (const auto& [number, name] : m_expression.CapturingGroupNames())
            m_captures.emplace(number, Capture{name, unitOf(name)});
    }

    /// Returns the captures of the first match at or after `from`: element 0 is the whole match.
    std::vector<re2::StringPiece> match(std::string_view text, std::size_t from) const
    {
        std::vector<re2::StringPiece> groups(static_cast<std::size_t>(m_expression.NumberOfCapturingGroups()) + 1);
        const re2::StringPiece rest(text.data() + from, text.size() - from); // '^' matches at its start
        if (!m_expression.Match(rest, 0, rest.size(), re2::RE2::UNANCHORED, groups.data(),
                                static_cast<int>(groups.size())))
            groups.clear();
        return groups;
    }
    const std::map<int, Capture>& captures() const { return m_captures; }

private:
    std::string expressionOf(std::string_view written)
    {
        static constexpr std::string_view kAmount = R"(-?[0-9][0-9.,]*(?:[KMGTPE](?:iB|B)?|bytes?|B))"
                                                    R"((?:\((?:roundedto)?-?[0-9,]+(?:bytes?|B)?\))?)";
        static constexpr std::string_view kMemory = "(?i:sparsecore|hbm|vmem|smem|cmem|sflag|host)|[A-Za-z0-9_]+";
        std::string expression;
        for (std::size_t i = 0; i < written.size(); ++i) {
            const bool isField = written[i] == '{' && isLetter(written[std::min(i + 1, written.size() - 1)]);
            if (!isField) {
                if (written[i] != ' ')
                    expression += written[i];
                continue;
            }
            const std::size_t end = written.find('}', i);
            std::string_view name = written.substr(i + 1, end - i - 1);
            std::string_view value = name == "memory" ? kMemory : kAmount;
            PatternUnit unit = PatternUnit::Written;
            if (name.ends_with('#'))
                unit = PatternUnit::MayBeLeftOut;
            else if (name.ends_with("*4"))
                unit = PatternUnit::Words;
            else if (name.ends_with("*x"))
                unit = PatternUnit::Hexadecimal;
            else if (name.ends_with("*K"))
                unit = PatternUnit::KiB;
            else if (name.ends_with("*G"))
                unit = PatternUnit::GiB;
            name = name.substr(0, name.find_first_of("#*"));
            if (unit >= PatternUnit::KiB)
                value = "[0-9]+(?:[.][0-9]+)?";
            else if (unit == PatternUnit::Hexadecimal)
                value = "0x[0-9a-fA-F]+";
            else if (unit != PatternUnit::Written)
                value = "[0-9][0-9,]*(?:bytes?|B)?";
            if (name != "memory")
                m_units.emplace(name, unit);
            expression += "(?P<" + std::string(name) + ">" + std::string(value) + ")";
            i = end;
        }
        return expression;
    }
    std::optional<PatternUnit> unitOf(const std::string& name) const
    {
        if (const auto* const found = findValue(m_units, name))
            return *found;
        return std::nullopt;
    }

    std::map<std::string, PatternUnit> m_units; // of the captures that are amounts
    re2::RE2 m_expression;
    std::map<int, Capture> m_captures;
};

struct CompiledForm {
    const Form* form = nullptr;
    std::vector<std::unique_ptr<Pattern>> parts;
    std::string unless; // without blanks
};

struct CompiledForms {
    std::vector<CompiledForm> forms;
    std::vector<std::unique_ptr<Pattern>> contexts;
};

const CompiledForms& compiled()
{
    static const CompiledForms kCompiled = [] {
        CompiledForms all;
        for (const Form& form : forms()) {
            CompiledForm each{&form, {}, withoutBlanks(form.unless)};
            for (const FormPart& part : form.parts)
                each.parts.push_back(std::make_unique<Pattern>(part.pattern));
            all.forms.push_back(std::move(each));
        }
        for (const std::string_view context : contexts())
            all.contexts.push_back(std::make_unique<Pattern>(context));
        return all;
    }();
    return kCompiled;
}

std::optional<Amount> Message::*amountField(const std::string& name)
{
    const std::string id = name + "_bytes";
    const auto* const found = findFirst(kMainFigures, id, &MainFigure::id);
    return found ? found->amount : nullptr;
}

/// The name of a figure from the name of its capture.
std::string figureName(std::string name)
{
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// Returns the shape before the opcode in "f32[8]{0:T(8)} custom-call(…". Several shapes come with their brackets.
std::string shapeAt(std::string_view text)
{
    int depth = 0;
    std::size_t end = 0;
    for (; end < text.size() && !(depth == 0 && isSpace(text[end])); ++end)
        depth += bracketStep(text[end]);
    const std::string_view shape = text.substr(0, end);
    return depth == 0 && shape.find('[') != kAbsent ? std::string(shape) : std::string();
}

/// The bytes of a tensor of TensorFlow: dimensions "8,64" and a type such as "float".
std::optional<Amount> bytesOfTensor(std::string_view dimensions, std::string_view type)
{
    static const std::map<std::string_view, std::string_view> kTypes
        = {{"float", "f32"}, {"double", "f64"}, {"half", "f16"},  {"bfloat16", "bf16"}, {"int8", "s8"},
           {"int16", "s16"}, {"int32", "s32"},  {"int64", "s64"}, {"uint8", "u8"},      {"bool", "pred"}};
    const auto found = kTypes.find(type);
    if (found == kTypes.end())
        return std::nullopt;
    const auto bytes = bytesOfShape(std::string(found->second) + "[" + std::string(dimensions) + "]");
    return bytes ? std::optional(Amount{bytes->unpadded, 0}) : std::nullopt;
}

/// Reads one text into one message.
class FormReader
{
public:
    FormReader(const DenseText& text, Message& message)
        : m_text(text)
        , m_message(message)
    { }

    std::size_t read()
    {
        for (const CompiledForm& each : compiled().forms)
            if (each.form->kind != Kind::State && readForm(each)) {
                finish(*each.form);
                return sourceEnd();
            }
        return 0;
    }

    bool readState(const Form& form)
    {
        const CompiledForm& compiledForm = compiled().forms[static_cast<std::size_t>(&form - forms().data())];
        if (!readForm(compiledForm))
            return false;
        finish(form);
        return true;
    }

    void readFurther()
    {
        for (const CompiledForm& each : compiled().forms)
            if (each.form->isSecond && readForm(each))
                break;
        readContexts();
    }

private:
    bool readForm(const CompiledForm& each)
    {
        if (!each.unless.empty() && m_text.after(each.unless) != kAbsent)
            return false;
        std::size_t at = 0;
        for (std::size_t i = 0; i < each.parts.size();) {
            const FormPart& part = each.form->parts[i];
            const auto groups = each.parts[i]->match(m_text.text(), at);
            if (i == 0 && (groups.empty() || !hasAmounts(*each.parts[0], groups)))
                return false;
            if (groups.empty()) {
                if (part.absence == Absence::IsCut)
                    m_message.cut.missing.emplace_back(part.missing);
                if (part.absence == Absence::EndsForm)
                    break;
                ++i;
                continue;
            }
            at = placeOf(groups[0]) + groups[0].size();
            reached(at);
            take(*each.parts[i], groups, part.missing);
            if (!part.repeats)
                ++i;
        }
        return true;
    }

    /// Returns whether all amounts that the pattern has found are amounts. What looks like a unit may begin a word.
    bool hasAmounts(const Pattern& pattern, const std::vector<re2::StringPiece>& groups) const
    {
        return std::ranges::all_of(pattern.captures(), [&](const auto& entry) {
            const re2::StringPiece group = groups[static_cast<std::size_t>(entry.first)];
            return !group.data() || !entry.second.unit || amountOf(*entry.second.unit, group).first;
        });
    }

    /// The amount of a capture, and the position after it.
    std::pair<std::optional<Amount>, std::size_t> amountOf(PatternUnit unit, re2::StringPiece group) const
    {
        const std::size_t begin = placeOf(group);
        if (unit == PatternUnit::Hexadecimal)
            return {hexadecimal(group), begin + group.size()};
        std::size_t end = begin;
        if (unit >= PatternUnit::KiB) {
            end = std::min(m_text.text().find_first_not_of("0123456789.", begin), m_text.text().size());
            const std::string written
                = std::string(m_text.text().substr(begin, end - begin)) + (unit == PatternUnit::KiB ? "KiB" : "GiB");
            std::string_view rest = written;
            return {tidemark::takeAmount(rest), end};
        }
        auto amount = m_text.amountAt(end, unit == PatternUnit::Written ? Unit::Written : Unit::MayBeLeftOut);
        if (amount && unit == PatternUnit::Words)
            amount->bytes *= kWord;
        return {amount, end};
    }

    std::size_t placeOf(re2::StringPiece group) const
    {
        return static_cast<std::size_t>(group.data() - m_text.text().data());
    }

    void take(const Pattern& pattern, const std::vector<re2::StringPiece>& groups, std::string_view missing)
    {
        bool isComplete = true;
        for (const auto& [number, capture] : pattern.captures()) {
            const re2::StringPiece group = groups[static_cast<std::size_t>(number)];
            if (!group.data())
                isComplete = false;
            else if (capture.unit)
                isComplete = takeAmount(capture.name, *capture.unit, group) && isComplete;
            else
                takeText(capture.name, placeOf(group), group.size());
        }
        if (!isComplete && !missing.empty())
            m_message.cut.missing.emplace_back(missing);
    }

    bool takeAmount(const std::string& name, PatternUnit unit, re2::StringPiece group)
    {
        const std::size_t begin = placeOf(group);
        const auto [amount, end] = amountOf(unit, group);
        if (!amount)
            return false;
        mark(begin, end);
        reached(end);
        const auto field = amountField(name);
        if (field && (!m_isInContext || !(m_message.*field)))
            m_message.*field = amount;
        else if (name == "allocation_size")
            allocation(begin).size = amount;
        else if (!field)
            m_message.figures.push_back({figureName(name), amount});
        return true;
    }

    void takeText(const std::string& name, std::size_t begin, std::size_t size)
    {
        const std::string text = sourceText(begin, size);
        if (name == "module" && m_message.module.empty())
            m_message.module = text;
        else if (name == "device" && m_message.device.empty())
            m_message.device = text;
        else if (name == "core")
            takeCore(text);
        else if (name == "gpu")
            m_message.device = "GPU " + text;
        else if (name == "npu")
            m_message.device = "NPU " + text;
        else if (name == "memory" && m_message.memory.empty())
            std::ranges::transform(text.substr(0, text.find(' ')), std::back_inserter(m_message.memory), toLower);
        else if (name == "purpose")
            m_message.purpose = text;
        else if (name == "banks")
            m_message.banks = std::stoll(text);
        else if (name == "number")
            allocation(begin - std::string_view("#allocation").size()).number = std::stoll(text);
        else if (name == "shape")
            allocation(begin).shape = text;
        else if (name == "label")
            allocation(begin).label = labelAt(begin, size);
        else if (m_message.word(name).empty())
            m_message.words.emplace_back(name, wordAt(begin, size));
        if (name == "type")
            m_message.requested = bytesOfTensor(m_message.word("dimensions"), text);
    }

    /// The text of a capture up to the end of its line or to a blank that no comma precedes, because a capture may
    /// extend into the next words. Empty if the line ends before it.
    std::string wordAt(std::size_t begin, std::size_t size) const
    {
        const std::string_view source = m_text.source();
        const std::size_t first = m_text.sourceOf(begin);
        const std::size_t before = begin == 0 ? 0 : m_text.sourceOf(begin - 1);
        if (source.substr(before, first - before).find('\n') != kAbsent)
            return {};
        std::string_view word = source.substr(first, m_text.sourceOf(begin + size - 1) + 1 - first);
        word = word.substr(0, word.find('\n'));
        std::size_t blank = word.find(' ');
        while (blank != kAbsent && blank > 0 && word[blank - 1] == ',')
            blank = word.find(' ', blank + 1);
        return std::string(word.substr(0, blank));
    }

    /// The core of a TPU names its memory: "0x0x1_HBM0".
    void takeCore(const std::string& core)
    {
        m_message.device = core;
        const std::size_t memory = core.rfind('_');
        const std::size_t end = core.find_last_not_of("0123456789") + 1;
        if (memory != kAbsent && m_message.memory.empty() && end > memory)
            std::ranges::transform(core.substr(memory + 1, end - memory - 1), std::back_inserter(m_message.memory),
                                   toLower);
    }

    /// The text of a capture as it is in the source, without the ends of wrapped lines. A capture ends at a blank of
    /// the source, because the text without blanks has no ends of words.
    std::string sourceText(std::size_t begin, std::size_t size) const
    {
        const std::string_view source = m_text.source();
        std::string text;
        for (std::size_t i = begin; i < begin + size; ++i) {
            const std::size_t at = m_text.sourceOf(i);
            const bool isWordEnd = i > begin && source[at - 1] == ' ' && m_text.sourceOf(i - 1) + 2 == at;
            if (isWordEnd)
                break;
            text += source[at];
        }
        return text;
    }

    std::string labelAt(std::size_t begin, std::size_t size) const
    {
        const std::size_t first = m_text.sourceOf(begin);
        std::size_t last = m_text.sourceOf(begin + size);
        while (last > first && m_text.source()[last - 1] == '\\')
            --last;
        return joinedLines(m_text.source().substr(first, last - first), Division::BetweenWords);
    }

    /// The number "0x1f". A size of all ones is unknown.
    static std::optional<Amount> hexadecimal(re2::StringPiece group)
    {
        group.remove_prefix(2);
        std::uint64_t value = 0;
        for (const char c : group)
            value = value << 4 | static_cast<std::uint64_t>(hexDigit(c));
        if (group.size() > 16 || value >= std::uint64_t{1} << 62)
            return std::nullopt;
        return Amount{static_cast<std::int64_t>(value), 0};
    }

    Allocation& allocation(std::size_t begin)
    {
        if (!m_hasAllocation)
            m_message.allocations.emplace_back().place.begin = m_text.sourceOf(begin);
        m_hasAllocation = true;
        return m_message.allocations.back();
    }

    void finish(const Form& form)
    {
        m_message.kind = form.kind;
        m_message.form = form.id;
        if (form.kind == Kind::State)
            return;
        readContexts();
        if (form.kind == Kind::Scoped)
            readScoped();
        if (m_message.memory.empty())
            m_message.memory = form.memory;
        if (form.complete)
            form.complete(m_message);
        readCode();
        readModule();
        if (m_hasAllocation)
            m_message.allocations.back().place.end = sourceEnd();
    }

    void readContexts()
    {
        m_isInContext = true;
        for (const auto& context : compiled().contexts)
            if (const auto groups = context->match(m_text.text(), 0); !groups.empty()) {
                reached(placeOf(groups[0]) + groups[0].size());
                take(*context, groups, {});
            }
        m_isInContext = false;
    }

    /// Reads the memory and the instruction of a scoped allocation.
    void readScoped()
    {
        const std::size_t space = m_text.after("inmemoryspace");
        if (space != kAbsent && m_message.memory.empty())
            m_message.memory = m_text.wordAt(space);
        const std::size_t instruction = m_text.after("allocatingonstackfor");
        if (instruction == kAbsent)
            return;
        Allocation scoped = scopedAllocation(instruction);
        scoped.size = m_message.needed;
        m_message.allocations.push_back(std::move(scoped));
    }

    Allocation scopedAllocation(std::size_t dense)
    {
        Allocation allocation;
        const std::size_t begin = m_text.sourceOf(dense);
        const std::string_view written = m_text.source().substr(begin, endOfInstruction(dense) - begin);
        const std::size_t last = written.find_last_not_of(" \t\n");
        allocation.place = {begin, last == kAbsent ? begin : begin + last + 1};
        allocation.label = joinedLines(written, Division::BetweenWords);
        if (allocation.label.ends_with('.') && !allocation.label.ends_with(".."))
            allocation.label.pop_back();
        if (const std::size_t equals = allocation.label.find(" = "); equals != kAbsent)
            allocation.shape = shapeAt(std::string_view(allocation.label).substr(equals + 3));
        readOperator(written, allocation);
        allocation.allocationType = "scoped";
        while (dense < m_text.text().size() && m_text.sourceOf(dense) < allocation.place.end)
            ++dense;
        reached(dense);
        return allocation;
    }

    /// Returns the end of the instruction that begins at a position of the dense text: the start of the figures, else
    /// the first line end outside all of its brackets and quotes.
    std::size_t endOfInstruction(std::size_t dense) const
    {
        const std::string_view source = m_text.source();
        if (const std::size_t figures = m_text.text().find("Scopedallocationwithsize", dense); figures != kAbsent)
            return m_text.sourceOf(figures);
        int depth = 0;
        bool isQuoted = false;
        std::size_t at = m_text.sourceOf(dense);
        for (; at < source.size() && (source[at] != '\n' || depth > 0 || isQuoted); ++at) {
            isQuoted = isQuoted != (source[at] == '"');
            depth += bracketStep(source[at]);
        }
        return at;
    }

    /// Reads the error code, "E1000:".
    void readCode()
    {
        const std::string_view text = m_text.text();
        for (std::size_t at = text.find('E'); at < m_end; at = text.find('E', at + 1)) {
            TextCursor code(text.substr(at + 1));
            const bool isWord = at == 0 || !isAlphanumeric(text[at - 1])
                || m_text.sourceOf(at) > m_text.sourceOf(at - 1) + 1; // "failure E1000"
            if (isWord && code.takeDigits(4, 4) && code.take(":")) {
                m_message.code = text.substr(at, 5);
                return;
            }
        }
    }

    /// Reads "HLO module: jit_f."
    void readModule()
    {
        const std::size_t at = m_text.after("HLOmodule:");
        if (at == kAbsent)
            return;
        m_message.module = m_text.sentenceEndAt(at);
        reached(at + m_message.module.size());
        while (m_message.module.ends_with('.'))
            m_message.module.pop_back();
    }

    void mark(std::size_t begin, std::size_t end)
    {
        end = std::min(end, m_text.text().size());
        if (begin < end)
            m_message.amounts.push_back({m_text.sourceOf(begin), m_text.sourceOf(end - 1) + 1});
    }
    void reached(std::size_t at) { m_end = std::max(m_end, std::min(at, m_text.text().size())); }
    std::size_t sourceEnd() const { return m_end == 0 ? 0 : m_text.sourceOf(m_end - 1) + 1; }

    const DenseText& m_text;
    Message& m_message;
    std::size_t m_end = 0; // position in the dense text
    bool m_hasAllocation = false;
    bool m_isInContext = false; // an amount of a context is less exact than that of a form
};

} // namespace

std::span<const HeadPhrase> headPhrases()
{
    static const std::vector<HeadPhrase> kPhrases = [] {
        std::vector<HeadPhrase> phrases;
        for (const Form& form : forms())
            for (const std::string_view phrase : form.begins)
                if (form.kind != Kind::State)
                    phrases.push_back({withoutBlanks(unanchored(phrase)), &form, phrase.starts_with('^')});
        return phrases;
    }();
    return kPhrases;
}

std::size_t readSentences(const DenseText& text, Message& message)
{
    return FormReader(text, message).read();
}

bool readState(const Form& form, const DenseText& text, Message& message)
{
    return FormReader(text, message).readState(form);
}

void readFurtherSentence(const DenseText& text, Message& message)
{
    FormReader(text, message).readFurther();
}

} // namespace tidemark::oom
