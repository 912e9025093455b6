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

bash "$sources/packaging/appdir" --built "$build"
mv "$sources/build/Tidemark.AppDir" "$work/elsewhere"
app=$work/elsewhere
check "desktop file" desktop-file-validate "$app/$id.desktop"
check "metainfo" appstreamcli validate --no-net "$app/usr/share/metainfo/$id.metainfo.xml"
check "icon" test -s "$app/.DirIcon" -a -s "$app/$id.svg"
check "licence of Qt" test -s "$app/usr/share/doc/libqt6charts6/copyright" -a -s "$app/usr/share/doc/tidemark/GPL-3"

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
