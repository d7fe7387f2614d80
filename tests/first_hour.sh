#!/bin/sh
# The first hour of somebody new, with what a release holds and the documented commands alone:
#   sh tests/first_hour.sh RELEASE [LANGUAGE]...
# RELEASE is the folder that "cargo run -p othello-release" writes. Without LANGUAGE, a player is written in each
# language whose tools are here. Nothing of the user's is read or written: home, PATH and all else are its own.
set -eu

if [ -z "${OTHELLO_FIRST_HOUR:-}" ]; then
    world=$(mktemp -d)
    trap 'rm -rf "$world"' EXIT
    mkdir "$world/ann" "$world/ben"
    # The tools of the languages are the machine's; what cargo has downloaded need not be so again.
    env -i OTHELLO_FIRST_HOUR="$world" HOME="$world/ann" PATH="$world/ann/.local/bin:$PATH" LC_ALL=C.UTF-8 \
        CARGO_HOME="${CARGO_HOME:-$HOME/.cargo}" RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}" sh "$0" "$@"
    exit
fi

world=$OTHELLO_FIRST_HOUR
release=$(cd "$1" && pwd)
shift
step() { echo "== $*" >&2; }
fail() { echo "first hour: $*" >&2; exit 1; }
# Runs a command, keeps what it prints in $world/out and $world/err, and shows both where it fails.
run() {
    "$@" >"$world/out" 2>"$world/err" </dev/null || { cat "$world/out" "$world/err" >&2; fail "$*"; }
}
# The same for one that has to fail in this way.
refused() {
    code=$1 words=$2 got=0
    shift 2
    "$@" >"$world/out" 2>"$world/err" </dev/null || got=$?
    [ "$got" = "$code" ] && grep -q "$words" "$world/err" || { cat "$world/err" >&2; fail "$* gave $got"; }
}
printed() { grep -q -- "$1" "$world/out" "$world/err" || { cat "$world/out" "$world/err" >&2; fail "no \"$1\""; }; }
has() { command -v "$1" >/dev/null 2>&1; }

step "what was downloaded is whole"
(cd "$release" && run sha256sum -c SHA256SUMS)
mkdir -p "$HOME/.local"
tar -xzf "$release"/othello-host-*.tar.gz --strip-components=1 -C "$HOME/.local"
(cd "$HOME/.local" && run sha256sum -c share/doc/othello-host/CONTENTS)
[ "$(command -v othello-host)" = "$HOME/.local/bin/othello-host" ] || fail "it is not on the PATH"
for file in share/man/man1/othello-host.1.gz share/bash-completion/completions/othello-host \
    share/zsh/site-functions/_othello-host share/doc/othello-host/THIRD-PARTY; do
    [ -s "$HOME/.local/$file" ] || fail "no $file"
done

step "a first game"
cd "$HOME"
run othello-host --version
run othello-host Simple Random
printed "Simple\|Random\|draw"
run othello-host players list
for name in Simple Random Champion Oracle Perfect Quiet "Deep Score" "Top Left"; do printed "$name"; done
[ ! -e "$HOME/.cache/othello-host/shipped" ] || fail "players were unpacked that lie there already"

step "the program alone, copied elsewhere"
mkdir "$world/alone" "$world/cleo"
cp "$HOME/.local/bin/othello-host" "$world/alone/hosted"
alone() { env HOME="$world/cleo" PATH=/usr/bin:/bin "$world/alone/hosted" "$@"; }
(cd "$world/alone" && run alone Oracle Random && run alone "Top Left" Random --size 4 && run alone players list && printed Quiet)
(cd "$world/alone" && run alone tournament Simple Random --games 2 --size 4)
nowhere() { env HOME=/dev/null XDG_CACHE_HOME=/dev/null TMPDIR=/dev/null "$world/alone/hosted" "$@"; }
refused 2 "can't be unpacked into /dev/null/" nowhere Simple Random

step "a newer program in the place of an older one"
older=$world/older/lib/othello-host
mkdir -p "$older" "$world/older/bin"
cp -R "$HOME/.local/lib/othello-host/plugins" "$older"
cp "$HOME/.local/bin/othello-host" "$world/older/bin"
sed -i '1s/.*/\/\/ Older: of the version before/' "$older/plugins/quiet.cypher"
sed '1s/.*/\/\/ Own: of this machine alone/' "$older/plugins/quiet.cypher" >"$older/plugins/own.cypher"
echo "no library" | tee "$older"/plugins/libothello_*.so >"$world/older/bin/libothello_simple.so"
upgraded() { run env HOME="$world/cleo" PATH=/usr/bin:/bin "$world/older/bin/othello-host" "$@"; }
for key in none "another version"; do
    upgraded players list
    printed "Quiet" && printed "Own"
    ! grep -q "Older\|no library\|$older/plugins/lib" "$world/out" "$world/err" || { cat "$world/out" >&2; fail "it takes older players"; }
    upgraded Simple Own
    ! grep -q "also" "$world/err" || { cat "$world/err" >&2; fail "it speaks of older players"; }
    echo "$key" >"$older/players.key"
done

# A player by the README of its folder, every command of which is run as it stands there.
player_in() {
    step "a player in $1"
    name="My ${2:-$1}" folder=$HOME/mine/$1
    mkdir -p "$HOME/mine" && cd "$HOME/mine"
    run othello-host players new "$name" --lang "$1" --dir "$1"
    cd "$folder"
    sed -n 's/^    //p' README.md >"$world/commands"
    [ "$(wc -l <"$world/commands")" -ge 5 ] || fail "the README of $folder has too few commands"
    while read -r command <&3; do run sh -c "$command"; done 3<"$world/commands"
    run othello-host "$name" Random
    ! grep -q "loses" "$world/err" || { cat "$world/err" >&2; fail "$name lost by a fault"; }
}
if [ $# = 0 ]; then
    set -- cypher
    ! has cc || set -- "$@" c
    ! has c++ || set -- "$@" c++
    ! has python3 || set -- "$@" python
    ! has node || set -- "$@" javascript
    ! has javac || set -- "$@" java
    ! has go || set -- "$@" go
    ! has zig || set -- "$@" zig
    ! has cargo || set -- "$@" rust
fi
for language in "$@"; do player_in "$language" "$(echo "$language" | tr + p)"; done

step "a file that is dropped into a folder"
mkdir -p "$HOME/room/plugins" && cd "$HOME/room"
printf '// Dropped: any legal cell\n// version: 1.0\n// license: MIT\n' >plugins/dropped.cypher
sed '/^\/\//d' "$HOME/.local/share/doc/othello-host/plugins/quiet.cypher" >>plugins/dropped.cypher
run othello-host Dropped Random
run othello-host players check plugins/dropped.cypher
run othello-host players pack Dropped -o "$world/dropped.othello"

step "the same at somebody else's"
ben() { env HOME="$world/ben" othello-host "$@"; }
cd "$world/ben"
refused 2 "no player \"Dropped\"" ben Dropped Random
run ben players check "$world/dropped.othello"
run ben players add "$world/dropped.othello"
run ben Dropped Random

step "a new version of it"
cd "$HOME/room"
sed -i 's/version: 1.0/version: 1.1/' plugins/dropped.cypher
run othello-host players pack Dropped -o "$world/dropped.othello"
cd "$world/ben"
refused 1 "replace" ben players add "$world/dropped.othello"
run ben players add "$world/dropped.othello" --replace
printed "1\\.0" && printed "1\\.1"
run ben Dropped Random

step "and away with it"
run ben players rm Dropped
refused 2 "no player \"Dropped\"" ben Dropped Random

if has dpkg && [ "$(id -u)" = 0 ] && ls "$release"/*.deb >/dev/null 2>&1; then
    step "the package, in a root of its own"
    root=$world/root
    mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
    : >"$root/var/lib/dpkg/status" && : >"$root/var/lib/dpkg/available"
    export PATH="$PATH:/usr/sbin:/sbin"
    run dpkg --root="$root" --force-depends --log=/dev/null -i "$release"/*.deb
    run env HOME="$world/cleo" "$root/usr/bin/othello-host" Simple Random
    (cd "$root/usr" && run sha256sum -c share/doc/othello-host/CONTENTS)
    run dpkg --root="$root" --log=/dev/null -P othello-host
    [ ! -e "$root/usr" ] || fail "the package left $(find "$root/usr")"
fi
echo "the first hour went well: $*"
