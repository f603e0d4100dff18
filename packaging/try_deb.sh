#!/bin/sh
# Installs the Debian package in a bare Debian and uses it as a person would. As root, on any Debian:
#     packaging/try_deb.sh dist/mjcompanion_0.1.0+deb12_amd64.deb [SUITE]
# SUITE is the Debian that the package was made on, unless told otherwise. Pictures are put into build/trial-SUITE.
set -eu

deb=$(readlink -f -- "$1")
made_on=$(dpkg-deb -f "$deb" Version | sed -n 's/.*+deb//p')
case $made_on in 13) suite=trixie ;; *) suite=bookworm ;; esac
suite=${2:-$suite}
who=deb
home=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
pictures=$home/build/trial-$suite
. "$home/packaging/machine.sh"
[ "$suite-$made_on" != bookworm-13 ] || die "This package was made on Debian 13, for 13 and later: bookworm is 12."
in_a_world_of_its_own "$0" "$deb" "$suite"

make_machine
make_screen
inside apt-get -qq update
data=$ann/.local/share/mjcompanion

# --- an older version, with something in its ledger ----------------------------------------------------------------

say "Installing an older version, and keeping something with it."
old=$home/build/older
rm -rf "$old"
dpkg-deb -R "$deb" "$old"
new_version=$(dpkg-deb -f "$deb" Version)
sed -i 's/^Version: .*/Version: 0.0.1/' "$old/DEBIAN/control"
dpkg-deb --root-owner-group -Znone -b "$old" "$home/build/older.deb" >/dev/null
install "$home/build/older.deb"
person mkdir -p "$data"
cp "$home/tests/data/ledger-0009.db" "$root$data/ledger.db"
inside chown ann:ann "$data/ledger.db"

# --- the new one ---------------------------------------------------------------------------------------------------

say "Upgrading to $new_version."
install "$deb"
[ "$(inside dpkg-query -W -f '${Version}' mjcompanion)" = "$new_version" ] || die "The upgrade didn't happen."
person mjcompanion --version | grep -qwF "${new_version%%[~+]*}" || die "The program calls itself something else."
person mjcompanion score "123m 456p 99s (777z) [1111s] 1f" | tail -n 1 | grep -q 'Score  *200' || die "A hand is scored wrongly."
for file in bash-completion/completions/mjcompanion zsh/vendor-completions/_mjcompanion fish/vendor_completions.d/mjcompanion.fish; do
    [ -s "$root/usr/share/$file" ] || die "A shell has no completion: /usr/share/$file is missing."
done
told=$(person mjcompanion ledger check)
case $told in *" 36 sessions, 122 hands, 323 events"*) ;; *) die "The old ledger wasn't kept: $told" ;; esac

# --- the window, by keys and mouse from outside --------------------------------------------------------------------

say "Starting the window."
person mjcompanion >"$pictures/window.log" 2>&1 &
program=$!
window "$window_title" || die "No window came up; $pictures/window.log says why."
welcomed welcome
sleep 2
xdotool type --delay 60 '3b 3b 3b 123d 456d 789c e e!'
sleep 1
xdotool key --delay 100 alt+1
picture score
cat "$root$data"/draft*.json | grep -q draw || die "The keys didn't reach the hand."
[ ! -s "$root$data/mjcompanion.log" ] || die "Something went wrong inside the program."
xdotool key ctrl+4
picture ledger
closed

say "Opening a card as a double click does."
cp "$home/resources/cards/club-fifteen.toml" "$root$ann/ours.mjcard.toml"
sed -i 's/^name = .*/name = "Our own"/' "$root$ann/ours.mjcard.toml"
person mjcompanion "$ann/ours.mjcard.toml" >>"$pictures/window.log" 2>&1 &
program=$!
window "Cards – $window_title" || die "The card isn't shown."
picture card
[ -f "$root$data/cards/our-own.toml" ] || die "The card wasn't taken in."
closed

# --- and away ------------------------------------------------------------------------------------------------------

say "Removing it."
inside apt-get purge -y -qq mjcompanion >"$pictures/removal.log" 2>&1
grep -q 'still in that person' "$pictures/removal.log" || die "Removal doesn't say where the data is."
[ ! -e "$root/usr/lib/mjcompanion" ] && [ ! -e "$root/usr/bin/mjcompanion" ] || die "Removal leaves files."
[ -f "$root$data/ledger.db" ] || die "Removal took the ledger."
say "All of it works. Pictures: $pictures"
