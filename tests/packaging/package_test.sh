#!/usr/bin/env bash
# package_test.sh BUILD_DIR CPACK MIME_LOOKUP: builds the Debian package, installs it (root in CI) or unpacks it, and
# uses the installed files as a desktop does.
set -euo pipefail
build=$1 cpack=$2 mime_lookup=$3
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
id=org.tidemark.Tidemark

for tool in dpkg-deb dpkg-shlibdeps file update-mime-database; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done

work=$(mktemp -d)
installed=false
clean_up() {
    if $installed; then dpkg --purge tidemark >/dev/null 2>&1 || true; fi
    rm -rf "$work"
}
trap clean_up EXIT

fail() { echo "FAILED: $*"; exit 1; }
not_in_file() { ! grep -qaF -- "$1" "$2"; }
check() { local what=$1; shift; "$@" || fail "$what"; echo "ok: $what"; }

(cd "$build" && "$cpack" -G DEB -B "$work/package") >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; fail "cpack"; }
package=$(find "$work/package" -maxdepth 1 -name '*.deb')
dpkg-deb --info "$package" | sed -n '/ Package:/,$p'
dependencies=$(dpkg-deb --field "$package" Depends)
for library in libc6 libre2 libqt6charts6 libqt6widgets6; do
    check "depends on $library" test -z "${dependencies##*"$library"*}"
done

if [ "${CI:-}" = true ] && [ "$(id -u)" -eq 0 ] && ! dpkg-query -W -f '${db:Status-Status}' tidemark 2>/dev/null |
    grep -q '^installed$'; then
    installed=true
    dpkg --install "$package" >"$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log"; fail "dpkg --install"; }
    echo "ok: installed"
    prefix=/usr
else
    dpkg-deb --extract "$package" "$work/root"
    prefix=$work/root/usr
    update-mime-database "$prefix/share/mime"
    echo "ok: unpacked"
fi
share=$prefix/share

check "desktop file" desktop-file-validate "$share/applications/$id.desktop"
check "metainfo" appstreamcli validate --no-net "$share/metainfo/$id.metainfo.xml"
check "program icon" test -s "$share/icons/hicolor/scalable/apps/$id.svg"
check "no library for developers" test -z "$(find "$prefix" -path '*tidemark*' \( -name '*.a' -o -name '*.h' -o -name '*.cmake' \))"
check "licence" test -s "$share/doc/tidemark/copyright"
for file in man/man1/tidemark.1 man/man1/tidemark-cli.1 bash-completion/completions/tidemark-cli zsh/vendor-completions/_tidemark-cli \
    fish/vendor_completions.d/tidemark-cli.fish doc/tidemark/guide/formats.md tidemark/schema/report.json; do
    check "$file" test -s "$share/$file"
done

# Where a double-click leads: name → MIME type → the desktop file that claims it, and its icon.
export HOME=$work/home XDG_DATA_HOME=$work/home/share XDG_CONFIG_HOME=$work/home/config
export XDG_DATA_DIRS=$share XDG_RUNTIME_DIR=$work/runtime
mkdir -p "$HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
while read -r name type; do
    check "$name is $type" test "$("$mime_lookup" "$name")" = "$type ${type/\//-}"
    check "icon of $type" test -s "$share/icons/hicolor/scalable/mimetypes/${type/\//-}.svg"
    check "desktop file claims $type" grep -qE "^MimeType=(.*;)?$type;" "$share/applications/$id.desktop"
done <<'NAMES'
x.xplane.pb application/vnd.tidemark.xplane
x.xplane.pb.gz application/vnd.tidemark.xplane
x.xplane.pb.zst application/vnd.tidemark.xplane
HOST-1.XPLANE.PB application/vnd.tidemark.xplane
jit_step(7).hlo_proto.pb application/vnd.tidemark.hlo
module_0001.after_optimizations.hlo.pb application/vnd.tidemark.hlo
NAMES
if $installed && command -v update-desktop-database >/dev/null; then
    check "in the desktop's cache" grep -q "vnd.tidemark.xplane=.*$id" /usr/share/applications/mimeinfo.cache
fi

for program in tidemark tidemark-cli; do
    check "$program names no folder of the sources" not_in_file "$sources/" "$prefix/bin/$program"
done

export QT_QPA_PLATFORM=offscreen
unset DISPLAY WAYLAND_DISPLAY
example=$share/tidemark/example/train.xplane.pb
cd "$work"
check "starts" "$prefix/bin/tidemark" --version
check "command line starts" "$prefix/bin/tidemark-cli" --version
"$prefix/bin/tidemark-cli" summary "$example" --format json >summary.json || fail "summary of the installed example"
check "summary of the installed example" grep -q '"module": *"jit_train_step"' summary.json
check "export of the installed example" "$prefix/bin/tidemark" --export chart.png "$example"
check "the picture is a PNG" test "$(head -c 8 chart.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a
check "the picture is not empty" test "$(stat -c %s chart.png)" -gt 10240

if $installed; then
    dpkg --listfiles tidemark >files.txt
    dpkg --purge tidemark >/dev/null
    installed=false
    check "removed without a trace" test ! -e /usr/share/tidemark -a ! -e /usr/share/doc/tidemark
    while read -r file; do
        [ -d "$file" ] || [ ! -e "$file" ] || fail "$file is left behind" # folders of others stay
    done <files.txt
fi
