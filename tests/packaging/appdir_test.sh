#!/usr/bin/env bash
# appdir_test.sh BUILD_DIR: writes the AppDir from this very build, and runs it from another folder. All libraries that it
# loads are its own, except those that the AppDir leaves to the system.
set -euo pipefail
build=$1
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
id=org.tidemark.Tidemark

for tool in desktop-file-validate appstreamcli; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
check() { local what=$1; shift; "$@" || fail "$what"; echo "ok: $what"; }

# refuses OPTION…: the script ends with status 2 and writes nothing.
refuses() {
    local status=0
    bash "$sources/packaging/appdir" "$@" 2>"$work/refused" || status=$?
    test "$status" -eq 2 -a -s "$work/refused"
}
mkdir "$work/other"
touch "$work/other/file"
check "an unknown option is refused" refuses --bulit "$build"
check "--built needs a folder" refuses --to "$work/elsewhere" --built
check "a folder with other files is not replaced" refuses --built "$build" --to "$work/other"
check "its files are still there" test -e "$work/other/file" -a ! -e "$work/elsewhere"

app=$work/elsewhere
bash "$sources/packaging/appdir" --built "$build" --to "$app"
check "desktop file" desktop-file-validate "$app/$id.desktop"
check "metainfo" appstreamcli validate --no-net "$app/usr/share/metainfo/$id.metainfo.xml"
check "icon" test -s "$app/.DirIcon" -a -s "$app/$id.svg"
check "licence of Qt" test -s "$app/usr/share/doc/libqt6charts6/copyright" -a -s "$app/usr/share/doc/tidemark/GPL-3"
for package in libc6 libgcc-s1 libre2-dev zlib1g-dev libzstd-dev libcli11-dev nlohmann-json3-dev; do
    check "licence of $package, which is linked statically" test -s "$app/usr/share/doc/$package/copyright"
done
for library in libcap.so.2 liblzma.so.5; do # whose packages of Debian 12 name them /lib/…
    if [ -e "$app/usr/lib/$library" ]; then
        package=$(sed 's/\.so\.//' <<<"$library")
        check "licence of $library" test -s "$app/usr/share/doc/$package/copyright"
    fi
done

example=$app/usr/share/tidemark/example/train.xplane.pb
cd "$work"
check "export" env LD_DEBUG=libs LD_DEBUG_OUTPUT="$work/loaded" "$app/AppRun" --export chart.png "$example"
check "the picture is not empty" test "$(stat -c %s chart.png)" -gt 10240
sed -n 's/.*calling init: //p' "$work"/loaded.* | xargs -d '\n' realpath -s | sort -u >libraries
check "the libraries of Qt are its own" test "$(grep -c "^$app/usr/lib/libQt6" libraries)" -gt 5
check "the platform is its own" grep -q "^$app/usr/lib/plugins/platforms/" libraries
allowed=$(sed -n "s/^system='\(.*\)'$/\1/p" "$sources/packaging/appdir")
others=$(grep -v "^$app/" libraries | sed 's|.*/||' | grep -vE "$allowed" || true)
check "no other library is the system's${others:+: }$others" test -z "$others"
check "command line" test "$("$app/usr/bin/tidemark-cli" summary --format json "$example" | grep -c occupied_peak_bytes)" -gt 0
