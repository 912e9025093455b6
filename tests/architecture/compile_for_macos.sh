#!/usr/bin/env bash
# compile_for_macos.sh BUILD_DIR [TARGET]: compiles every file of core and of the command line for macOS. Nothing is linked
# or run. TARGET is aarch64-macos (default) or x86_64-macos. Needs a build, for its generated headers, and a cross compiler:
# pip install ziglang. It takes minutes, so that ctest does not run it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
target=${2:-aarch64-macos}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The headers of the libraries alone, because those of the C library next to them are for Linux.
mkdir "$work/include"
for name in CLI absl google nlohmann re2 zlib.h zconf.h zstd.h zstd_errors.h; do
    for folder in /usr/include /usr/include/x86_64-linux-gnu; do
        [ ! -e "$folder/$name" ] || cp -r "$folder/$name" "$work/include/"
    done
done

compile() {
    python3 -m ziglang c++ -target "$target" -std=c++20 -O0 -Wno-unused-command-line-argument -c "$1" -o "$2" \
        -I"$root" -I"$root/core/include" -I"$build" -isystem "$build/proto" -isystem "$work/include"
}

failed=0 count=0
while IFS= read -r source; do
    compile "$root/$source" "$work/object.o" || { echo "FAILED: $source"; failed=$((failed + 1)); }
    count=$((count + 1))
done < <(cd "$root" && find core app/cli app/usage.cpp -name '*.cpp' | sort)
echo "$target: $((count - failed)) of $count files compile"
[ "$failed" -eq 0 ]
