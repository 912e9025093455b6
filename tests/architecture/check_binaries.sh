#!/usr/bin/env bash
# check_binaries.sh CLI CORE_ARCHIVE: what only the linked result can tell.
set -euo pipefail
cli=$1 core=$2
failed=0

if qt=$(ldd "$cli" | grep -i 'libQt'); then
    printf 'The command line links Qt:\n%s\n' "$qt"
    failed=1
fi

# A sanitizer adds variables of its own to every object.
symbols=$(objdump -tC "$core" 2>/dev/null)
if ! grep -qE '__(asan|sanitizer|ubsan)_' <<<"$symbols"; then
    # What is in these sections can change while the program runs, except .data.rel.ro. Compilers also put
    # constants there that need relocation: ours are told by their name. <iostream> comes in with protobuf's headers.
    globals=$(grep -E ' O +\.(bss|data|tbss|tdata)' <<<"$symbols" | grep -vE ' \.data\.rel\.ro|DW\.ref\.|::k[A-Z][A-Za-z]*$|std::__ioinit$' || true)
    if [ -n "$globals" ]; then
        printf 'Core has variables outside any object:\n%s\n' "$globals"
        failed=1
    fi
fi
[ "$failed" -eq 0 ] && echo "The command line has no Qt, and core no globals."
