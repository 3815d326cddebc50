/** A user whom the machine knows only by number, as of `docker run --user 54321`. */
import { spawnSync } from "node:child_process"

/** Another one for each process, because the browser is unpacked for each user, and removed with the user's last test. */
const id = 20_000 + (process.pid % 40_000)

/** The options of a process that runs as that user. */
export const nameless = { uid: id, gid: id }

/** Whether a module can run as that user: only root can become another user, who may be unable to read the module. */
export const canRunNameless = (module: string): boolean =>
  process.getuid?.() === 0 &&
  spawnSync("id", ["-un"], { cwd: "/", ...nameless }).status === 1 &&
  spawnSync(process.execPath, ["--check", module], { cwd: "/", ...nameless }).status === 0
