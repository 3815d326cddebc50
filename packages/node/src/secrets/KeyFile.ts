/**
 * The keys of a workspace in a separate file, readable only by its owner: one per line, where the first encrypts and
 * all decrypt. Lines that begin with `#` are comments.
 * @since 0.1.0
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Unavailable } from "@lectern/core/errors/Errors"
import { type Key, keyText, parseKey, randomKey } from "@lectern/core/secrets/Key"
import * as Keyring from "@lectern/core/secrets/Keyring"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

const comment = `# The keys of a Lectern workspace. The first encrypts, all of them decrypt.
# Without this file, what they have encrypted cannot be read. Back it up, apart from the workspace.
`

const textOf = (keys: ReadonlyArray<Key>): string => `${comment}${keys.map((key) => `${keyText(key)}\n`).join("")}`

const failed = (path: string, problem: string, cause: unknown): Unavailable =>
  new Unavailable({ message: "the encryption keys cannot be used", cause: new Error(`${path} ${problem}`, { cause }) })

const attempt = <A>(path: string, problem: string, run: () => A): Effect.Effect<A, Unavailable> =>
  Effect.try({
    try: run,
    catch: (error) => (error instanceof Unavailable ? error : failed(path, problem, error))
  })

const parse = (path: string, text: string): ReadonlyArray<Key> => {
  const keys: Array<Key> = []
  for (const [index, line] of text.split("\n").entries()) {
    const trimmed = line.trim()
    if (trimmed === "" || trimmed.startsWith("#")) continue
    const key = parseKey(trimmed)
    if (key === undefined) throw failed(path, `has no key on line ${index + 1}`, undefined)
    keys.push(key)
  }
  return keys
}

/** Writes a temporary file next to the one that it will replace, and returns its path. */
const writeBeside = (path: string, keys: ReadonlyArray<Key>): string => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, textOf(keys), { mode: 0o600, flush: true })
  return temporary
}

/**
 * The keys in a file, where the first one encrypts; none if there is no file. The file is read again whenever it has
 * changed.
 */
export const read = (path: string): Effect.Effect<ReadonlyArray<Key>, Unavailable> => {
  let known: { readonly version: string; readonly keys: ReadonlyArray<Key> } | undefined
  return attempt(path, "cannot be read", () => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return []
    const version = [stats.ino, stats.mtimeMs, stats.size].join(" ")
    if (known?.version !== version) known = { version, keys: parse(path, readFileSync(path, "utf8")) }
    return known.keys
  })
}

/** Creates the file with a new key, unless another process does so first; returns the key that it then has. */
const create = (path: string): Effect.Effect<Key, Unavailable> =>
  Effect.flatMap(
    attempt(path, "cannot be created", () => {
      const temporary = writeBeside(path, [randomKey()])
      try {
        linkSync(temporary, path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      } finally {
        rmSync(temporary, { force: true })
      }
    }),
    () =>
      Effect.flatMap(read(path), ([key]) =>
        key === undefined ? Effect.fail(failed(path, "has no key", undefined)) : Effect.succeed(key)
      )
  )

/**
 * Puts a new key first in a file; the next secret is encrypted with it, even in other processes that use the file.
 * Returns all keys.
 */
export const rotate = (path: string): Effect.Effect<ReadonlyArray<Key>, Unavailable> =>
  Effect.flatMap(read(path), (earlier) =>
    attempt(path, "cannot be written", () => {
      const keys = [randomKey(), ...earlier]
      renameSync(writeBeside(path, keys), path)
      return keys
    })
  )

/** Removes keys from a file. */
export const remove = (path: string, ids: ReadonlySet<string>): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(read(path), (keys) =>
    attempt(path, "cannot be written", () => {
      renameSync(
        writeBeside(
          path,
          keys.filter(({ id }) => !ids.has(id))
        ),
        path
      )
    })
  )

/**
 * The keyring of a file. The file is created, with a random key and readable only by its owner, when something is first
 * encrypted.
 */
export const make = (path: string): Keyring.KeyringService => Keyring.make(read(path), create(path))

/** {@link make} as a layer. */
export const layer = (path: string): Layer.Layer<Keyring.Keyring> => Keyring.layer(make(path))
