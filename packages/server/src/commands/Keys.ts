/** `lectern keys list`, `rotate` and `drop` */
import { type KeyUse, Secrets } from "@lectern/core/sealed-secrets/Secrets"
import { Storage } from "@lectern/core/storage/Storage"
import * as KeyFile from "@lectern/node/secrets/KeyFile"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { Failed } from "../output/Failures.js"
import { columns, note, print, printJson } from "../output/Output.js"
import { missingKeys } from "../workspace/MissingKeys.js"
import { keyFile } from "../workspace/Place.js"
import { inWorkspace } from "../workspace/Workspace.js"

const countOf = ({ secrets }: KeyUse): number => secrets.reduce((sum, { count }) => sum + count, 0)

const records = (count: number): string => (count === 1 ? "1 record" : `${count} records`)

/** Runs a change of the key file while no transaction that stores a secret is running: it holds all locks. */
const alone = <A, E, R>(change: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Storage, (storage) => storage.transaction(change))

/** `lectern keys list`: each key, and how many records have secrets that it encrypted. */
export const list: Handler<"keys list"> = ({ json }, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const keys = yield* (yield* Secrets).keys()
      if (json) return yield* printJson(keys)
      if (keys.length === 0) return yield* note("There are no keys yet: the first secret creates one.")
      const rows = keys.map((use) => [
        use.key === "" ? "(not encrypted)" : use.key,
        use.state === "none" ? "" : use.state,
        String(countOf(use)),
        use.secrets.map(({ count, of }) => `${count} ${of}`).join(", ")
      ])
      yield* print(columns([["key", "state", "records", "of"], ...rows]))
      for (const line of yield* missingKeys(settings)) yield* note(line)
    })
  )

/** `lectern keys rotate`: creates a new key and re-encrypts everything with it. */
export const rotate: Handler<"keys rotate"> = ({ json }, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const [current] = yield* alone(KeyFile.rotate(keyFile(settings)))
      if (current === undefined) return yield* new Failed({ message: `${keyFile(settings)} has no key` })
      if (!json) yield* note(`${current.id} encrypts from now on. Back up ${keyFile(settings)}.`)
      const { resealed, unreadable } = yield* (yield* Secrets).reseal()
      if (json) return yield* printJson({ key: current.id, resealed, unreadable })
      yield* note(`Encrypted the secrets of ${records(resealed)} with it.`)
      for (const line of yield* missingKeys(settings)) yield* note(line)
      yield* print(current.id)
    })
  )

/** `lectern keys drop`: removes unused keys from the file. */
export const drop: Handler<"keys drop"> = ({ json }, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const secrets = yield* Secrets
      yield* secrets.reseal()
      const dropped = yield* alone(
        Effect.gen(function* () {
          const earlier = (yield* secrets.keys()).filter(({ state }) => state === "earlier")
          const needed = earlier.find((use) => countOf(use) > 0)
          if (needed !== undefined) {
            const message = `the key ${needed.key} still encrypts the secrets of ${records(countOf(needed))}; try again`
            return yield* new Failed({ message })
          }
          const ids = earlier.map(({ key }) => key)
          if (ids.length > 0) yield* KeyFile.remove(keyFile(settings), new Set(ids))
          return ids
        })
      )
      // Records the remaining keys in the audit trail, and encrypts secrets that were stored meanwhile.
      if (dropped.length > 0) yield* secrets.reseal()
      if (json) return yield* printJson({ dropped })
      if (dropped.length === 0) return yield* note("There is no earlier key.")
      yield* note("Keep a copy of these keys for as long as you keep backups from before.")
      yield* print(dropped.join("\n"))
    })
  )
