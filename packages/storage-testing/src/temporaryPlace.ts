/** Where temporary files go. */
import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { isOpen } from "./nobody.js"

const memory = "/dev/shm"

const hasRoom = (bytes: number): boolean => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= bytes
}

/**
 * A folder on the disk for files that need not outlive the system, where the user that servers run as can start
 * programs.
 */
export const diskPlace = (): string => [tmpdir(), "/tmp", "/var/tmp"].find(isOpen) ?? tmpdir()

/** The same in memory, if so many bytes are free there, else on the disk. */
export const temporaryPlace = (bytes: number): string => (hasRoom(bytes) && isOpen(memory) ? memory : diskPlace())
