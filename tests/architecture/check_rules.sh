#!/usr/bin/env bash
# check_rules.sh SOURCE_DIR: reads the sources and lists every breach of the layering.
set -euo pipefail
cd "$1"
failures=0

# forbid WHAT: the lines on stdin are breaches of it.
forbid() {
    local breaches
    breaches=$(cat)
    [ -n "$breaches" ] || return 0
    printf '%s:\n%s\n\n' "$1" "$breaches"
    failures=$((failures + 1))
}

# search PATTERN FOLDER…: grep over C++ sources, in which no match is no error.
search() {
    local pattern=$1
    shift
    grep -rnE --include='*.h' --include='*.cpp' --include='*.in' -- "$pattern" "$@" || true
}

# Process substitution keeps forbid in this shell, so that it can count.
forbid "core includes Qt" < <(search '#\s*include\s*<(Q|Qt)[A-Z]' core)
forbid "the command line includes Qt" < <(search '#\s*include\s*<(Q|Qt)[A-Z]' app/cli)
forbid "core includes something besides core and proto" < <(
    search '#\s*include\s*"' core | grep -vE 'include\s*"(core|proto)/' || true)
forbid "ui includes something besides ui and core" < <(
    search '#\s*include\s*"' ui | grep -vE 'include\s*"(ui/|core/|[a-z_]+\.moc")' || true)
forbid "the command line includes something besides app and core" < <(
    search '#\s*include\s*"' app/cli | grep -vE 'include\s*"(app|core)/' || true)
forbid "core prints" < <(
    search '#\s*include\s*<(iostream|print)>|std::(cout|cerr|clog|wcout|wcerr|print|println)\b' core
    search '(^|[^A-Za-z0-9_.>])(printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|perror|syslog)\s*\(' core)

charts=$(search '#\s*include\s*<(QtCharts/|QtCharts>|QChart|Q[A-Za-z]*(Series|Axis|Set|Marker|Slice)>|QLegend)' \
    core ui app | grep -vE '<(QSet|QItemSelection)>' | cut -d: -f1 | sed -E 's/\.(h|cpp)$//' | sort -u || true)
if [ "$(grep -c . <<<"$charts" || true)" -gt 1 ]; then
    forbid "Qt Charts is included by more than one file under ui" <<<"$charts"
fi
forbid "Qt Charts is included outside ui" < <(grep -v '^ui/' <<<"$charts" | grep . || true)

# A checkout may belong to another user than the one who tests it.
git() { command git -c safe.directory='*' "$@"; }
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    allowed='^(\.ci|\.clang-format|\.clang-tidy|\.gitignore|CMakeLists\.txt|CMakePresets\.json|LICENSE|README\.md)$|^(app|core|ui|resources|proto|tests|packaging)$'
    top=$(git ls-files | cut -d/ -f1 | sort -u)
    forbid "not allowed at the top level" < <(grep -vE "$allowed" <<<"$top" || true)
    for name in CMakeLists.txt app core ui resources proto tests packaging README.md; do
        grep -qxF "$name" <<<"$top" || forbid "missing at the top level" <<<"$name"
    done
fi

[ "$failures" -eq 0 ] && echo "The layering holds."
