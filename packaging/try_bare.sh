#!/bin/sh
# Does on a bare Debian what README tells a newcomer to do, with the sources of the last commit. As root, on any Debian:
#     packaging/try_bare.sh [bookworm|trixie] [root|user] [window] [test] [deb] [release]
# There is nothing on that machine: no Python, no git, no font. As root the sources lie in /root, which nobody else may
# read; as user they lie in Ann's home, and she types the line that ./run prints into a root shell, once. Then she opens
# the window, runs the tests, makes the Debian package, and installs it. What was said and seen is put into
# build/bare-SUITE-WHO.
set -eu

suite=${1:-bookworm}
who=${2:-user}
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
pictures=$home/build/bare-$suite-$who
. "$home/packaging/machine.sh"
case $suite-$who in
    bookworm-root | bookworm-user | trixie-root | trixie-user) ;;
    *) die "Type ./run bare [bookworm|trixie] [root|user]; behind that, what to do: window, test, deb, release." ;;
esac
steps=
[ $# -le 2 ] || { shift 2 && steps=$*; }
steps=${steps:-window test deb}
in_a_world_of_its_own "$0" "$suite" "$who" $steps

# --- what is measured --------------------------------------------------------------------------------------------

fetched() { awk -F'[: ]+' '{ sub(/^ +/, "") } /:/ && $1 != "lo" { sum += $2 } END { print int(sum / 1e6) }' /proc/net/dev; }
now() { date +%s; }
began() { at=$(now); had=$(fetched); }
told() {  # WHAT: how long it took since it began, and what this machine received meanwhile
    printf '%6d s %5d MB  %s\n' "$(($(now) - at))" "$(($(fetched) - had))" "$1" >>"$pictures/times"
    tail -n 1 "$pictures/times"
}

# --- a newcomer --------------------------------------------------------------------------------------------------

make_machine
make_screen
case $who in
    root) place=/root ;;
    user) place=$ann ;;
esac
newcomer() { if [ "$who" = root ]; then inside env DISPLAY="$DISPLAY" "$@"; else person "$@"; fi; }
sources=$place/mjcompanion
git -C "$home" archive --prefix=mjcompanion/ HEAD | tar -x -C "$root$place" || die "The sources of HEAD can't be had."
[ "$who" = root ] || inside chown -R ann:ann "$sources"
step=
typed() { newcomer sh -c 'cd "$1" && shift && ./run "$@"' - "$sources" "$@" >"$pictures/$step.log" 2>&1; }
failed() { tail -n 400 "$pictures/$step.log" >&2; die "On a bare $suite, as $who, this failed: $step."; }

done_as() {  # STEP HOW WORD…: the newcomer does it; if it asks a line of root, root types that, and it is done again
    step=$1
    shift
    began
    if "$@"; then return; fi
    line=$(grep '^su - -c ' "$pictures/$step.log") || failed
    [ "$step" != test ] || [ ! -f "$pictures/window.log" ] || die "./run test asks a second line of root: $line"
    step=$step-root
    printf '%s\n' "$line" | inside sh >"$pictures/$step.log" 2>&1 || failed
    told "$line"
    step=${step%-root}
    began
    "$@" || failed
}

opened() {  # the window comes up, answers the keyboard, and closes
    typed &
    program=$!
    window "$window_title" 900 || return 1
    told "./run, until its window is there"
    welcomed window
    xdotool type --delay 60 '3b 3b 3b 123d 456d 789c e e!'
    picture score
    closed
}

made_release() {
    version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$home/mjcompanion/__init__.py")
    typed release "$version" --dry --skip-tests || return 1
    inside sh -c 'cd "$1" && sha256sum --quiet -c SHA256SUMS && ls' - "$sources/dist/$version" >"$pictures/released" || die "A sum is wrong."
    for kind in .deb .whl .tar.gz; do grep -q "$kind$" "$pictures/released" || die "The release has no $kind."; done
}

installed() {  # the package that was made is installed beside the sources, scores a hand, and shows its window
    deb=$(inside sh -c "ls $sources/dist/*.deb")
    began
    install "$root$deb"
    told "apt-get install $(basename "$deb")"
    person mjcompanion score "123m 456p 99s (777z) [1111s] 1f" | tail -n 1 | grep -q 'Score  *200' || die "A hand is scored wrongly."
    person mjcompanion >"$pictures/installed.log" 2>&1 &
    program=$!
    window "$window_title" || { cat "$pictures/installed.log" >&2; die "The installed program shows no window."; }
    [ -f "$root$ann/.local/share/mjcompanion/settings.json" ] || welcomed welcome
    picture installed
    closed
}

for each in $steps; do
    case $each in
        window) done_as window opened ;;
        test)
            done_as test typed test
            told "./run test"
            grep -E '(passed|failed|errors?|no tests ran).* in [0-9.]+s' "$pictures/test.log" | tail -n 1
            ;;
        deb)
            done_as deb typed deb
            told "./run deb"
            installed
            ;;
        release)
            done_as release made_release
            told "./run release"
            ;;
        *) die "There is no step called $each." ;;
    esac
done
[ ! -d "$root$sources/.venv" ] || du -sm "$root$sources/.venv" | awk '{ print "In .venv: " $1 " MB." }'
echo "Bare $suite, $who ($steps): all of it works. Pictures and what was said: build/bare-$suite-$who"
