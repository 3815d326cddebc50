/**
 * The secrets that are stored encrypted: lists their keys, and re-encrypts them with the current one.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import type { Asked } from "../../people/access/Actor.js"
import { requireSystem } from "../../people/users/Users.js"
import { rowLock } from "../../storage/rows/Locks.js"
import { type Range, Storage } from "../../storage/rows/Storage.js"
import { position, type Row, type Value } from "../../storage/rows/Table.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeAuditEventRepository } from "../audit-events/AuditEventRepository.js"
import { AuditNotesTable } from "../audit-events/AuditEventTables.js"
import { record } from "../audit-events/Recording.js"
import { type Resealing, type SealedTable, sealedTables } from "./SealedTables.js"

/** A key, and the secrets that are encrypted with it. */
export interface KeyUse {
  /** The id of the key; empty for secrets that are not encrypted. */
  readonly key: string
  /**
   * `current` encrypts, `earlier` only decrypts, `missing` is not in the keyring although secrets need it, and `none`
   * stands for secrets that are not encrypted.
   */
  readonly state: "current" | "earlier" | "missing" | "none"
  /** The number of records with secrets under it, by the kind of secret. */
  readonly secrets: ReadonlyArray<{ readonly of: string; readonly count: number; readonly without: string }>
}

/** The result of {@link SecretsService.reseal}. */
export interface ResealedSecrets {
  /** The number of records whose secrets were re-encrypted with the current key. */
  readonly resealed: number
  /** The number of records whose secrets could not be re-encrypted, because a key is missing. */
  readonly unreadable: number
}

/** The service of encrypted secrets. All of it is only for the embedding program. */
export interface SecretsService {
  /** The keys of the keyring, in its order, then missing ones, and secrets that are not encrypted. */
  readonly keys: () => Asked<ReadonlyArray<KeyUse>>
  /**
   * Encrypts with the current key all secrets that are under another one, or under none. It works in small batches, so
   * that it does not block others; an interrupted run is continued by the next one. Does nothing in an engine without
   * keys.
   */
  readonly reseal: () => Asked<ResealedSecrets>
}

/** The service of encrypted secrets. */
export class Secrets extends Context.Tag("@lectern/core/Secrets")<Secrets, SecretsService>() {}

/** The number of rows that are written in one transaction. */
const batch = 100

const index = "sealedBy"

/** The name of the note in which the audit trail remembers the keys. */
const note = "encryption-keys"

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const keyring = yield* Keyring
  const events = yield* makeAuditEventRepository

  /** Records that the keys have changed: one event, however many secrets are re-encrypted. */
  const recordKeys = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
    const known = yield* events.note(note)
    if (JSON.stringify(known?.value.value) === JSON.stringify(keys)) return
    yield* storage.transaction(
      Effect.gen(function* () {
        const read = yield* events.note(note)
        const before = read?.value.value
        if (JSON.stringify(before) === JSON.stringify(keys)) return
        yield* events.putNote(read, { name: note, value: keys })
        yield* record(events, {
          organization: "",
          action: "encryption-keys.updated",
          target: { kind: "server", id: "server" },
          ...(before !== undefined && { before: { keys: before } }),
          after: { keys }
        })
      }),
      [rowLock(AuditNotesTable, note)]
    )
  })

  /** The ids of the keys that encrypt the rows of a table. */
  const keysIn = Effect.fnUntraced(function* ({ table }: SealedTable) {
    const found: Array<string> = []
    for (let range: Range = { gte: "" }; ; ) {
      const [row] = yield* storage.scan(table, { index, ...range, limit: 1 })
      const key = row?.columns[index]
      if (typeof key !== "string") return found
      found.push(key)
      range = { gt: key }
    }
  })

  /**
   * Writes re-encrypted rows, except for rows that have been changed meanwhile. It locks everything, because the rows
   * belong to many organizations, spaces and users. That is rare: it happens when the keys change.
   */
  const write = (
    { moved, table }: SealedTable,
    rows: ReadonlyArray<{ readonly row: Row; readonly after: Effect.Effect.Success<ReturnType<SealedTable["reseal"]>> }>
  ) =>
    storage.transaction(
      Effect.gen(function* () {
        let written = 0
        for (const { after, row } of rows) {
          const stored = yield* storage.get(table, position(table, undefined, row))
          if (stored?.version !== row.version) continue
          yield* Effect.orDie(storage.update(table, { ...row.columns, ...after.columns }, after.json, row.version))
          yield* moved(storage, after.json)
          written++
        }
        return written
      })
    )

  const resealRange = Effect.fnUntraced(function* (sealed: SealedTable, range: Range, resealing: Resealing) {
    const { table } = sealed
    let [resealed, unreadable] = [0, 0]
    let after: ReadonlyArray<Value> | undefined
    for (;;) {
      const found = yield* storage.scan(table, { index, ...range, limit: batch, ...(after && { after }) })
      const ready = []
      for (const row of found) {
        const done = yield* Effect.either(sealed.reseal(row.json, resealing))
        if (Either.isLeft(done)) unreadable++
        else ready.push({ row, after: done.right })
      }
      if (ready.length > 0) resealed += yield* write(sealed, ready)
      const last = found.at(-1)
      if (last === undefined || found.length < batch) return { resealed, unreadable }
      after = position(table, index, last)
      yield* giveWay
    }
  })

  const resealingWith = (key: string): Resealing => {
    const read = (place: Parameters<Resealing["seal"]>[0], sealed: string) => keyring.unseal(place, sealed)
    return {
      key,
      seal: (place, sealed) => Effect.flatMap(read(place, sealed), (secret) => keyring.seal(place, secret)),
      hash: (place, sealed) => Effect.flatMap(read(place, sealed), (secret) => keyring.digest(place.purpose, secret))
    }
  }

  const service: SecretsService = {
    keys: Effect.fnUntraced(function* () {
      yield* requireSystem
      const ids = yield* keyring.ids
      const uses = new Map<string, Array<KeyUse["secrets"][number]>>(ids.map((id) => [id, []]))
      for (const sealed of sealedTables) {
        for (const key of yield* keysIn(sealed)) {
          const count = yield* storage.count(sealed.table, { index, prefix: [key] })
          const use = { of: sealed.secrets, count, without: sealed.without }
          uses.set(key, [...(uses.get(key) ?? []), use])
        }
      }
      const stateOf = (key: string): KeyUse["state"] =>
        key === "" ? "none" : !ids.includes(key) ? "missing" : key === ids[0] ? "current" : "earlier"
      return [...uses].map(([key, secrets]) => ({ key, state: stateOf(key), secrets }))
    }),
    reseal: Effect.fnUntraced(function* () {
      yield* requireSystem
      const key = yield* keyring.current
      let [resealed, unreadable] = [0, 0]
      if (key === "") return { resealed, unreadable }
      yield* recordKeys(yield* keyring.ids)
      for (const sealed of sealedTables) {
        for (const range of [{ gte: "", lt: key }, { gt: key }]) {
          const done = yield* resealRange(sealed, range, resealingWith(key))
          resealed += done.resealed
          unreadable += done.unreadable
        }
      }
      return { resealed, unreadable }
    })
  }
  return service
})

/** {@link Secrets} over the storage and the keyring of the context. */
export const service = serviceOf(Secrets, make)
