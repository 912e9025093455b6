#!/usr/bin/env bash
# rules_test.sh: check_rules.sh reports every breach in a small made-up tree, and none in a tree without breaches.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_rules.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# put FILE LINE…
put() {
    mkdir -p "$(dirname "$tree/$1")"
    printf '%s\n' "${@:2}" >"$tree/$1"
}

fresh() {
    rm -rf "${tree:?}"/*
    mkdir -p "$tree"/{app/cli,core/include,proto,tests}
    put core/base/a.h '#pragma once'
    put core/base/a.cpp '#include "core/base/a.h"' 'void A::f() { }'
    put core/xla/plan/p.h '#pragma once' '#include "core/base/a.h"'
    put ui/pages/one/one.cpp '#include "core/xla/plan/p.h"'
}

# expect TEXT: the check fails and says so; expect alone: it passes.
expect() {
    local output status=0
    output=$(bash "$check" "$tree" 2>&1) || status=$?
    if [ $# -eq 0 ] && [ "$status" -ne 0 ]; then
        printf 'Without a breach it says:\n%s\n' "$output"
        failures=$((failures + 1))
    elif [ $# -eq 1 ] && { [ "$status" -eq 0 ] || ! grep -qF -- "$1" <<<"$output"; }; then
        printf 'Not told: %s\nIt says:\n%s\n' "$1" "$output"
        failures=$((failures + 1))
    fi
    fresh
}

fresh
expect
put core/base/b.h '#pragma once' '#include "core/xla/plan/p.h"'
expect 'core/base -> core/xla/plan (core/base/b.h:2)'
put ui/pages/two/two.cpp '#include "ui/pages/one/one.h"'
expect 'ui/pages/two -> ui/pages/one (ui/pages/two/two.cpp:1)'
put ui/charts/c.cpp '#include "core/xla/plan/p.h"'
expect 'ui/charts -> core/xla/plan (ui/charts/c.cpp:1)'
put core/tenstorrent/tt_xla/t.cpp '#include "core/tenstorrent/tt_train/r.h"'
expect 'core/tenstorrent/tt_xla -> core/tenstorrent/tt_train (core/tenstorrent/tt_xla/t.cpp:1)'
put core/xla/plan/q.cpp '#include "core/new/n.h"'
expect 'core/new'
put ui/loose.cpp ''
expect 'a folder without a place in the order'
put core/base/a_more.cpp 'int A::g(int x)' '{' '}'
expect 'A (core/base/a.cpp, core/base/a_more.cpp)'
put core/base/b.h '#pragma once' 'namespace tidemark {' 'struct Row {' '};'
put core/base/c.h '#pragma once' 'namespace tidemark {' 'class Row final : public Base {' '};'
expect 'tidemark::Row (core/base/b.h, core/base/c.h)'
put core/base/b.h 'int f();'
expect 'a header without #pragma once'
put core/base/b.h '#pragma once'
put core/base/b.cpp '#include "core/base/a.h"' '#include "core/base/b.h"'
expect 'a source does not include its own header first'
put ui/charts/c.cpp '// as tt-train tells'
expect 'ui/charts/c.cpp:1'
put core/include/tidemark/t.h '#pragma once' '#include "core/base/a.h"'
expect 'a public header includes a private one'
put core/base/b.cpp '#include <QString>'
expect 'core includes Qt'
put core/base/b.cpp 'void f() { std::cout << 1; }'
expect 'core prints'

[ "$failures" -eq 0 ] && echo "Every breach is reported."
