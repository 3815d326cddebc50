/** Where temporary files go. */
import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"

const memory = "/dev/shm"

/** A folder for files that need not outlive the system: in memory where so many bytes are free there, else on the disk. */
export const temporaryPlace = (bytes: number): string => {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= bytes ? memory : tmpdir()
}
