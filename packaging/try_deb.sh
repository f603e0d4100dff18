#!/bin/sh
# Installs the Debian package in a clean Debian and uses it as a person would. As root, on any Debian:
#     packaging/try_deb.sh dist/mjcompanion_0.1.0_amd64.deb [SUITE]
# The Debian is made by debootstrap (SUITE is bookworm unless told otherwise; MIRROR names another source) and kept in
# build/ for the next time. The program runs in it; Xvfb, xdotool and import, which press its keys and take pictures,
# run here. Pictures are put into build/trial-SUITE.
set -eu

deb=$(readlink -f -- "$1")
suite=${2:-bookworm}
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
base=$home/build/debian-$suite
root=$home/build/root-$suite
pictures=$home/build/trial-$suite
number=${DISPLAY_NUMBER:-97}

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

[ "$(id -u)" = 0 ] || die "Only root can make another Debian in a folder."
for tool in debootstrap Xvfb xdotool import openbox dpkg-deb; do
    command -v "$tool" >/dev/null || die "apt-get install debootstrap xvfb xdotool imagemagick openbox: $tool is missing."
done

# --- a clean Debian ------------------------------------------------------------------------------------------------

if [ ! -f "$base/made" ]; then
    say "Making a clean Debian ($suite)."
    rm -rf "$base"
    debootstrap --variant=minbase "$suite" "$base" ${MIRROR-} >"$home/build/debootstrap.log" 2>&1 \
        || die "debootstrap failed; build/debootstrap.log says why."
    : >"$base/made"
fi

started=
clean_up() {
    for id in $started; do kill "$id" 2>/dev/null || :; done
    for place in tmp/.X11-unix proc dev/shm; do
        if mountpoint -q "$root/$place"; then umount "$root/$place"; fi
    done
}
trap clean_up EXIT
mkdir -p "$pictures"
clean_up
rm -rf --one-file-system "$root"
cp -a "$base" "$root"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm" "$root/tmp/.X11-unix" /tmp/.X11-unix
mount -t tmpfs shm "$root/dev/shm"
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
cp /etc/resolv.conf "$root/etc/resolv.conf"
for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -f "$file" ] || cp "$file" "$root/etc/apt/apt.conf.d/"; done
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"

inside() { chroot "$root" env -i HOME=/ PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
person() { inside setpriv --reuid=1000 --regid=1000 --clear-groups env HOME="$ann" DISPLAY=":$number" "$@"; }

inside apt-get -qq update
inside useradd -m -u 1000 ann
ann=$(inside sh -c 'echo ~ann')
data=$ann/.local/share/mjcompanion

install() {  # PACKAGE.deb, with what it depends on and nothing else
    cp "$1" "$root/trial.deb"
    inside apt-get install -y -qq --no-install-recommends /trial.deb >"$pictures/apt.log" 2>&1 \
        || die "The package can't be installed; $pictures/apt.log says why."
}

# --- an older version, with something in its ledger ----------------------------------------------------------------

say "Installing an older version, and keeping something with it."
old=$home/build/older
rm -rf "$old"
dpkg-deb -R "$deb" "$old"
new_version=$(dpkg-deb -f "$deb" Version)
sed -i 's/^Version: .*/Version: 0.0.1/' "$old/DEBIAN/control"
dpkg-deb --root-owner-group -Znone -b "$old" "$home/build/older.deb" >/dev/null
install "$home/build/older.deb"
cp "$home/tests/data/ledger-0001.db" "$root$ann/old.db"
person mkdir -p "$data"
cp "$root$ann/old.db" "$root$data/ledger.db"
chown -R 1000:1000 "$root$ann"

# --- the new one ---------------------------------------------------------------------------------------------------

say "Upgrading to $new_version."
install "$deb"
[ "$(inside dpkg-query -W -f '${Version}' mjcompanion)" = "$new_version" ] || die "The upgrade didn't happen."
person mjcompanion --version | grep -qwF "${new_version%%~*}" || die "The program calls itself something else."
person mjcompanion score "123m 456p 99s (777z) [1111s] 1f" | tail -n 1 | grep -q 'Score  *200' || die "A hand is scored wrongly."
printf '{"format":1,"program":"","players":[],"sessions":[]}' >"$root$ann/empty.json"
person mjcompanion ledger import "$ann/empty.json" >/dev/null
told=$(person mjcompanion ledger check)
case $told in *" 3 sessions, 14 hands, 35 events."*) ;; *) die "The old ledger wasn't kept: $told" ;; esac

# --- the window, by keys and mouse from outside --------------------------------------------------------------------

say "Starting the window."
export DISPLAY=":$number"
Xvfb "$DISPLAY" -screen 0 1280x900x24 -nolisten tcp >/dev/null 2>&1 &
started="$started $!"
sleep 2
openbox >/dev/null 2>&1 &
started="$started $!"

window() {  # waits for the window and gives its id
    for _ in $(seq 60); do
        id=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -n 1)
        [ -z "$id" ] || { echo "$id"; return; }
        sleep 0.5
    done
    die "No window called $1 came up."
}
picture() { sleep 2.5; import -window root "$pictures/$1.png"; }
closed() {  # WINDOW PROGRAM: closes the window as the button of its frame does; its program must end well
    xdotool windowactivate --sync "$1" key alt+F4  # which openbox takes as that button
    for _ in $(seq 20); do kill -0 "$2" 2>/dev/null || { wait "$2" || die "The program ended with $?."; return 0; }; sleep 0.5; done
    die "The program doesn't end when its window is closed."
}

person mjcompanion >"$pictures/window.log" 2>&1 &
program=$!
started="$started $program"
id=$(window 'Mah Jongg Companion')
xdotool windowactivate --sync "$id"
picture welcome
xdotool key Return
id=$(window 'Score – Mah Jongg Companion')
sleep 2
xdotool type --delay 60 '3b 3b 3b 123d 456d 789c e e!'
sleep 1
xdotool key --delay 100 alt+1
picture score
cat "$root$data"/draft*.json | grep -q draw || die "The keys didn't reach the hand."
[ ! -s "$root$data/mjcompanion.log" ] || die "Something went wrong inside the program."
xdotool key ctrl+4
picture ledger
closed "$id" "$program"

say "Opening a card as a double click does."
cp "$home/resources/cards/club-fifteen.toml" "$root$ann/ours.mjcard.toml"
sed -i 's/^name = .*/name = "Our own"/' "$root$ann/ours.mjcard.toml"
person mjcompanion "$ann/ours.mjcard.toml" >>"$pictures/window.log" 2>&1 &
program=$!
started="$started $program"
id=$(window 'Cards – Mah Jongg Companion')
picture card
[ -f "$root$data/cards/our-own.toml" ] || die "The card wasn't taken in."
closed "$id" "$program"

# --- and away ------------------------------------------------------------------------------------------------------

say "Removing it."
inside apt-get purge -y -qq mjcompanion >"$pictures/removal.log" 2>&1
grep -q 'still in that person' "$pictures/removal.log" || die "Removal doesn't say where the data is."
[ ! -e "$root/usr/lib/mjcompanion" ] && [ ! -e "$root/usr/bin/mjcompanion" ] || die "Removal leaves files."
[ -f "$root$data/ledger.db" ] || die "Removal took the ledger."
say "All of it works. Pictures: $pictures"
