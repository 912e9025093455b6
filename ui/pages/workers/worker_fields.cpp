#include "ui/pages/workers/worker_fields.h"

#include "ui/theme/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace tidemark::ui {
namespace {

constexpr int kLeastBytesWidth = 88;
constexpr int kPeakWidth = 170;
constexpr int kLeastNameWidth = 90;
constexpr int kMostNameWidth = 250;
constexpr std::int64_t kNegligible = 1000; // part of the largest peak; smaller columns are left out first

/// The width of a column for a number of characters.
int widthOf(qsizetype characters)
{
    return static_cast<int>(7 * characters) + 18;
}

/// The value of more than half of them, if there is one.
std::optional<std::int64_t> majority(std::vector<std::optional<std::int64_t>> values)
{
    if (values.empty())
        return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (2 * static_cast<std::size_t>(std::ranges::count(values, *middle)) <= values.size())
        return std::nullopt;
    return *middle;
}

WorkerField field(WorkerField::Kind kind, const QString& title, int width, bool isShown, bool isShownNarrow)
{
    WorkerField field;
    field.kind = kind;
    field.title = title;
    field.header = {width, isShown, isShownNarrow, kind == WorkerField::Kind::Name, false};
    field.header.fitsTitle = true;
    return field;
}

/// The order in which columns appear when there is room.
enum IfRoom { kHeadroomIfRoom = 1, kUnknownIfRoom, kSmallIfRoom, kRestIfRoom };

constexpr const char* kPadding = "padding_bytes";
constexpr const char* kFragmentation = "fragmentation_bytes";
constexpr const char* kHeadroom = "headroom_bytes";

/// The columns of the workers report, and those of the window, which knows the device the user chose.
std::vector<WorkerColumn> columnsOf(const Workers& workers, const WorkerCapacities& capacities)
{
    std::vector<WorkerColumn> columns = workers.columns;
    const auto add = [&](const char* id, const auto& bytes) {
        columns.push_back({id, [bytes](const Worker& worker) -> std::optional<std::int64_t> {
                               if (!worker.level)
                                   return std::nullopt;
                               return bytes(*worker.level);
                           }});
    };
    add(kPadding, [](const AttributedLevel& level) { return level.paddingBytes; });
    add(kFragmentation, [](const AttributedLevel& level) { return level.fragmentationBytes; });
    if (!capacities.empty())
        columns.push_back({kHeadroom, [capacities](const Worker& worker) -> std::optional<std::int64_t> {
                               const auto own = capacities.find(&worker.file());
                               if (!worker.level || own == capacities.end())
                                   return std::nullopt;
                               return own->second - worker.level->neededBytes;
                           }});
    return columns;
}

WorkerField bytesField(const Workers& workers, const std::vector<WorkerColumn>& columns, std::size_t column)
{
    const std::string& id = columns[column].id;
    std::int64_t most = 0;
    std::int64_t peak = 0;
    for (const Worker& worker : workers.list) {
        most = std::max(most, columns[column].bytes(worker).value_or(0));
        if (worker.level)
            peak = std::max(peak, worker.level->peakBytes);
    }
    WorkerField found = field(WorkerField::Kind::Bytes, {}, kLeastBytesWidth, false, false);
    found.column = column;
    const auto name = [&](const QString& title, const QString& help) {
        found.title = title;
        found.header.width = std::max(kLeastBytesWidth, widthOf(title.size()));
        found.help = help;
    };
    if (id == "occupied_peak_bytes") {
        name(WorkersText::tr("Peak"), WorkersText::tr("Highest occupied memory"));
        found.header = {kPeakWidth, true, true, true, true}; // its bar first, so that the other figures stay complete
        found.header.fitsTitle = true;
        found.isPeak = true;
    } else if (id == "peak_bytes") {
        name(WorkersText::tr("XProf's peak"),
             WorkersText::tr("The largest sum of the sizes of live buffers, as XProf shows it"));
    } else if (id == "level_bytes") {
        name(WorkersText::tr("Level"), WorkersText::tr("Occupied at the compared step"));
    } else if (id == "arguments_bytes") {
        name(WorkersText::tr("Arguments"), WorkersText::tr("Arguments of the program, always live"));
        found.header.isShown = found.header.isShownNarrow = true;
    } else if (id == kPadding) {
        name(WorkersText::tr("Padding"), WorkersText::tr("Padding of the buffers live at the peak"));
        found.header.ifRoom = kRestIfRoom;
    } else if (id == kFragmentation) {
        name(WorkersText::tr("Fragmentation"), WorkersText::tr("Allocated but not occupied at the peak"));
        found.header.ifRoom = kRestIfRoom;
    } else if (id == kHeadroom) {
        name(WorkersText::tr("Headroom"),
             WorkersText::tr("Capacity of the device minus what is "
                             "allocated"));
        found.header.ifRoom = kHeadroomIfRoom;
        found.isMoreBetter = true;
    }
    if (const auto kind = columns[column].kind)
        name(WorkersText::tr("Type %1").arg(text(workers.kinds[*kind].label)),
             WorkersText::tr("Occupied at the peak by rows of this type"));
    if (const auto category = columns[column].category) {
        name(text(workers.categories[*category].label),
             WorkersText::tr("Occupied at the peak by rows of this category"));
        found.category = workers.categories[*category].id;
        found.header.isShown = found.header.isShownNarrow = most > peak / kNegligible;
        if (*category + 1 == workers.categories.size())
            found.header.ifRoom = kUnknownIfRoom;
        else if (most > 0)
            found.header.ifRoom = kSmallIfRoom;
    }
    return found;
}

std::vector<WorkerField> fieldsOf(const Workers& workers, const std::vector<WorkerColumn>& columns)
{
    std::set<std::string_view> programs;
    std::set<std::string_view> sessions;
    std::set<std::optional<std::uint32_t>> chips;
    qsizetype longest = 0;
    for (const Worker& worker : workers.list) {
        programs.insert(worker.entry().name);
        sessions.insert(worker.file().session);
        chips.insert(worker.file().chips);
        longest = std::max(longest, text(worker.name()).size());
    }
    const Words& words = workers.list.front().document->catalogue().words;
    using Kind = WorkerField::Kind;
    std::vector<WorkerField> fields;
    fields.push_back(field(Kind::Name, capitalised(words.source),
                           std::clamp(widthOf(longest), kLeastNameWidth, kMostNameWidth), true, true));
    fields.push_back(field(Kind::Program, capitalised(words.program), 170, programs.size() > 1, programs.size() > 1));
    fields.push_back(field(Kind::Session, WorkersText::tr("Session"), 150, sessions.size() > 1, sessions.size() > 1));
    fields.push_back(field(Kind::Path, WorkersText::tr("File"), 240, false, false));
    fields.push_back(field(Kind::Chips, WorkersText::tr("Chips"), 60, chips.size() > 1, false));
    fields.back().help = WorkersText::tr("Chips of this worker; all hold the same");
    for (std::size_t column = 0; column < columns.size(); ++column)
        fields.push_back(bytesField(workers, columns, column));
    const auto peak = std::ranges::find_if(fields, &WorkerField::isPeak);
    std::rotate(fields.begin() + 5, peak, peak + 1); // before the other figures
    fields.push_back(field(Kind::Checks, WorkersText::tr("Checks"), 96, true, true));
    return fields;
}

std::optional<std::int64_t> commonCapacity(const Workers& workers, const WorkerCapacities& capacities)
{
    std::optional<std::int64_t> common;
    for (const Worker& worker : workers.list) {
        const auto own = capacities.find(&worker.file());
        if (own == capacities.end() || (common && common != own->second))
            return std::nullopt;
        common = own->second;
    }
    return common;
}

} // namespace

WorkerTable::WorkerTable(std::shared_ptr<const Workers> all, WorkerCapacities ofDevices)
    : workers(std::move(all))
    , capacities(std::move(ofDevices))
    , capacity(commonCapacity(*workers, capacities))
    , columns(columnsOf(*workers, capacities))
    , fields(fieldsOf(*workers, columns))
    , differences(workers->list.size(), nullptr)
{
    std::map<std::string_view, std::vector<const Worker*>> byProgram;
    std::vector<const Worker*> every;
    for (const Worker& worker : workers->list) {
        byProgram[worker.entry().name].push_back(&worker);
        every.push_back(&worker);
    }
    for (const WorkerColumn& column : columns)
        ranges.push_back(rangeOf({}, column, every));
    programOf.resize(workers->list.size());
    std::size_t program = 0;
    for (const auto& [name, some] : byProgram) {
        for (const Worker* worker : some)
            programOf[static_cast<std::size_t>(worker - workers->list.data())] = program;
        for (const WorkerColumn& column : columns) {
            std::vector<std::optional<std::int64_t>> values;
            for (const Worker* worker : some)
                values.push_back(column.bytes(*worker));
            usual.push_back(majority(std::move(values)));
        }
        ++program;
    }
    const auto key = [](const Worker& worker) {
        return std::pair<std::string_view, std::string_view>(worker.file().path, worker.entry().name);
    };
    std::map<std::pair<std::string_view, std::string_view>, const DifferingWorker*> files;
    for (const DifferingWorker& differing : workers->differing)
        files.emplace(key(workers->list[differing.worker]), &differing);
    for (std::size_t i = 0; i < workers->list.size(); ++i)
        if (const auto found = files.find(key(workers->list[i])); found != files.end())
            differences[i] = found->second;
}

const WorkerField& WorkerTable::peak() const
{
    return *std::ranges::find_if(fields, &WorkerField::isPeak);
}

std::optional<std::int64_t> WorkerTable::bytes(std::size_t worker, const WorkerField& field) const
{
    if (field.kind != WorkerField::Kind::Bytes)
        return std::nullopt;
    return columns[field.column].bytes(workers->list[worker]);
}

std::int64_t WorkerTable::change(std::size_t worker, const WorkerField& field) const
{
    const auto own = bytes(worker, field);
    const auto& common = usual[programOf[worker] * columns.size() + field.column];
    return own && common ? *own - *common : 0;
}

Workers WorkerTable::only(const std::vector<std::size_t>& some) const
{
    Workers result = *workers;
    result.list.clear();
    result.differing.clear();
    result.problems.clear(); // they belong to no table
    std::map<std::size_t, std::size_t> places; // by the index among all workers
    for (const std::size_t worker : some) {
        places.emplace(worker, result.list.size());
        result.list.push_back(workers->list[worker]);
    }
    for (const DifferingWorker& differing : workers->differing)
        if (const auto own = places.find(differing.worker); own != places.end()) {
            // If the reference worker is left out, the text still names it.
            const auto common = places.find(differing.common);
            const auto reference = common == places.end() ? own : common;
            result.differing.push_back({own->second, reference->second, differing.text});
        }
    return result;
}

} // namespace tidemark::ui
