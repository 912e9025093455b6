#!/usr/bin/env bash
# check_binaries.sh CLI CORE_ARCHIVE [BUILD_TYPE]: checks facts that only the linked result shows.
set -euo pipefail
cli=$1 core=$2 type=${3:-}
failed=0

if qt=$(ldd "$cli" | grep -i 'libQt'); then
    printf 'The command line links Qt:\n%s\n' "$qt"
    failed=1
fi

# A sanitizer adds variables to every object.
symbols=$(objdump -tC "$core" 2>/dev/null)
if ! grep -qE '__(asan|sanitizer|ubsan)_' <<<"$symbols"; then
    # Data in these sections can change while the program runs, except in .data.rel.ro. Compilers also put constants
    # that need relocation there; ours are recognised by their names. protobuf's headers include <iostream>.
    # The inputs of the process are one list on purpose: every opened file counts, from any caller. Standard
    # input can be read once, and the signs of numbers are set once when a program starts.
    globals=$(grep -E ' O +\.(bss|data|tbss|tdata)' <<<"$symbols" | grep -vE ' \.data\.rel\.ro|DW\.ref\.|::k[A-Z][A-Za-z]*$|std::__ioinit$|tidemark::inputsKept::|::signs$|takeStandardInput' || true)
    if [ -n "$globals" ]; then
        printf 'Core has variables outside any object:\n%s\n' "$globals"
        failed=1
    fi
fi

# Only users' builds are hardened, and a sanitizer replaces the hardening.
if [ "$type" = Release ] && ! grep -qE '__(asan|sanitizer|ubsan)_' <<<"$symbols"; then
    lacks() {
        printf 'The command line is built without %s.\n' "$1"
        failed=1
    }
    header=$(readelf -hW "$cli") dynamic=$(readelf -dW "$cli") segments=$(readelf -lW "$cli") names=$(readelf --dyn-syms -W "$cli")
    grep -qE 'Type: +DYN' <<<"$header" || lacks 'addresses that differ in each run (PIE)'
    grep -q 'GNU_RELRO' <<<"$segments" || lacks 'relocations that are read-only (RELRO)'
    grep -qE 'BIND_NOW|FLAGS.*NOW' <<<"$dynamic" || lacks 'binding at the start (full RELRO)'
    grep -q '__stack_chk_fail' <<<"$names" || lacks 'guards of the stack'
    grep -qE ' __(v?s?n?printf|mem[a-z]+|str[a-z]+|p?read(64)?|fd[a-z]+)_chk' <<<"$names" || lacks 'calls of the C library that know sizes (FORTIFY)'
    # The start files of some distributions have no marks of control flow, so the linked program has none either. Each
    # object of ours has them.
    if grep -q 'X86-64' <<<"$header"; then
        notes=$(readelf -nW "$core") objects=$(grep -c '^File: ' <<<"$notes") marked=$(grep -c 'x86 feature: IBT, SHSTK' <<<"$notes")
        [ "$objects" -gt 0 ] && [ "$marked" -eq "$objects" ] || lacks "marks of control flow (CET): $marked of $objects objects have them"
    fi
    if grep -q 'GNU_STACK.*RWE' <<<"$segments"; then
        lacks 'a stack that cannot be executed'
    fi
fi
[ "$failed" -eq 0 ] && echo "The command line has no Qt, and core no globals."
