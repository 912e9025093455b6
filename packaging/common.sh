# Sourced by the scripts of packaging/: quiet building with one line of progress, and the licences of what is packed.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*"; }

# quietly WHAT COMMAND…: output goes to $log and is shown only if the command fails.
quietly() {
    local what=$1
    shift
    if ! "$@" >>"$log" 2>&1 </dev/null; then
        tail -n 60 "$log" >&2
        say "$what failed. All of its output: $log" >&2
        return 1
    fi
}

# Shows ninja's "[3/120] …" lines as one line that counts, if there is a terminal.
show_progress() {
    local line
    while IFS= read -r line; do
        if [ -t 1 ] && [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            printf '\r  %s of %s ' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
        fi
    done
    if [ -t 1 ]; then printf '\r\033[K'; fi
}

build_all() { cmake --build "$@" 2>&1 </dev/null | tee -a "$log" | show_progress; }

# build FOLDER PRESET [options of cmake --build]: configures once, then builds the changed targets.
build() {
    local folder=$root/build/$1 preset=$2
    shift 2
    mkdir -p "$folder"
    log=$folder/build.log
    : >"$log"
    if [ ! -e "$folder/build.ninja" ]; then
        (cd "$root" && quietly "Configuring" cmake --preset "$preset" -B "$folder") || return 1
        say "Building ${folder#"$root/"} (the first time takes minutes)"
    fi
    if ! build_all "$folder" "$@"; then
        grep -E -A 12 '^FAILED|error:|Error ' "$log" | tail -n 80 >&2 || tail -n 60 "$log" >&2
        say "The build failed. All of its output: $log" >&2
        return 1
    fi
}

# The packages of Debian that are linked statically into the programs. The static command line also has libc6.
linked=(libgcc-s1 libre2-dev zlib1g-dev libzstd-dev libcli11-dev nlohmann-json3-dev)

# copy_licence PACKAGE FILE: writes the copyright file of a package of Debian to FILE. Fails if the system does not have it.
copy_licence() {
    local copyright=/usr/share/doc/$1/copyright
    if [ ! -f "$copyright" ]; then
        say "The licence of $1 is missing: $copyright" >&2
        return 1
    fi
    install -D -m 644 "$copyright" "$2"
}
