#!/usr/bin/env bash
# check_rules.sh SOURCE_DIR: reads the sources and lists every breach of the rules of this project.
set -euo pipefail
cd "$1"

# Every folder of core/ and ui/ in order: a file includes its own folder and the folders of earlier lines. Folders that
# match one star do not include each other. The folders of a new kind of document go before core/open, one line each.
order='
core/include/tidemark
core/system
core/base
core/files
core/wire
core/text
core/shapes
core/devices
core/xspace
core/view
core/groups
core/explain
core/rules
core/compare
core/address_map
core/advice
core/report
core/xla/plan
core/xla/reports
core/xla/xprof
core/xla/replay
core/xla/meaning
core/xla/uses
core/xla/advice
core/xla/programs
core/oom
core/tenstorrent
core/tenstorrent/tt_train
core/tenstorrent/tt_xla
core/history
core/link
core/open
core/library
ui/theme
ui/widgets
ui/state
ui/session
ui/charts
ui/tables
ui/panels
ui/pages
ui/pages/*
ui/rules
ui/shell
'
# Kinds of documents: none includes another, and only the pages of the window include a kind. Code that both kinds of core/tenstorrent need would be in that folder.
kinds='core/xla core/oom core/tenstorrent/tt_train core/tenstorrent/tt_xla core/history'

# Known breaches, one on each line as the check prints it, without the place in brackets. They are printed and do not
# fail.
tolerated=''

failures=0

# forbid WHAT: the lines on stdin are breaches of it.
forbid() {
    local left
    left=$(awk -v what="$1" -v tolerated="$tolerated" '
        BEGIN {
            n = split(tolerated, line, "\n")
            for (i = 1; i <= n; ++i)
                known[line[i]] = 1
        }
        {
            key = $0
            sub(/ \([^()]*\)$/, "", key)
            if (!NF)
                next
            if (key in known)
                print "Tolerated, " what ": " $0 > "/dev/stderr"
            else
                print
        }')
    [ -n "$left" ] || return 0
    printf '%s:\n%s\n\n' "$1" "$left"
    failures=$((failures + 1))
}

# search PATTERN FOLDER…: grep over C++ sources, in which no match is no error.
search() {
    local pattern=$1
    shift
    grep -rnE --include='*.h' --include='*.cpp' --include='*.in' -- "$pattern" "$@" || true
}

# "FROM TO FILE:LINE" for every file of ours that includes one of ours in another folder.
includes=$(search '^ *# *include *"(core|ui)/' core ui | sort -t: -k1,1 -k2,2n |
    sed -E 's#^(([^:]*)/[^/:]*:[0-9]+):[^"]*"(.*)/[^/"]*".*#\2 \3 \1#' | awk '$1 != $2')
# Folders with sources, and those that are included.
folders=$( (find core ui \( -name '*.h' -o -name '*.cpp' \) -printf '%h\n'; cut -d' ' -f1,2 <<<"$includes" | tr ' ' '\n') | sort -u)

# Shared by the checks of folders: place(FOLDER) is its line in the order, or 0; kind(FOLDER) is its kind, or "".
# note() gathers the places of one breach in one line.
layers='
    function place(folder,    i, pattern) {
        pattern = folder
        sub("/[^/]*$", "/*", pattern)
        for (i = 1; i <= count; ++i)
            if (name[i] == folder || name[i] == pattern)
                return i
        return 0
    }
    function kind(folder,    i) {
        for (i = 1; i <= kindCount; ++i)
            if (index(folder "/", kindName[i] "/") == 1)
                return kindName[i]
        return ""
    }
    function note(    breach) {
        breach = $1 " -> " $2
        if (!(breach in places))
            breaches[++breachCount] = breach
        places[breach] = places[breach] (breach in places && places[breach] != "" ? ", " : "") $3
    }
    BEGIN {
        count = split(order, name, "\n")
        kindCount = split(kinds, kindName, " ")
    }
    END {
        for (i = 1; i <= breachCount; ++i)
            print breaches[i] " (" places[breaches[i]] ")"
    }'
in_layers() { awk -v order="$order" -v kinds="$kinds" "$layers $1"; }

# Process substitution keeps forbid in this shell, so that it can count.
forbid "a folder without a place in the order" < <(in_layers '!place($1)' <<<"$folders")
forbid "a folder includes one that is not before it in the order" < <(
    in_layers 'place($1) && place($2) && place($1) <= place($2) { note() }' <<<"$includes")
forbid "a kind of document includes another" < <(
    in_layers 'kind($1) != "" && kind($2) != "" && kind($1) != kind($2) { note() }' <<<"$includes")
forbid "the window knows a kind of document outside its pages" < <(
    in_layers '$1 ~ /^ui\// && $1 !~ /^ui\/pages\// && kind($2) != "" { note() }' <<<"$includes")

forbid "core includes Qt" < <(search '#\s*include\s*<(Q|Qt)[A-Z]' core)
forbid "the command line includes Qt" < <(search '#\s*include\s*<(Q|Qt)[A-Z]' app/cli)
forbid "core includes something besides core and proto" < <(
    search '#\s*include\s*"' core | grep -vE 'include\s*"(core|proto)/' || true)
forbid "ui includes something besides ui and core" < <(
    search '#\s*include\s*"' ui | grep -vE 'include\s*"(ui/|core/|[a-z_]+\.moc")' || true)
forbid "the command line includes something besides app and core" < <(
    search '#\s*include\s*"' app/cli | grep -vE 'include\s*"(app|core)/' || true)
forbid "a public header includes a private one" < <(
    search '#\s*include' core/include | grep -vE 'include\s*<(tidemark/[a-z_]+\.h|[a-z_]+)>' || true)
forbid "core prints" < <(
    search '#\s*include\s*<(iostream|print)>|std::(cout|cerr|clog|wcout|wcerr|print|println)\b' core
    search '(^|[^A-Za-z0-9_.>])(printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|perror|syslog)\s*\(' core)

# What only some systems have is behind the functions of one folder.
forbid "a call or a path of one system outside core/system" < <(
    search '__linux__|__APPLE__|"/proc|\b(pipe2|signalfd|prctl|memrchr|memfd_create|malloc_trim)\b|MADV_|EREMOTEIO|\bst_mtim' core app |
        grep -v '^core/system/' | sed -E 's/^([^:]*:[0-9]+):.*/\1/' | sort)

charts=$(search '#\s*include\s*<(QtCharts/|QtCharts>|QChart|Q[A-Za-z]*(Series|Axis|Set|Marker|Slice)>|QLegend)' \
    core ui app | grep -vE '<(QSet|QItemSelection)>' | cut -d: -f1 | sed -E 's/\.(h|cpp)$//' | sort -u || true)
if [ "$(grep -c . <<<"$charts" || true)" -gt 1 ]; then
    forbid "Qt Charts is included by more than one file under ui" <<<"$charts"
fi
forbid "Qt Charts is included outside ui" < <(grep -v '^ui/' <<<"$charts" | grep . || true)

# The names of a maker's memory tools are only in the folders of its kind, in the table of kinds, in the grammar of lines and
# messages, and in the command line.
forbid "the word of one kind of documents" < <(
    search '[Tt]enstorrent|TENSTORRENT|ttnn|TTNN|\btt[-_](train|xla|mlir|metal)\b' core ui |
        grep -vE '^(core/(tenstorrent|open|text|oom)|ui/pages/(runs|operations))/' | sed -E 's/^([^:]*:[0-9]+):.*/\1/' | sort)

# A class is one file. Definitions of members are found by the style: they start a line, with a capital before "::".
forbid "a class over several files" < <(
    search '^([A-Za-z_][A-Za-z0-9_:<>,*& ]*[ *&])?[A-Z][A-Za-z0-9]*::~?[A-Za-z0-9_]+\(' core ui app |
        grep '\.cpp:' | sed -E 's/^([^:]*):[0-9]+:([^(]*[ *&])?([A-Z][A-Za-z0-9]*)::~?[A-Za-z0-9_]+\(.*/\3 \1/' | sort -u |
        awk '{ files[$1] = files[$1] (n[$1]++ ? ", " : "") $2 } END { for (c in n) if (n[c] > 1) print c " (" files[c] ")" }' |
        sort)
# Two types of one name in one namespace are one type to the linker. Types of headers start a line and open a brace.
forbid "a type with the name of another" < <(
    find core ui app -name '*.h' | sort | xargs awk '
        FNR == 1 { space = "" }
        /^namespace [a-z:]+ \{/ { space = $2 }
        /^(struct|class|enum class) [A-Z][A-Za-z0-9]*/ && !/;/ {
            name = space "::" ($1 == "enum" ? $3 : $2)
            sub(/[^A-Za-z0-9:]+$/, "", name)
            files[name] = files[name] (n[name]++ ? ", " : "") FILENAME
        }
        END { for (name in n) if (n[name] > 1) print name " (" files[name] ")" }' | sort)
forbid "a header without #pragma once" < <(
    find core ui app tests -name '*.h' -exec grep -L '^#pragma once$' {} + | sort)
forbid "a source does not include its own header first" < <(
    find core ui app -name '*.cpp' | sort | while IFS= read -r source; do
        header=${source%.cpp}.h
        [ -e "$header" ] && [ "$(grep -m1 '^#include' "$source")" != "#include \"$header\"" ] && printf '%s\n' "$source"
    done || true)

# The owner of a checkout may be another user than the one who tests it.
git() { command git -c safe.directory='*' "$@"; }
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    allowed='^(\.ci|\.clang-format|\.clang-tidy|\.gitignore|CMakeLists\.txt|CMakePresets\.json|LICENSE|README\.md)$|^(app|core|ui|resources|proto|tests|packaging)$'
    top=$(git ls-files | cut -d/ -f1 | sort -u)
    forbid "not allowed at the top level" < <(grep -vE "$allowed" <<<"$top" || true)
    for name in CMakeLists.txt app core ui resources proto tests packaging README.md; do
        grep -qxF "$name" <<<"$top" || forbid "missing at the top level" <<<"$name"
    done
fi

[ "$failures" -eq 0 ] && echo "The rules of the house hold."
