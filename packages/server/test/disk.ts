/** Disks that are small enough to be filled. */
import { execFileSync } from "node:child_process"
import { rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Runs a command; `false` where it fails or there is none. */
const quietly = (command: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(command, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** A small file system of its own. */
export interface Disk {
  /** Fills it up to so many bytes. */
  readonly fill: (left: number) => void
  readonly free: () => void
  readonly unmount: () => void
}

/** Mounts a disk of so many megabytes on a folder; `undefined` where that is not permitted. */
export const mountDisk = (folder: string, megabytes: number): Disk | undefined => {
  const options = `size=${megabytes}m,mode=700`
  if (process.platform !== "linux" || !quietly("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder)) return undefined
  const filler = join(folder, "filler")
  return {
    fill: (left) => {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)))
    },
    free: () => rmSync(filler),
    unmount: () => quietly("umount", "-l", folder)
  }
}
