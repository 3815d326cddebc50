/** The file with the administrator's token: readable by its owner alone, with only the token in it. */
import { chmod, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { hideSecret } from "../output/Redaction.js"

/** The path of the token file. */
export const tokenFile = (settings: Settings): string => join(settings.dataDir, "admin-token")

/** The token in the file, if there is one. */
export const readToken = (settings: Settings): Effect.Effect<Option.Option<string>> =>
  Effect.promise(() => readFile(tokenFile(settings), "utf8").catch(() => "")).pipe(
    Effect.map((text) => Option.liftPredicate(text.trim(), (token) => /^[\x21-\x7e]{16,512}$/.test(token))),
    Effect.tap((found) => Effect.sync(() => Option.map(found, hideSecret)))
  )

/** Writes the token atomically. */
export const writeToken = (settings: Settings, token: string): Effect.Effect<void, Failed> =>
  Effect.tryPromise({
    try: async () => {
      hideSecret(token)
      const file = tokenFile(settings)
      const temporary = `${file}.${process.pid}.tmp`
      await writeFile(temporary, token, { mode: 0o600 })
      await chmod(temporary, 0o600)
      await rename(temporary, file)
    },
    catch: (error) => new Failed({ message: `${tokenFile(settings)} cannot be written: ${reasonOf(error)}` })
  })
