#!/usr/bin/env bash
# static_test.sh TIDEMARK_CLI EXAMPLE: the static command line is one small file that names no library and no loader, and
# it gives the same answers in a root with only /tmp: no libraries, no /proc, no locale, no time zone.
set -euo pipefail
program=$1 example=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
check() { local what=$1; shift; "$@" || fail "$what"; echo "ok: $what"; }

size=$(stat -c %s "$program")
check "$size bytes are less than 10 MB" test "$size" -lt 10000000
readelf --program-headers "$program" >"$work/headers"
readelf --dynamic "$program" >"$work/dynamic"
check "no loader" test "$(grep -c INTERP "$work/headers")" = 0
check "no library" test "$(grep -c NEEDED "$work/dynamic")" = 0
check "position independent" grep -q 'FLAGS_1.*PIE' "$work/dynamic"

root=$work/root
mkdir -p "$root/run" "$root/tmp" # packed files are unpacked into /tmp
cp "$program" "$root/tidemark-cli"
cp "$example" "$root/run/train.xplane.pb"
gzip -c "$example" >"$root/run/packed.xplane.pb.gz"

# Root may change the root; others may if the system lets them make a namespace of their own.
if [ "$(id -u)" -eq 0 ]; then
    enter=(chroot "$root")
else
    enter=(unshare --map-root-user chroot "$root")
fi
if ! "${enter[@]}" /tidemark-cli --version >"$work/version" 2>"$work/problem"; then
    if grep -qiE 'not permitted|permission denied' "$work/problem"; then
        echo "skipped: this system permits neither chroot nor namespaces: $(cat "$work/problem")"
        exit 77
    fi
    cat "$work/problem"
    fail "the program does not start in an empty root"
fi
echo "ok: starts in a root with only /tmp: $(cat "$work/version")"

# same WHAT ARGUMENTS…: standard output and standard error in the empty root are those outside.
same() {
    local what=$1
    shift
    (cd "$root" && ./tidemark-cli "$@") <"$example" >"$work/outside" 2>&1 || fail "$what, outside"
    "${enter[@]}" /tidemark-cli "$@" <"$example" >"$work/inside" 2>&1 || { cat "$work/inside"; fail "$what, inside"; }
    check "$what" cmp -s "$work/outside" "$work/inside"
}
same "report" run/train.xplane.pb
same "buffers as JSON" buffers run/train.xplane.pb --format json
same "attribution" attribution run/train.xplane.pb --format csv
same "a file packed with gzip" summary run/packed.xplane.pb.gz --format json
same "standard input" timeline - --format json
check "record" "${enter[@]}" /tidemark-cli record --out /recorded -- /tidemark-cli --version
check "the output of the recorded command" cmp -s "$work/version" "$root"/recorded/*/output.log
