"""A disk that is full: each thing that can't be written is told, and every hand that was confirmed is there afterwards."""

import os
import subprocess

from mjcompanion.ledger.errors import LedgerError
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.storage.paths import Folders
from mjcompanion.storage.settings import Settings, save
from tests.chaos import Absent
from tests.ledger.making import at, play, put

_SIZE = "900k"


class FullDisk:
    """A disk of its own in memory, which is filled up in one way after the other; only root can make one."""

    name = "disk"

    def __init__(self, folder):
        self._disk = folder / "disk"
        self._disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", self._disk]
        if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
            raise Absent("only root can make a small disk, and not everywhere")

    def close(self):
        """Let the disk go."""
        subprocess.run(["umount", self._disk], check=True)

    def deed(self, rng):
        """Fill the disk, and see what is told and kept."""
        for one in sorted(self._disk.rglob("*"), reverse=True):
            one.rmdir() if one.is_dir() else one.unlink()
        folders = Folders.at(self._disk / "data")
        with Ledger.open(None, folders) as ledger:
            uid = play(ledger, 2)
            ledger.backup()
            (self._disk / "filler").write_bytes(bytes(self._free() - rng.randrange(4_096, 150_000)))
            confirmed, wrong = 2, "the disk never was full"
            for number in range(3, 200):
                try:
                    ledger.sessions.append(uid, number, put(number, moment=at(number)))
                except LedgerError as error:
                    wrong = "" if str(error) else "an empty sentence"
                    break
                confirmed = number
            for do in (ledger.backup, lambda: save(Settings(text_size=150), folders)):
                try:
                    do()
                except (LedgerError, OSError):
                    continue
            if len(ledger.sessions.get(uid).events) != confirmed + 1:
                wrong = "what was confirmed can't be read on the full disk"
        if not wrong and any("unfinished" in one.name for one in self._disk.rglob("*")):
            wrong = "half a backup is left"
        (self._disk / "filler").unlink()
        with Ledger.open(None, folders) as ledger:
            lost = confirmed + 1 - len(ledger.sessions.get(uid).events)
            report = ledger.check()
        if lost > 0:
            return f"{lost} confirmed hands are lost"
        return wrong or ("" if report.ok else str(report.findings[0]))

    def _free(self):
        room = os.statvfs(self._disk)
        return room.f_bavail * room.f_frsize
