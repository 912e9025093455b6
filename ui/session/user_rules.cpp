#include "ui/session/user_rules.h"

#include "core/files/atomic_file.h"
#include "core/report/rules_json.h"
#include "ui/session/paths.h"
#include "ui/session/settings.h"

#include <QFile>
#include <QFileInfo>

namespace tidemark::ui::userRules {

Result<std::optional<RuleSet>> read()
{
    const QString path = settings::rulesPath();
    if (!QFileInfo::exists(path))
        return std::optional<RuleSet>();
    auto rules = readRules(toNative(path));
    if (!rules)
        return rules.error();
    return std::optional<RuleSet>(std::move(*rules));
}

Result<void> save(std::span<const Rule> rules)
{
    const QString path = settings::rulesPath();
    if (rules.empty()) {
        QFile file(path);
        if (!file.exists() || file.remove())
            return {};
        return Error{ErrorKind::Io, toNative(path) + ": " + file.errorString().toStdString() + ".", std::nullopt};
    }
    if (auto done = makeOwnFolder(toNative(QFileInfo(path).absolutePath())); !done)
        return done;
    return writeOwnFile(toNative(path), [rules](std::ostream& out) { writeRules(out, rules); });
}

} // namespace tidemark::ui::userRules
