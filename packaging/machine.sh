# A bare Debian in a folder of build/, a person called Ann in it, and a screen that is looked at from outside.
# try_bare.sh and try_deb.sh read this, as root. Before, they set home (the sources), suite, who
# (one machine each of a kind at a time), and pictures (a folder).
# Debians are made by debootstrap; MIRROR names another source than its own.

root=$home/build/root-$suite-$who
window_title='Mah Jongg Companion'

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

in_a_world_of_its_own() {  # SCRIPT WORD…: starts it again so that all it mounts and begins goes when it ends
    [ "$(id -u)" = 0 ] || die "Only root can make another Debian in a folder."
    for tool in debootstrap Xvfb xdotool import openbox; do
        command -v "$tool" >/dev/null || die "apt-get install debootstrap xvfb xdotool imagemagick openbox: $tool is missing."
    done
    [ -z "${WORLD-}" ] || return 0
    WORLD=$$ exec unshare --mount --pid --fork --kill-child --mount-proc "$@"
}

# --- the machine -------------------------------------------------------------------------------------------------

make_machine() {  # a fresh copy of a Debian with nothing in it; the first is made now and kept
    base=$home/build/debian-$suite
    mkdir -p "$home/build"
    if [ ! -f "$base/made" ]; then
        say "Making a bare Debian ($suite)."
        rm -rf "$base"
        debootstrap --variant=minbase "$suite" "$base" ${MIRROR-} >"$home/build/debootstrap.log" 2>&1 \
            || die "debootstrap failed; build/debootstrap.log says why."
        : >"$base/made"
    fi
    exec 8>"$root.lock"
    flock -n 8 || die "Another trial has this machine; wait for its end."
    trap 'ended=$?; end_machine; exit $ended' EXIT
    trap 'exit 130' INT TERM HUP
    rm -rf --one-file-system "$root"
    cp -a --reflink=auto "$base" "$root"
    rm "$root/made"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
    chmod 755 "$root/usr/sbin/policy-rc.d"
    mkdir -p "$root/dev/shm" "$root/dev/pts" "$root/tmp/.X11-unix" /tmp/.X11-unix
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sys "$root/sys"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    mount -t tmpfs shm "$root/dev/shm"
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
    bring_the_way_out
    inside useradd -m -s /bin/sh ann
    ann=$(inside sh -c 'echo ~ann')
    rm -rf "$pictures"
    mkdir -p "$pictures"
}

end_machine() {
    for place in proc sys dev/pts dev/shm tmp/.X11-unix; do
        if mountpoint -q "$root/$place"; then umount -l "$root/$place"; fi
    done
    rm -rf --one-file-system "$root"
}

bring_the_way_out() {  # how this machine reaches Debian and PyPI: names, proxies, certificates
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    for file in /etc/apt/apt.conf.d/*proxy* /etc/pip.conf; do [ ! -f "$file" ] || cp --parents "$file" "$root"; done
    way_out=
    for name in PIP_CERT PIP_INDEX_URL PIP_TRUSTED_HOST SSL_CERT_FILE REQUESTS_CA_BUNDLE http_proxy https_proxy no_proxy; do
        eval "value=\${$name-}"
        if [ -f "$value" ]; then
            cp "$value" "$root/etc/certificates.pem"  # not where Debian's own list will be written
            value=/etc/certificates.pem
        fi
        [ -z "$value" ] || way_out="$way_out $name=$value"
    done
}

inside() {  # as root of that machine, in a shell without a desktop
    chroot "$root" env -i HOME=/root USER=root TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin $way_out "$@"
}
person() {  # as Ann, at her screen
    chroot "$root" setpriv --reuid=ann --regid=ann --init-groups env -i HOME="$ann" USER=ann TERM=dumb \
        PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games DISPLAY="$DISPLAY" $way_out "$@"
}
install() {  # PACKAGE.deb, with what it depends on and nothing else
    cp "$1" "$root/trial.deb"
    inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /trial.deb \
        >"$pictures/apt.log" 2>&1 || die "The package can't be installed; $pictures/apt.log says why."
}

# --- the screen --------------------------------------------------------------------------------------------------

make_screen() {
    mkfifo "$pictures/number"
    Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp >"$pictures/screen.log" 2>&1 3>"$pictures/number" &
    read -r number <"$pictures/number" || die "The screen can't be made; $pictures/screen.log says why."
    rm "$pictures/number"
    export DISPLAY=":$number"
    openbox >/dev/null 2>&1 &
}

window() {  # TITLE [SECONDS]: waits for a window of $program while that runs; its number is then $id
    for _ in $(seq "$((${2:-60} * 2))"); do
        id=$(xdotool search --onlyvisible --name "$1" 2>/dev/null | tail -n 1)
        [ -z "$id" ] || return 0
        kill -0 "$program" 2>/dev/null || return 1
        sleep 0.5
    done
    return 1
}
welcomed() {  # PICTURE: looks at the dialog that a first start opens over its window, and goes on by Enter
    window "Welcome – $window_title" || die "The first start doesn't open the welcome."
    xdotool windowactivate --sync "$id"
    picture "$1"
    xdotool key Return
    for _ in $(seq 40); do
        if ! xdotool search --onlyvisible --name "Welcome – $window_title" >/dev/null 2>&1; then
            window "Score – $window_title" || die "After the welcome the window is gone."
            return 0
        fi
        sleep 0.5
    done
    die "Enter doesn't lead on from the welcome."
}
picture() { sleep 2.5; import -window root "$pictures/$1.png"; }
closed() {  # closes that window as the button of its frame does; its program must end well
    xdotool windowactivate --sync "$id" key alt+F4  # which openbox takes as that button
    for _ in $(seq 40); do
        kill -0 "$program" 2>/dev/null || { wait "$program" || die "The program ended with $?."; return 0; }
        sleep 0.5
    done
    die "The program doesn't end when its window is closed."
}
