#include "core/xla/meaning/argument_meanings.h"

#include "core/base/by_group.h"
#include "core/shapes/array_shape.h"
#include "core/shapes/shape.h"
#include "core/xla/meaning/kept_dimensions.h"
#include "core/xla/meaning/sweep.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tidemark::xla {
namespace {

constexpr int kRounds = 4; // the meaning of one argument can decide that of others

/// Facts about an argument. Each fact is a bit. The facts about uses are the lowest eight bits, because one byte is
/// kept for each value of the program.
enum Fact : std::uint32_t {
    // How the program uses it, or a value that does not depend on the data.
    kFactorOfData = 1 << 0, // multiplied, as a matrix, with a value that depends on the data
    kFactorOfGradient = 1 << 1, // multiplied, as a matrix, to give the gradient of a weight
    kFactor = 1 << 2, // multiplied, as a matrix, with any value outside updates
    kScaleOfData = 1 << 3, // combined with data element by element
    kRepeated = 1 << 4, // broadcast along dimensions that it does not have
    kTable = 1 << 5, // data looks up its rows
    kShuffled = 1 << 6, // random numbers look up its rows
    // What else the program does with it.
    kAttended = 1 << 8, // something is written into it, and attention reads it
    kLeadsToGradient = 1 << 9, // a gradient depends on it other than through updates
    kServing = 1 << 10, // next values made of gradients depend on it, and no gradient does
    kKept = 1 << 11, // only updates use it, and it has no next value
    kKeptDimension = 1 << 12, // products with weights keep one of its dimensions
    kSummedDimension = 1 << 13, // products with weights sum over one of its dimensions
    // The argument itself.
    kInteger = 1 << 14,
    kSingle = 1 << 15, // it has one element
    kRandomKey = 1 << 16, // of the type and size of a random key
    kList = 1 << 17, // it has one dimension
    kReturned = 1 << 18, // unchanged
    kLikeWeight = 1 << 19, // returned unchanged, with the dimensions of a trained weight
    // Its next value.
    kWritten = 1 << 20, // at an index, or where a mask says so
    kReplaced = 1 << 21, // where a mask says so, by values that are not computed from it
    kAddedTo = 1 << 22, // rows
    kMadeOfGradient = 1 << 23,
    kTakenOver = 1 << 24, // its memory, by the module's aliases
    kLearntFrom = 1 << 25, // gradients depend on it, such as the memory of a replay buffer
    kStep = 1 << 26, // it is added to a weight, and its own next value is not computed from the weight
    // The program.
    kTraining = 1 << 27, // updates weights with gradients
    kBackward = 1 << 28, // has a backward part
    kWithData = 1 << 29, // some data is known
    kLast = 1 << 30, // the last round
};
static_assert(kShuffled < 1 << 8, "facts about uses are kept in one byte");
constexpr std::uint32_t kNone = 0;
constexpr bool kCertain = true;
constexpr bool kProbable = false;

constexpr std::string_view kPathReason = "its path says “%”";
constexpr std::string_view kOptimizerReason = "updated with the gradient of a weight, and no gradient depends on it";
constexpr std::string_view kCarried = "has a next value, but is no weight, cache or optimizer state";
constexpr std::string_view kFrozen = "multiplied with the data or used as its lookup table, and not updated";
constexpr std::string_view kLayer = "the same for the whole batch, summed over by later weights, and not updated";
constexpr std::string_view kBatch = "multiplied with weights as data, and not updated";
constexpr std::string_view kOnlyUpdates = "only updates read it, and it is not updated";
constexpr std::string_view kOldWeight = "returned unchanged, with the dimensions of a trained weight";
constexpr std::string_view kWeight = "updated with its own gradient";
constexpr std::string_view kGradientsAdded = "gradients are added to it, and the program updates no weight";
constexpr std::string_view kCenters = "multiplied with other values outside attention, and has a next value";
constexpr std::string_view kOneNumber = "one number";

/// A rule applies if an argument has all facts of `all` and none of `none`. The first one decides.
struct ArgumentRule {
    std::uint32_t all;
    std::uint32_t none;
    Category category;
    bool isCertain;
    std::string_view reason;
};

/// For arguments that have a next value.
constexpr ArgumentRule kUpdatedRules[] = {
    {kInteger | kSingle, kNone, Category::OtherState, kCertain, kOneNumber},
    {kInteger, kNone, Category::OtherState, kCertain, kCarried},
    {kAddedTo, kMadeOfGradient, Category::ModelParameters, kProbable, "rows are added to it at indices"},
    {kServing, kMadeOfGradient, Category::OptimizerState, kProbable,
     "updates of weights depend on it, and no gradient does"}, // also what is written at an index, as L-BFGS does
    // such as a queue of keys for a contrastive loss, or a memory of earlier batches
    {kWritten | kTraining, kMadeOfGradient | kLearntFrom, Category::OtherState, kProbable, kCarried},
    {kWritten | kAttended, kMadeOfGradient | kLearntFrom | kBackward, Category::KvCache, kCertain,
     "read, and written at an index"},
    // such as the centers of clusters
    {kReplaced | kFactor, kMadeOfGradient | kLearntFrom | kAttended, Category::ModelParameters, kProbable, kCenters},
    {kWritten, kMadeOfGradient | kLearntFrom, Category::KvCache, kProbable, "written at an index"},
    {kNone, kMadeOfGradient, Category::OtherState, kProbable, kCarried},
    // such as the last solution where the conjugate gradient method starts
    {kLeadsToGradient | kStep, kNone, Category::OptimizerState, kProbable, "added to a weight"},
    {kLeadsToGradient, kNone, Category::ModelParameters, kCertain, kWeight},
    {kNone, kTraining, Category::Gradients, kProbable, kGradientsAdded}, // may also be a sum of squares
    {kNone, kNone, Category::OptimizerState, kCertain, kOptimizerReason},
};

/// By what products with known weights do with its dimensions.
constexpr ArgumentRule kKeepsDimension = {kKeptDimension, kNone, Category::Inputs, kCertain, kBatch};
constexpr ArgumentRule kSumsDimension = {kSummedDimension, kNone, Category::ModelParameters, kCertain, kLayer};
constexpr ArgumentRule kDimensionRules[] = {kKeepsDimension, kSumsDimension};

/// For all other arguments. In the first round some of them may be frozen weights that later rounds find.
constexpr ArgumentRule kOtherRules[] = {
    {kFactorOfGradient, kNone, Category::Inputs, kCertain, kBatch},
    {kShuffled, kNone, Category::Inputs, kCertain, kBatch},
    {kInteger, kSingle | kRandomKey, Category::Inputs, kCertain, "integers without a next value"},
    {kInteger | kSingle, kNone, Category::OtherState, kCertain, kOneNumber},
    {kInteger, kNone, Category::OtherState, kCertain, "the state of a random number generator"},
    {kTable | kList, kNone, Category::OtherState, kProbable, "a table of numbers"},
    {kTable | kWithData, kBackward | kFactorOfData | kScaleOfData, Category::ModelParameters, kCertain, kFrozen},
    {kTable | kWithData, kFactorOfData | kScaleOfData, Category::ModelParameters, kProbable, kFrozen}, // or a data set
    {kFactorOfData | kWithData, kNone, Category::ModelParameters, kCertain, kFrozen},
    {kSingle, kNone, Category::OtherState, kCertain, kOneNumber},
    kKeepsDimension,
    kSumsDimension,
    {kFactorOfData, kNone, Category::ModelParameters, kProbable, kFrozen}, // either factor may be the data
    {kLikeWeight | kFactor, kKept, Category::ModelParameters, kProbable, kOldWeight},
    {kLikeWeight | kRepeated, kKept, Category::ModelParameters, kProbable, kOldWeight},
    {kLikeWeight, kKept, Category::OptimizerState, kProbable, kOldWeight}, // such as the weights of an earlier task
    {kReturned | kKept, kNone, Category::OptimizerState, kCertain, kOnlyUpdates}, // such as the basis of SOAP
    {kKept, kNone, Category::OptimizerState, kProbable, kOnlyUpdates},
    {kScaleOfData | kRepeated, kBackward, Category::ModelParameters, kProbable, kFrozen},
    {kScaleOfData, kRepeated, Category::Inputs, kProbable, kBatch},
    // such as queries, which meet only weights that an inner step has adapted or averaged
    {kFactor | kLeadsToGradient | kTraining | kLast, kReturned, Category::Inputs, kProbable, kBatch},
};

/// Returns whether `other` is computed from exactly the same values as the weight's next value, which does not depend
/// on the weight's current value.
bool isComputedAlike(const Update& other, const Update& weight)
{
    const auto areSame = [](auto a, auto b) {
        if (a.size() != b.size())
            return false;
        std::ranges::sort(a);
        std::ranges::sort(b);
        return a == b;
    };
    return !contains(weight.made, weight.next) && areSame(other.made, weight.made)
        && areSame(other.terms, weight.terms);
}

/// Finds which arguments are the keys and values of an attention that only reads them, such as attention over an
/// encoder's output. Each element of a key must be multiplied with one element of the query, because all sequences read
/// a learned memory. The softmax of the sums of these products weighs the values, which have the same type and number
/// of elements. `isData`: which values depend on the data. Cost: a forward sweep over the graph.
class Attention
{
public:
    Attention(const HloGraph& graph, const Arguments& arguments, const ValueTruths& isData)
        : m_graph(graph)
        , m_arguments(arguments)
        , m_isData(isData)
        , m_keys(graph.valueCount())
        , m_isSummed(arguments.size(), false)
    {
        for (const ArgumentId id : arguments.ids())
            m_haveSequences |= arguments[id].isInteger && arguments[id].elements > 1 && isData[arguments[id].value];
        if (m_haveSequences)
            findForward(graph, m_keys,
                        [this](ValueId value, std::span<const Source> sources) { return follow(value, sources); });
    }

    /// Returns pairs of keys and values.
    std::vector<std::pair<ArgumentId, ArgumentId>> pairs()
    {
        std::erase_if(m_pairs, [this](const auto& pair) { return !m_isSummed[pair.first]; });
        return std::move(m_pairs);
    }

private:
    /// The arguments that may be the keys in a value; none for most values.
    struct Keys {
        ArgumentId ofProduct; // it is a product of them with the data, element by element
        ArgumentId ofScore; // it is a sum of such products
        ArgumentId ofWeight; // … after the exponential function

        friend bool operator==(const Keys&, const Keys&) = default;
    };

    Keys follow(ValueId value, std::span<const Source> sources)
    {
        const Opcode opcode = m_graph.nodeOf(value).opcode;
        Keys keys = m_keys[value];
        if (opcode == Opcode::Product)
            findFactor(value, Flow::Product, keys);
        else if (opcode == Opcode::Elementwise && m_graph.opcodeName(value) == "multiply")
            findFactor(value, Flow::Elementwise, keys);
        if (opcode == Opcode::Product || keys != m_keys[value])
            return keys;
        for (const Source& source : sources) {
            const Keys& of = m_keys[source.value];
            if (opcode == Opcode::Reduce && of.ofWeight)
                m_isSummed[of.ofWeight] = true;
            if (opcode == Opcode::Reduce)
                set(keys.ofScore, of.ofProduct);
            if (source.flow == Flow::Same || source.flow == Flow::Moved)
                set(keys.ofProduct, of.ofProduct); // at another precision
            if (!isCopy(source.flow) && source.flow != Flow::Elementwise && source.flow != Flow::Repeated)
                continue;
            if (of.ofScore && opcode == Opcode::Elementwise && m_graph.opcodeName(value) == "exponential")
                set(keys.ofWeight, of.ofScore);
            else
                set(keys.ofScore, of.ofScore);
            set(keys.ofWeight, of.ofWeight);
        }
        return keys;
    }

    /// Finds whether the value is a product of data with keys or with values.
    void findFactor(ValueId value, Flow flow, Keys& keys)
    {
        const auto sources = m_graph.sources(value);
        for (std::size_t k = 0; k < 2 && sources.size() >= 2; ++k) {
            const ArgumentId only = m_arguments.only(sources[k].value);
            const ValueId other = sources[1 - k].value;
            if (sources[k].flow != flow || !only || !m_isData[other])
                continue;
            const ArgumentId key = m_keys[other].ofWeight;
            const bool isPair = key && key != only && m_arguments[key].type == m_arguments[only].type
                && m_arguments[key].elements == m_arguments[only].elements;
            if (isPair)
                m_pairs.emplace_back(key, only);
            else if (flow == Flow::Elementwise
                     && m_graph.measure(value).elements == m_graph.measure(sources[k].value).elements
                     && isSliceOf(sources[k].value, only))
                set(keys.ofProduct, only);
        }
    }

    /// Returns whether the value is the argument or a part of it, without repetition, such as the part that a layer
    /// reads. Compilers also copy it in pieces.
    bool isSliceOf(ValueId value, ArgumentId argument) const
    {
        constexpr int kMostMoves = 64;
        for (int moves = 0; m_arguments.at(value) != argument; ++moves) {
            const auto sources = m_graph.sources(value);
            if (moves == kMostMoves || sources.empty() || !isCopy(sources[0].flow)
                || (sources[0].flow == Flow::Piece
                    && m_graph.measure(value).elements != m_arguments[argument].elements))
                return false;
            value = sources[0].value;
        }
        return true;
    }

    static void set(ArgumentId& known, ArgumentId found) { known = known ? known : found; }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const ValueTruths& m_isData;
    IdVector<ValueId, Keys> m_keys;
    bool m_haveSequences = false; // there are several sequences; with one, keys of each sequence cannot be told apart
    IdVector<ArgumentId, bool> m_isSummed; // the exponentials of their scores
    std::vector<std::pair<ArgumentId, ArgumentId>> m_pairs; // keys and values
};

class ArgumentDecider
{
public:
    ArgumentDecider(const HloGraph& graph, const Arguments& arguments, const Updates& updates, const Origins& copies,
                    const Backward& backward)
        : m_graph(graph)
        , m_arguments(arguments)
        , m_updates(updates)
        , m_copies(copies)
        , m_backward(backward)
        , m_result{IdVector<ArgumentId, ArgumentMeaning>(arguments.size()), ValueTruths(graph.valueCount(), false),
                   ValueTruths(graph.valueCount(), false)}
        , m_weak(arguments.size())
        , m_facts(arguments.size(), 0)
        , m_isUpdate(graph.valueCount(), false)
    { }

    ArgumentMeanings decideAll()
    {
        readPaths();
        findGradients();
        findFacts();
        doubtPaths();
        if (isAnyOpen())
            findAttended();
        for (const ArgumentId id : m_of.ids())
            if (isOpen(id) && (m_facts[id] & kMadeOfGradient) != 0)
                apply(kUpdatedRules, id);
        decideMasters();
        if (isAnyOpen()) {
            findLikeWeights();
            findRandom();
            m_isFirstFactor
                = m_backward.exists ? findFirstFactors(m_graph, m_arguments, m_updates) : findSharedFactors();
        }
        for (m_round = 0; m_round < kRounds && isAnyOpen(); ++m_round)
            decideRound();
        for (const ArgumentId id : m_of.ids())
            if (isUndecided(id) && m_weak[id].category != Category::Unknown)
                m_of[id]
                    = {m_weak[id].category, "its path says “%”, and dataflow does not decide", m_weak[id].word, false};
        if (m_backward.exists && !m_backward.isCertain)
            for (ArgumentMeaning& meaning : m_of)
                meaning.isCertain = meaning.reason == kPathReason;
        return std::move(m_result);
    }

private:
    bool isOpen(ArgumentId id) const { return m_of[id].category == Category::Unknown; }
    bool isAnyOpen() const
    {
        return std::ranges::any_of(
            m_of, [](const ArgumentMeaning& meaning) { return meaning.category == Category::Unknown; });
    }
    /// Where dataflow is not certain, it mixes up weights and the batch, because both are factors of products.
    bool isUndecided(ArgumentId id) const
    {
        const Category category = m_of[id].category;
        const bool isFactor = category == Category::ModelParameters || category == Category::Inputs;
        return isOpen(id) || (isFactor && !m_of[id].isCertain);
    }
    bool isRound(ValueId value) const { return bool(m_updates.carriedRound(value)); }
    void decide(ArgumentId id, Category category, std::string_view reason, bool isCertain = true)
    {
        m_of[id] = {category, reason, {}, isCertain && m_of[id].isCertain && !m_isSupposing};
    }

    /// What one round decides can decide other arguments in the next one.
    void decideRound()
    {
        m_isSupposing = std::ranges::any_of(m_of, [](const ArgumentMeaning& meaning) { return !meaning.isCertain; });
        m_ofProgram |= m_round + 1 == kRounds ? kLast : kNone;
        const bool isFirstOfTraining = m_round == 0 && m_backward.exists;
        if (isFirstOfTraining) { // the first product of the batch may be with frozen weights
            findDimensions();
            for (const ArgumentId id : m_of.ids())
                if (isOpen(id) && !m_updates.of(id) && !m_isFirstFactor[id])
                    apply(kDimensionRules, id);
        }
        findData();
        if (!isFirstOfTraining)
            findDimensions();
        findUses();
        bool isAnyWeight = false;
        for (const ArgumentId id : m_of.ids())
            if (m_updates.of(id) && isOpen(id)) {
                decideUpdated(id);
                isAnyWeight |= m_of[id].category == Category::ModelParameters;
            }
        if (m_round == 0 && !m_backward.exists && isAnyWeight)
            return; // products with these weights decide the other arguments
        if (m_round == 0 && !m_backward.exists)
            decideAttended();
        for (const ArgumentId id : m_of.ids())
            if (!m_updates.of(id) && isOpen(id))
                apply(kOtherRules, id);
    }

    void readPaths()
    {
        PathReader reader(m_arguments);
        for (const ArgumentId id : m_of.ids()) {
            const std::optional<PathMeaning> meaning = reader.read(m_arguments[id]);
            if (!meaning)
                continue;
            if (meaning->isWeak)
                m_weak[id] = *meaning;
            else
                m_of[id] = {meaning->category, kPathReason, meaning->word};
        }
    }

    /// An argument that is updated with gradients is a weight if gradients depend on it, whatever its path says: the
    /// head of a model that gives a mean is a "mu", too, and optimizers hold weights. If none does, or if only updates
    /// use it, it is no weight and no data: optimizers keep their state in trees with the names of the weights' trees
    /// ("v['params']").
    void doubtPaths()
    {
        if (!m_backward.isCertain)
            return;
        for (const ArgumentId id : m_of.ids()) {
            const Category said = m_of[id].category;
            if (said == Category::ModelParameters && (m_facts[id] & kKept) != 0)
                decide(id, Category::OptimizerState, kOnlyUpdates);
            if (isOpen(id) || (m_facts[id] & (kMadeOfGradient | kInteger | kSingle)) != kMadeOfGradient)
                continue;
            const bool isWeight = (m_facts[id] & kLeadsToGradient) != 0;
            if (isWeight && said != Category::ModelParameters)
                decide(id, Category::ModelParameters, kWeight);
            else if (!isWeight
                     && (said == Category::ModelParameters || said == Category::Inputs || said == Category::KvCache))
                decide(id, Category::OptimizerState, kOptimizerReason);
        }
    }

    /// Returns the values that depend on arguments without a next value and from which the loss is computed, such as
    /// the batch. What optimizers compute from their state does not, whether or not the program updates that state.
    ValueTruths valuesOfBatch() const
    {
        // Values that depend on the labels alone do not count: the backward part meets the model after them.
        const auto isBackward
            = [this](ValueId value) { return m_backward.isBackward(value) && m_arguments.isOfMany(value); };
        ValueTruths leadsToLoss(m_graph.valueCount(), false); // the backward part begins with values that depend on it
        forEachValue(m_graph, [&](ValueId value, std::span<const Source> sources) {
            leadsToLoss[value] = isBackward(value)
                && std::ranges::none_of(sources, [&](const Source& source) { return isBackward(source.value); });
        });
        spreadBackward(m_graph, leadsToLoss);
        ValueTruths isOfBatch(m_graph.valueCount(), false);
        for (const ArgumentId id : m_arguments.ids()) {
            const Argument& argument = m_arguments[id];
            isOfBatch[argument.value] = argument.elements > 1 && !m_updates.of(id) && leadsToLoss[argument.value];
        }
        spreadForward(m_graph, isOfBatch);
        return isOfBatch;
    }

    /// Marks the gradients of weights as the backward part computes them: products of a value that forward saved and a
    /// value of backward, with as many elements as an argument that has a next value. Optimizers that are not
    /// elementwise (Shampoo, Muon, K-FAC) multiply such gradients with each other and with their state. Those products
    /// are no gradients. Returns which values are or depend on such a gradient. Cost: at most four sweeps over the
    /// graph.
    ValueTruths findFirstGradients()
    {
        ValueTruths& is = m_result.isGradient;
        ValueTruths isAfter(m_graph.valueCount(), false);
        std::unordered_set<std::int64_t> sizes; // of the arguments that may be weights
        for (const ArgumentId id : m_arguments.ids())
            if (m_updates.of(id) && !m_arguments[id].isInteger && m_arguments[id].elements > 1)
                sizes.insert(m_arguments[id].elements);
        if (!m_backward.exists || sizes.empty())
            return isAfter;
        const ValueTruths isOfBatch = valuesOfBatch();
        ValueTruths leadsToOther(m_graph.valueCount(), false); // a factor of another gradient depends on it
        forEachValue(m_graph, [&](ValueId value, std::span<const Source> sources) {
            if (m_graph.nodeOf(value).opcode != Opcode::Product || m_graph.nodeOf(value).tuple || sources.size() < 2
                || !m_backward.isBackward(value) || !sizes.contains(m_graph.measure(value).elements.value_or(0)))
                return;
            for (std::size_t k = 0; k < 2; ++k) {
                const ValueId saved = sources[1 - k].value; // the backward part may also begin with the product
                if (!m_backward.isBackward(saved) && isOfBatch[saved])
                    is[value] = leadsToOther[sources[k].value] = true;
            }
        });
        spreadBackward(m_graph, leadsToOther);
        for (const ValueId value : is.ids())
            isAfter[value] = is[value] = is[value] && !leadsToOther[value];
        spreadForward(m_graph, isAfter, [this](ValueId value) { return isRound(value); });
        return isAfter;
    }

    /// Marks the terms and intermediate values of updates, and the values on which gradients depend other than through
    /// updates. Gradients depend on weights, but not on optimizer state.
    void findGradients()
    {
        const ValueTruths isAfterFirst = findFirstGradients();
        m_leadsToGradient = m_result.isGradient;
        const auto isBackward = [this](ValueId term) { return m_backward.isBackward(term); };
        const auto isNumber = [](const Update& update) { return measureShape(update.shape).elements == 1; };
        const auto markTerm = [&](ValueId term) {
            if (isBackward(term) && !m_result.isGradient[term])
                (isAfterFirst[term] ? m_result.isOfGradient : m_result.isGradient)[term] = true;
        };
        const bool isAnyArray = std::ranges::any_of(m_updates.all(), [&](const Update& update) {
            return !isNumber(update) && std::ranges::any_of(update.terms, isBackward);
        });
        for (const Update& update : m_updates.all()) {
            const bool isState = update.next && !m_arguments[update.next].isInteger;
            if (isState)
                for (const ValueId part : update.parts)
                    m_isUpdate[part] = true;
            if (isState || (!update.next && !(isAnyArray && isNumber(update)))) // otherwise it is a loss
                std::ranges::for_each(update.terms, markTerm);
            if (!isState || !std::ranges::any_of(update.addedTerms, isBackward))
                continue; // rows of other data, as in caches
            for (const ValueId part : update.addedParts)
                m_isUpdate[part] = true;
            std::ranges::for_each(update.addedTerms, markTerm);
        }
        for (const Update& update : m_updates.all())
            if (!isAnyArray || !isNumber(update))
                for (const std::vector<ValueId>* const terms : {&update.terms, &update.addedTerms})
                    for (const ValueId term : *terms)
                        m_leadsToGradient[term] = m_result.isGradient[term] || m_leadsToGradient[term];
        // Parts that depend on no gradient may be forward values, such as a bias that is added within a recurrent
        // state.
        ValueTruths isOfGradient = m_result.isGradient;
        spreadForward(m_graph, isOfGradient, [this](ValueId value) { return isRound(value); });
        markBackward(m_graph, m_leadsToGradient, [&](ValueId value, const Source& source, std::span<const Source>) {
            if (!m_leadsToGradient[value])
                return false;
            const bool isAdded = m_result.isGradient[value] && source.flow == Flow::Mixed; // something added to a sum
            return !m_isUpdate[value] || !isOfGradient[value] || isCopy(source.flow) || isAdded;
        });
    }

    /// Returns whether the next value is the argument, or where a mask says so, a value that is not computed from the
    /// argument. The next value of a recurrent state contains the state or a product of it.
    bool isReplaced(const Update& update) const
    {
        const auto isOfIt = [&](ValueId term) {
            return std::ranges::any_of(m_graph.sources(term), [&](const Source& source) {
                return source.flow == Flow::Product && m_updates.writtenInto(source.value) == update.next;
            });
        };
        return contains(update.written, update.next) && !contains(update.changed, update.next)
            && !update.isWrittenAtIndex && std::ranges::none_of(update.terms, isOfIt);
    }

    /// Returns whether the next value is the argument plus something else. A running mean of an argument and another
    /// one also multiplies the argument.
    bool isIncreased(const Update& update) const
    {
        constexpr std::size_t kMostValues = 1024;
        std::vector<std::pair<ValueId, bool>> open{{update.value, true}}; // values, and whether they are only added
        std::set<std::pair<std::uint32_t, bool>> seen;
        bool isAdded = false;
        for (std::size_t i = 0; i < open.size(); ++i) {
            const auto [value, isOnlyAdded] = open[i];
            const bool isArgument = m_arguments.at(value) == update.next;
            if (open.size() > kMostValues || (isArgument && !isOnlyAdded))
                return false;
            isAdded |= isArgument;
            const std::string_view opcode = m_graph.opcodeName(value);
            const bool isSum = opcode == "add" || opcode == "subtract";
            for (const Source& source : m_graph.sources(value))
                if (const bool isNext = isOnlyAdded && (isSum || isCopy(source.flow));
                    (isCopy(source.flow) || source.flow == Flow::Elementwise)
                    && seen.emplace(source.value.value, isNext).second)
                    open.emplace_back(source.value, isNext);
        }
        return isAdded;
    }

    /// Finds the facts that do not change later.
    void findFacts()
    {
        ValueTruths leadsToState(m_graph.valueCount(), false); // a next value made of gradients depends on it
        IdVector<ArgumentId, bool> isInSums(m_of.size(), false); // next values are sums of it, such as of a mask
        for (const Update& update : m_updates.all())
            if (update.next) {
                leadsToState[update.value] = m_result.isOfGradients(update);
                for (const ArgumentId id : update.made)
                    isInSums[id] = true;
            }
        spreadBackward(m_graph, leadsToState);
        for (const ArgumentId id : m_of.ids()) {
            const Argument& argument = m_arguments[id];
            const Update* const update = m_updates.of(id);
            const auto add = [&](bool is, std::uint32_t fact) { m_facts[id] |= is ? fact : kNone; };
            const bool isServing = leadsToState[argument.value] && !m_leadsToGradient[argument.value]
                && !argument.isInteger && argument.elements != 1;
            add(m_leadsToGradient[argument.value], kLeadsToGradient);
            add(isServing, kServing);
            add(isServing && !update && !isInSums[id], kKept);
            add(argument.isInteger, kInteger);
            add(argument.elements == 1, kSingle);
            add(argument.isKey(), kRandomKey);
            add(argument.rank < 2, kList);
            add(m_updates.isReturned(id), kReturned);
            if (update) {
                add(contains(update->written, id), kWritten);
                add(isReplaced(*update), kReplaced);
                add(!update->addedTerms.empty(), kAddedTo);
                add(m_result.isOfGradients(*update), kMadeOfGradient);
                add(update->takesOver == id, kTakenOver);
                add(m_leadsToGradient[m_copies.of(update->value)], kLearntFrom);
            }
            // Gradients depend on weights, and update them.
            if ((m_facts[id] & (kMadeOfGradient | kLeadsToGradient | kInteger)) == (kMadeOfGradient | kLeadsToGradient))
                m_ofProgram |= kTraining;
        }
        if (m_backward.exists)
            m_ofProgram |= kBackward;
        constexpr std::uint32_t kTrained = kMadeOfGradient | kLeadsToGradient;
        const auto isTrained
            = [&](ArgumentId id) { return (m_facts[id] & (kTrained | kInteger | kSingle)) == kTrained; };
        for (const Update& weight : m_updates.all()) {
            if (!weight.next || !isTrained(weight.next))
                continue;
            const auto mayBeStep = [&](ArgumentId id) {
                return id != weight.next && isTrained(id) && !contains(m_updates.of(id)->made, weight.next);
            };
            if (std::ranges::any_of(weight.made, mayBeStep) && isIncreased(weight))
                for (const ArgumentId id : weight.made)
                    m_facts[id] |= mayBeStep(id) ? kStep : kNone;
        }
    }

    /// Marks the values that a product with data reads, as attention reads caches, also after rows of them are picked
    /// or their elements are scaled. Weights, which are single arguments, read recurrent states. `ofSoftmax`: only
    /// products to which the exponential function is applied, and products with its results.
    ValueTruths factors(bool ofSoftmax) const
    {
        ValueTruths isOfWeights(m_graph.valueCount(), !ofSoftmax); // of attention
        ValueTruths leadsToWeights(m_graph.valueCount(), !ofSoftmax);
        if (ofSoftmax) {
            forEachValue(m_graph, [&](ValueId value, std::span<const Source>) {
                isOfWeights[value] = leadsToWeights[value]
                    = m_graph.nodeOf(value).opcode == Opcode::Elementwise && m_graph.opcodeName(value) == "exponential";
            });
            spreadForward(m_graph, isOfWeights);
            spreadBackward(m_graph, leadsToWeights);
        }
        ValueTruths isFactor(m_graph.valueCount(), false);
        markBackward(m_graph, isFactor, [&](ValueId value, const Source& source, std::span<const Source> sources) {
            const auto isOfAttention
                = [&](const Source& other) { return leadsToWeights[value] || isOfWeights[other.value]; };
            const auto isMultiplied = [&](const Source& other) {
                return other.value != source.value && m_arguments.isOfMany(other.value) && isOfAttention(other);
            };
            return (source.flow == Flow::Product && std::ranges::any_of(sources, isMultiplied))
                || (m_graph.nodeOf(value).opcode == Opcode::Reduce && isOfAttention(source))
                || (isFactor[value] && source.flow != Flow::Mixed && source.flow != Flow::Place);
        });
        return isFactor;
    }

    /// Finds the arguments that are written and that attention reads. Where a mask chooses what is written, only a
    /// softmax shows that it is attention: clusters replace some of their centers, too.
    void findAttended()
    {
        const ValueTruths isFactor = factors(false);
        const bool isAnyReplaced
            = std::ranges::any_of(m_facts, [](std::uint32_t facts) { return (facts & kReplaced) != 0; });
        const ValueTruths isOfSoftmax = isAnyReplaced ? factors(true) : isFactor;
        for (const Update& update : m_updates.all())
            for (const ArgumentId id : update.written)
                if (((m_facts[id] & kReplaced) != 0 ? isOfSoftmax : isFactor)[m_arguments[id].value])
                    m_facts[id] |= kAttended;
    }

    /// Marks the values that depend on a random key, and those that depend on arrays other than keys.
    void findRandom()
    {
        m_random.assign(m_graph.valueCount(), 0);
        bool haveKeys = false;
        for (const ArgumentId id : m_of.ids()) {
            if (m_arguments[id].elements > 1)
                m_random[m_arguments[id].value] = m_arguments[id].isKey() ? kOfKey : kOfArray;
            haveKeys |= m_arguments[id].isKey();
        }
        if (!haveKeys)
            return;
        findForward(m_graph, m_random, [this](ValueId value, std::span<const Source> sources) {
            unsigned all = m_random[value];
            for (const Source& source : sources)
                all |= m_random[source.value];
            return static_cast<std::uint8_t>(all);
        });
    }

    /// Finds arguments that are multiplied with several others alone, such as the output of an encoder, which meets the
    /// weights of all layers. Weights meet one value.
    IdVector<ArgumentId, bool> findSharedFactors() const
    {
        IdVector<ArgumentId, bool> result(m_of.size(), false);
        IdVector<ArgumentId, ArgumentId> others(m_of.size());
        forEachValue(m_graph, [&](ValueId value, std::span<const Source> sources) {
            if (m_graph.nodeOf(value).opcode != Opcode::Product || sources.size() < 2)
                return;
            for (std::size_t k = 0; k < 2; ++k) {
                const ArgumentId one = m_arguments.only(sources[k].value);
                const ArgumentId other = m_arguments.only(sources[1 - k].value);
                if (!one || !other || one == other || m_updates.of(one) || m_updates.of(other))
                    continue;
                result[one] = result[one] || (others[one] && others[one] != other);
                others[one] = other;
            }
        });
        return result;
    }

    /// Marks the values that depend on the batch, on caches, or on integers that may be either. If no argument is known
    /// to be one of these, marks the values that depend on more than one argument.
    void findData()
    {
        m_isData.assign(m_graph.valueCount(), false);
        m_ofProgram &= ~std::uint32_t{kWithData};
        for (const ArgumentId id : m_of.ids()) {
            const Category category = m_of[id].category;
            const bool mayBeBatch = category == Category::Unknown && !m_updates.of(id)
                && (m_arguments[id].isInteger ? m_arguments[id].elements > 1 && !m_arguments[id].isKey()
                                              : m_isFirstFactor[id]);
            if (category == Category::Inputs || category == Category::KvCache || mayBeBatch) {
                m_isData[m_arguments[id].value] = true;
                m_ofProgram |= kWithData;
            }
        }
        if ((m_ofProgram & kWithData) == 0)
            forEachValue(m_graph, [this](ValueId value, std::span<const Source>) {
                m_isData[value] = m_arguments.isOfMany(value);
            });
        spreadForward(m_graph, m_isData);
    }

    void findUses()
    {
        m_uses.assign(m_graph.valueCount(), 0);
        sweepBackward(m_graph, [this](ValueId value, std::span<const Source> sources) {
            bool changed = false;
            for (const Source& source : sources) {
                std::uint8_t& uses = m_uses[source.value];
                const auto all = static_cast<std::uint8_t>(uses | usesOf(value, source, sources));
                changed |= all != uses;
                uses = all;
            }
            return changed;
        });
    }

    /// Returns how `value` uses one of its sources.
    std::uint32_t usesOf(ValueId value, const Source& source, std::span<const Source> sources) const
    {
        if (source.flow == Flow::Place)
            return kNone;
        std::uint32_t uses = !m_isData[value] || isCopy(source.flow) ? m_uses[value] : kNone;
        if (source.flow == Flow::Product || source.flow == Flow::Repeated)
            uses &= ~std::uint32_t{kFactorOfGradient}; // it meets gradients even if it is frozen
        if (source.flow == Flow::Product) // labels look up the losses, and they are subtracted from what is computed
            uses &= ~std::uint32_t{kTable | kScaleOfData | kRepeated};
        if (source.flow == Flow::Repeated)
            uses |= kRepeated;
        if (source.flow == Flow::Table)
            for (const Source& place : sources)
                if (place.flow == Flow::Place && !m_arguments.isOfNone(place.value))
                    uses |= m_random[place.value] == kOfKey ? kShuffled : kTable;
        for (const Source& other : sources) {
            if (other.value == source.value || other.flow == Flow::Place)
                continue;
            if (source.flow == Flow::Product && other.flow == Flow::Product) {
                uses |= kFactor;
                if (m_result.isGradient[value])
                    uses |= kFactorOfGradient;
                else if (m_isData[other.value] && !m_backward.isBackward(other.value))
                    uses |= kFactorOfData;
            } else if ((source.flow == Flow::Elementwise || source.flow == Flow::Mixed) && m_isData[other.value]) {
                uses |= kScaleOfData;
            }
        }
        return uses;
    }

    std::uint32_t factsOf(ArgumentId id) const
    {
        const std::uint32_t uses = m_uses.empty() ? kNone : m_uses[m_arguments[id].value];
        return m_facts[id] | m_ofProgram | uses;
    }

    /// Decides an argument by the first rule that applies. An argument that the program returns unchanged is probably
    /// no input.
    void apply(std::span<const ArgumentRule> rules, ArgumentId id)
    {
        const std::uint32_t facts = factsOf(id);
        const auto rule = std::ranges::find_if(rules, [facts](const ArgumentRule& each) {
            return (facts & each.all) == each.all && (facts & each.none) == 0;
        });
        if (rule == rules.end())
            return;
        const bool isReturnedInput = rule->category == Category::Inputs && (facts & kReturned) != 0;
        decide(id, rule->category, rule->reason, rule->isCertain && !isReturnedInput);
    }

    void decideUpdated(ArgumentId id)
    {
        // A result that is computed from it and has its shape may be no next value: x + f(x).
        const bool isOther = (factsOf(id) & (kInteger | kMadeOfGradient | kAddedTo | kWritten | kTakenOver)) == 0;
        if (isOther)
            apply(kOtherRules, id);
        else
            apply(kUpdatedRules, id);
    }

    /// Finds master weights and running means. If the next value of a weight is a cast of an argument's next value, the
    /// argument is the weight at full precision. If weights are added to an argument and it does not return into them,
    /// except unchanged, it is their running mean.
    void decideMasters()
    {
        const IdVector<UpdateId, Update>& updates = m_updates.all();
        const auto resultsOf = [&](std::vector<ArgumentId> Update::*arguments) {
            return ByGroup<UpdateId>(m_of.size(), [&updates, arguments](const auto& take) {
                for (const UpdateId i : updates.ids())
                    for (const ArgumentId id : updates[i].*arguments)
                        take(id.index(), i);
            });
        };
        const ByGroup<UpdateId> madeOf = resultsOf(&Update::made);
        const ByGroup<UpdateId> writtenInto = resultsOf(&Update::written);
        for (const ArgumentId id : m_of.ids()) {
            const Update* const own = m_updates.of(id);
            if (!own || (!isOpen(id) && m_of[id].reason != kOptimizerReason))
                continue;
            const auto isOtherWeight = [&](ArgumentId other) {
                return other && other != id && m_of[other].category == Category::ModelParameters;
            };
            for (const ArgumentId weight : own->made) {
                const UpdateId next = m_updates.idOf(weight);
                const bool isPutBack = std::ranges::binary_search(writtenInto.of(id.index()), next);
                const bool isMadeOfIt = std::ranges::binary_search(madeOf.of(id.index()), next);
                if (next && isOtherWeight(weight) && (isPutBack || !isMadeOfIt))
                    decide(id, Category::ModelParameters, "holds an average of weights");
            }
            for (const UpdateId i : madeOf.of(id.index()))
                if (isOtherWeight(updates[i].next)
                    && (m_copies.of(own->value) == m_copies.of(updates[i].value) || isComputedAlike(*own, updates[i])))
                    decide(id, Category::ModelParameters, "a weight's next value is a copy of its next value");
        }
    }

    /// Finds arguments that belong to trained weights: target networks, and the state of methods such as elastic weight
    /// consolidation. A data set in the state of a program does not have the dimensions of a weight.
    void findLikeWeights()
    {
        std::set<std::vector<std::int64_t>> dimensions;
        const auto of
            = [this](ArgumentId id) { return readArrayShape(m_graph.shapeOf(m_arguments[id].value)).dimensions; };
        for (const ArgumentId id : m_of.ids())
            if (m_updates.of(id) && m_of[id].category == Category::ModelParameters && m_arguments[id].elements > 1)
                dimensions.insert(of(id));
        for (const ArgumentId id : m_of.ids())
            if (isOpen(id) && m_updates.isReturned(id) && !m_updates.of(id) && !m_arguments[id].isInteger
                && dimensions.contains(of(id)))
                m_facts[id] |= kLikeWeight;
    }

    /// Decides the keys and values that attention reads, in a program that trains nothing.
    void decideAttended()
    {
        const auto mayBe
            = [this](ArgumentId id) { return isOpen(id) && !m_updates.of(id) && !m_arguments[id].isInteger; };
        for (const auto& [key, value] : Attention(m_graph, m_arguments, m_isData).pairs())
            if (mayBe(key) && mayBe(value))
                for (const ArgumentId id : {key, value})
                    decide(id, Category::KvCache, "keys or values of an attention, and not updated");
    }

    /// Marks the values that depend on a product of an argument without a meaning yet, such as the batch.
    ValueTruths productsOfOpen() const
    {
        ValueTruths isOfOpen(m_graph.valueCount(), false);
        ValueTruths result(m_graph.valueCount(), false);
        for (const ArgumentId id : m_of.ids())
            isOfOpen[m_arguments[id].value] = isOpen(id) && !m_arguments[id].isInteger;
        spreadForward(m_graph, isOfOpen);
        forEachValue(m_graph, [&](ValueId value, std::span<const Source> sources) {
            result[value] = m_graph.nodeOf(value).opcode == Opcode::Product
                && std::ranges::any_of(sources, [&](const Source& source) { return bool(isOfOpen[source.value]); });
        });
        spreadForward(m_graph, result);
        return result;
    }

    void findDimensions()
    {
        const bool maySumWeights = m_round > 0 && (m_ofProgram & kWithData) != 0;
        const ValueTruths mayBeOfBatch = maySumWeights ? productsOfOpen() : ValueTruths();
        const auto dimensions = findKeptDimensions(m_graph, [&](ValueId product, ValueId value) {
            if (m_backward.isBackward(product))
                return false; // it depends on targets, which are not multiplied with weights
            const ArgumentId only = m_arguments.only(value);
            const bool isOfWeights
                = maySumWeights && !m_isData[value] && m_arguments.isOfMany(value) && !mayBeOfBatch[value];
            const ArgumentId carried = m_updates.writtenInto(value);
            return isOfWeights || (only && m_of[only].category == Category::ModelParameters)
                || (carried && m_of[carried].category == Category::ModelParameters);
        });
        for (const ArgumentId id : m_of.ids()) {
            const auto [kept, summed] = dimensions[m_arguments[id].value];
            m_facts[id] &= ~std::uint32_t{kKeptDimension | kSummedDimension};
            m_facts[id] |= (kept != 0 ? kKeptDimension : kNone) | (summed != 0 ? kSummedDimension : kNone);
        }
    }

    const HloGraph& m_graph;
    const Arguments& m_arguments;
    const Updates& m_updates;
    const Origins& m_copies;
    const Backward& m_backward;
    ArgumentMeanings m_result;
    IdVector<ArgumentId, ArgumentMeaning>& m_of = m_result.of;
    IdVector<ArgumentId, PathMeaning> m_weak; // meanings of weak words in paths; Unknown where there is none
    IdVector<ArgumentId, std::uint32_t> m_facts; // bits of Fact, other than uses
    std::uint32_t m_ofProgram = 0; // bits of Fact that hold for the whole program
    IdVector<ArgumentId, bool> m_isFirstFactor; // it may be the batch
    IdVector<ValueId, std::uint8_t> m_uses; // bits of Fact
    static constexpr std::uint8_t kOfKey = 1;
    static constexpr std::uint8_t kOfArray = 2;
    IdVector<ValueId, std::uint8_t> m_random; // bits: what else than single numbers it depends on
    ValueTruths m_isData; // it depends on the data
    ValueTruths m_leadsToGradient; // a gradient depends on it other than through updates
    int m_round = 0;
    bool m_isSupposing = false; // an argument is only probable, so that what later rounds decide is only probable, too
    ValueTruths m_isUpdate; // an intermediate value between such terms and the next values of arguments
};

} // namespace

bool ArgumentMeanings::isOfGradients(const Update& update) const
{
    const auto isOne = [this](ValueId term) { return isGradient[term] || isOfGradient[term]; };
    return std::ranges::any_of(update.terms, isOne) || std::ranges::any_of(update.addedTerms, isOne);
}

ArgumentMeanings findArgumentMeanings(const HloGraph& graph, const Arguments& arguments, const Updates& updates,
                                      const Origins& copies, const Backward& backward)
{
    return ArgumentDecider(graph, arguments, updates, copies, backward).decideAll();
}

} // namespace tidemark::xla
