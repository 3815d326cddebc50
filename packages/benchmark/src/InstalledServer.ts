/** The server as it is installed, in a process of its own. */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { stopChild } from "./Child.js"
import { lectern as program } from "./Programs.js"
import { tempFolder } from "./TempFolder.js"

const unlimited = Object.fromEntries(
  ["TOKEN", "ACCOUNT", "ADDRESS", "TOKEN_COST", "ACCOUNT_COST", "ADDRESS_COST", "SITE_COST"].map((name) => [
    `LECTERN_${name}_RATE`,
    "0"
  ])
)

/**
 * Starts the installed server with these settings, without limits of requests: its process, its address, its folder and the
 * token of its administrator. It stops when the scope closes.
 */
export const installedServer = (settings: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const data = yield* tempFolder
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [program, "start", "--port", "0", "--data-dir", data, "--import-docs", "none"], {
          env: { ...process.env, ...unlimited, ...settings },
          stdio: ["ignore", "pipe", "inherit"]
        })
      ),
      (child) => Effect.promise(() => stopChild(child))
    )
    const address = yield* Effect.promise(async () => {
      let printed = ""
      for await (const chunk of child.stdout) {
        printed += String(chunk)
        const [, found] = /Lectern serves (\S+)\n[\s\S]*curl/.exec(printed) ?? []
        if (found !== undefined) return found
      }
      throw new Error(`the server ended: ${printed}`)
    })
    child.stdout.resume()
    const token = settings.LECTERN_ADMIN_TOKEN ?? readFileSync(join(data, "admin-token"), "utf8").trim()
    return { address, data, pid: child.pid ?? 0, token }
  })
