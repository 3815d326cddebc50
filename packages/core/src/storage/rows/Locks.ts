/**
 * The locks of transactions. A storage with a single writer may ignore them; one with many writers makes transactions
 * with a lock in common wait for each other, and runs all others concurrently.
 * @since 0.1.0
 */
import type { Columns, LockedByOne, LockedByThing, Table, Value } from "./Table.js"

/**
 * The kinds of lockable things, in the order in which locks are taken: data of the whole server, the structure of an
 * organization (its contents, their places, and access to them), the content of a space with the row of the space
 * itself, the account of a user with its credentials, a job such as an import, a single row, and the claim of a process
 * on a job.
 */
const kinds = ["server", "organization", "space", "user", "job", "row", "claim"] as const

/** A kind of lock. */
export type LockKind = (typeof kinds)[number]

/** A lock, held until the transaction ends. */
export interface Lock {
  readonly kind: LockKind
  /** The id of the locked thing; empty for the server. */
  readonly id: string
  /** Whether others may hold it at the same time, who share it too; only one may when absent. */
  readonly shared?: true
}

/** A lock by an id that a caller without types may have given: anything but a string is the id of nothing. */
const lock = (kind: LockKind, id: unknown): Lock => ({ kind, id: typeof id === "string" ? id : "" })

/** The lock of the whole server: its administrators, settings, and names that are unique on it. */
export const serverLock: Lock = { kind: "server", id: "" }

/** The structure of an organization: collections, sites, members, teams, grants, and the places of spaces. */
export const organizationLock = (id: string): Lock => lock("organization", id)

/** The content of a space, its change requests and comments, and the row of the space. */
export const spaceLock = (id: string): Lock => lock("space", id)

/**
 * The same lock, shared: for transactions that read under it what must not change meanwhile, and write only rows that have
 * locks of their own.
 */
export const sharedLock = (lock: Lock): Lock => ({ ...lock, shared: true })

/** The account of a user: credentials, sessions and tokens. */
export const userLock = (id: string): Lock => lock("user", id)

/** A process that takes a while and is written by many transactions: an import or an upload. */
export const jobLock = (id: string): Lock => lock("job", id)

/** A row that none of the other locks covers, by the name of its table and its key. */
export const rowLock = (table: Table, ...key: ReadonlyArray<Value>): Lock => ({
  kind: "row",
  id: `${table.name}:${key.join(":")}`
})

/**
 * The row of a queued job, by its key. It is the last lock, so that any transaction may check a claim before it commits.
 */
export const claimLock = (key: string): Lock => lock("claim", key)

/** A hash of a text, the same on every machine: 32 bits of FNV-1a over its UTF-16 units. */
const numberOfText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}

/** The two numbers of 32 bits that represent a lock in the database. Different locks rarely collide. */
export const lockNumbers = ({ id, kind }: Lock): readonly [kind: number, id: number] => [
  kinds.indexOf(kind) + 1,
  numberOfText(id)
]

/** The order in which locks are taken, by their numbers, which rules out deadlocks. */
export const compareLocks = (a: Lock, b: Lock): number => {
  const [kindA, idA] = lockNumbers(a)
  const [kindB, idB] = lockNumbers(b)
  return kindA - kindB || idA - idB
}

/** Whether a lock gives all that another one does. */
const covers = (lock: Lock, other: Lock): boolean =>
  compareLocks(lock, other) === 0 && (lock.shared !== true || other.shared === true)

/** The locks of `asked` that `held` lacks, each once and in order. */
const missing = (held: ReadonlyArray<Lock>, asked: ReadonlyArray<Lock>): ReadonlyArray<Lock> =>
  [...asked]
    .sort((a, b) => compareLocks(a, b) || Number(a.shared === true) - Number(b.shared === true))
    .filter((lock, i, all) => i === 0 || compareLocks(all[i - 1]!, lock) !== 0)
    .filter((lock) => !held.some((other) => covers(other, lock)))

const isSpace = ({ kind }: Lock): boolean => kind === "space"

const hasOrganization = (locks: ReadonlyArray<Lock>): boolean => locks.some(({ kind }) => kind === "organization")

/** The defect of a transaction that takes a lock after one that comes later in the order of locks. */
export class LockOrderError extends Error {}

/**
 * The locks that a transaction must take in addition to those it holds. Throws if one of them comes before one that is
 * held: it must be requested earlier. Several spaces may be locked only under the lock of their organization, and then
 * in any order: a transaction that waits for one of them without that lock holds no other space, so there can be no
 * cycle.
 */
export const locksToTake = (held: ReadonlyArray<Lock>, asked: ReadonlyArray<Lock>): ReadonlyArray<Lock> => {
  const more = missing(held, asked)
  const shared = more.find((lock) => held.some((other) => compareLocks(other, lock) === 0))
  if (shared !== undefined)
    throw new LockOrderError(`the lock of ${shared.kind} ${shared.id} is held, but shared with others`)
  const all = [...held, ...more]
  if (!hasOrganization(all) && all.filter(isSpace).length > 1) {
    throw new LockOrderError("several spaces must be locked under the lock of their organization")
  }
  const last = (hasOrganization(held) ? held.filter((lock) => !isSpace(lock)) : [...held]).sort(compareLocks).at(-1)
  const [first] = more
  if (first !== undefined && last !== undefined && compareLocks(first, last) < 0) {
    throw new LockOrderError(
      `the lock of ${first.kind} ${first.id} must be taken before that of ${last.kind} ${last.id}, which is held`
    )
  }
  return more
}

const lockBy = (table: Table, by: LockedByOne, columns: Partial<Columns<Table>>): Lock | "free" | undefined => {
  if (by === "free") return by
  if (by === "server") return serverLock
  if (by === "row") {
    const key = table.key.map((name) => columns[name])
    return key.includes(undefined) ? undefined : rowLock(table, ...key.map((value) => value ?? null))
  }
  const [kind, column] = by.split(" ") as [LockedByThing, string?]
  const id = column === undefined ? undefined : columns[column]
  return typeof id === "string" && id !== "" ? { kind, id } : undefined
}

/**
 * The lock under which a row is written, by its columns; some of them, such as the columns of the key, may be enough.
 * `undefined` if they do not determine it: then only a transaction that locks everything may write the row. `free` rows
 * need no lock.
 */
export const lockOf = (table: Table, columns: Partial<Columns<Table>>): Lock | "free" | undefined => {
  for (const by of [table.lockedBy ?? []].flat()) {
    const lock = lockBy(table, by, columns)
    if (lock !== undefined) return lock
  }
  return undefined
}
