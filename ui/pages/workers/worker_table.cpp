#include "ui/pages/workers/worker_table.h"

#include "core/compare/workers_headline.h"
#include "ui/pages/export_view.h"
#include "ui/session/paths.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <numeric>
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
        name(UiText::tr("Peak"), UiText::tr("Highest occupied memory"));
        found.header = {kPeakWidth, true, true, true, true}; // its bar first, so that the other figures stay complete
        found.header.fitsTitle = true;
        found.isPeak = true;
    }
    const auto add = [&](const char* own, const QString& title, const QString& help, int ifRoom = 0) {
        if (id != own)
            return;
        name(title, help);
        found.header.ifRoom = ifRoom;
    };
    const auto tr = [](const char* words) { return UiText::tr(words); };
    add("peak_bytes", tr("XProf's peak"), tr("The largest sum of the sizes of live buffers, as XProf shows it"));
    add("level_bytes", tr("Level"), tr("Occupied at the compared step"));
    add("arguments_bytes", tr("Arguments"), tr("Arguments of the program, always live"));
    add(kPadding, tr("Padding"), tr("Padding of the buffers live at the peak"), kRestIfRoom);
    add(kFragmentation, tr("Fragmentation"), tr("Allocated but not occupied at the peak"), kRestIfRoom);
    add(kHeadroom, tr("Headroom"), tr("Capacity of the device minus what is allocated"), kHeadroomIfRoom);
    if (id == "arguments_bytes")
        found.header.isShown = found.header.isShownNarrow = true;
    found.isMoreBetter = id == kHeadroom;
    if (const auto kind = columns[column].kind)
        name(UiText::tr("Type %1").arg(text(workers.kinds[*kind].label)),
             UiText::tr("Occupied at the peak by rows of this type"));
    if (const auto category = columns[column].category) {
        name(text(workers.categories[*category].label), UiText::tr("Occupied at the peak by rows of this category"));
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
    fields.push_back(field(Kind::Session, UiText::tr("Session"), 150, sessions.size() > 1, sessions.size() > 1));
    fields.push_back(field(Kind::Path, UiText::tr("File"), 240, false, false));
    fields.push_back(field(Kind::Chips, UiText::tr("Chips"), 60, chips.size() > 1, false));
    fields.back().help = UiText::tr("Chips of this worker; all hold the same");
    for (std::size_t column = 0; column < columns.size(); ++column)
        fields.push_back(bytesField(workers, columns, column));
    const auto peak = std::ranges::find_if(fields, &WorkerField::isPeak);
    std::rotate(fields.begin() + 5, peak, peak + 1); // before the other figures
    fields.push_back(field(Kind::Checks, UiText::tr("Checks"), 96, true, true));
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

QString describe(const WorkerTable& table, std::size_t worker, ByteUnit unit)
{
    QStringList lines{text(table.workers->list[worker].name())};
    for (const WorkerField& field : table.fields) {
        const auto bytes = table.bytes(worker, field);
        if (bytes && (field.isPeak || (!field.category.empty() && *bytes > 0)))
            lines << QStringLiteral("%1: %2").arg(field.title, text(bytesText(*bytes, unit)));
    }
    if (table.differs(worker))
        lines << capitalised(text(table.differences[worker]->text));
    return lines.join(u'\n');
}

/// The main difference in a few words: "+1.68 GiB", "other shapes".
QString differenceText(const WorkerTable& table, std::size_t worker, ByteUnit unit)
{
    const DifferingWorker& difference = *table.differences[worker];
    const Worker& own = table.workers->list[worker];
    const Worker& common = table.workers->list[difference.common];
    if (!own.digest)
        return UiText::tr("unreadable");
    std::int64_t change = 0;
    if (own.level && common.level)
        change = own.level->peakBytes - common.level->peakBytes;
    if (change != 0)
        return plusOf(change) + text(bytesText(change, unit));
    return difference.arguments.empty() ? UiText::tr("another program") : UiText::tr("other shapes");
}

ExportView::Result workers(const ExportQuestion& question)
{
    WorkersQuestion asked;
    asked.choice = question.choice;
    const auto found = attributeWorkers(question.documents, asked);
    if (!found)
        return found.error();
    if (found->list.size() < 2)
        return Error{ErrorKind::NotFound,
                     question.path.toStdString() + ": there is only one worker. --view timeline draws it.",
                     std::nullopt};
    question.warn(found->allWarnings());
    PictureOptions options;
    options.size = question.size;
    options.title = text(headlineOf(*found));
    options.subtitle = shortName({question.path});
    std::vector<std::size_t> order(found->list.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto table = std::make_shared<const WorkerTable>(std::make_shared<const Workers>(*found), WorkerCapacities());
    return barPicture(workerBars(table, std::move(order), ByteUnit::Auto), options);
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

BarPlot workerBars(std::shared_ptr<const WorkerTable> table, std::vector<std::size_t> order, ByteUnit unit)
{
    BarPlot plot;
    plot.title = UiText::tr("Peak by worker");
    plot.unit = unit;
    std::vector<const WorkerField*> categories; // the first at the bottom
    for (const WorkerField& field : table->fields)
        if (!field.category.empty()) {
            categories.push_back(&field);
            plot.kinds.push_back({field.title, {}, field.category});
        }
    for (const std::size_t worker : order) {
        Bar& bar = plot.bars.emplace_back();
        bar.label = text(table->workers->list[worker].name());
        for (std::size_t i = 0; i < categories.size(); ++i)
            if (const auto bytes = table->bytes(worker, *categories[i]).value_or(0); bytes > 0)
                bar.parts.push_back({static_cast<double>(bytes), i});
        if (!table->differs(worker))
            continue;
        bar.tone = Bar::Tone::Bad;
        bar.above = differenceText(*table, worker, unit);
    }
    plot.describe = [table = std::move(table), order = std::move(order), unit](std::size_t place) {
        return describe(*table, order[place], unit);
    };
    return plot;
}

ExportView workersExport()
{
    return {.name = "workers", .help = "all of them side by side", .ofAll = workers};
}

} // namespace tidemark::ui
