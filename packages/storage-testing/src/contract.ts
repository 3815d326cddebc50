/**
 * The whole contract of a storage: every suite of this package, on one adapter.
 * @since 0.1.0
 */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage } from "@lectern/core/storage/Storage"
import type * as Layer from "effect/Layer"
import * as batches from "./batches.js"
import * as blobs from "./blobs.js"
import * as changes from "./changes.js"
import * as counters from "./counters.js"
import * as cursors from "./cursors.js"
import type { Declarations } from "./declarations.js"
import * as generation from "./generation.js"
import type { Ports, Suite } from "./harness.js"
import * as isolation from "./isolation.js"
import * as model from "./model.js"
import * as nesting from "./nesting.js"
import * as ordering from "./ordering.js"
import * as readers from "./readers.js"
import * as rollback from "./rollback.js"
import * as search from "./search.js"
import { separate } from "./separate.js"
import * as uniqueness from "./uniqueness.js"
import * as upgrades from "./upgrades.js"
import * as versions from "./versions.js"
import * as writers from "./writers.js"

export type { Declarations } from "./declarations.js"

const always: ReadonlyArray<Suite> = [
  isolation.suite,
  rollback.suite,
  nesting.suite,
  ordering.suite,
  cursors.suite,
  uniqueness.suite,
  versions.suite,
  upgrades.suite,
  changes.suite,
  counters.suite,
  batches.suite,
  model.suite
]

/** The suite of a law that may be declared otherwise: unless it is, and for each declaration. */
type Choices = {
  readonly [K in keyof Declarations]-?: readonly [Suite, Readonly<Record<NonNullable<Declarations[K]>, Suite>>]
}

const choices: Choices = {
  search: [search.suite, { separate: separate("search", SearchIndex) }],
  blobs: [blobs.suite, { separate: separate("blobs", BlobStore) }],
  generation: [generation.suite, { none: generation.none }],
  readers: [readers.suite, { wait: readers.suite }],
  writers: [writers.suite, { many: writers.suite }]
}

/** What is declared under a name; throws if that is nothing that can be. */
const known = <A>(what: string, name: string, all: Readonly<Record<string, A>>): A => {
  const found = Object.hasOwn(all, name) ? all[name] : undefined
  if (found === undefined) throw new Error(`an adapter cannot declare ${what}, only ${Object.keys(all).join(" or ")}`)
  return found
}

/**
 * The suites for an adapter that declares this: one for each law. Throws on a name or a value that cannot be declared.
 */
export const suitesOf = (declared: Declarations = {}): ReadonlyArray<Suite> => {
  const otherwise = new Map(
    Object.entries(declared).map(([law, value]) => {
      const [, suites] = known(law, law, choices)
      return [law, known(`${law}: ${value}`, value, suites)]
    })
  )
  return [...Object.entries(choices).map(([law, [undeclared]]) => otherwise.get(law) ?? undeclared), ...always]
}

/** The ports of an adapter that declares this. */
export type Provided<D extends Declarations> =
  | Storage
  | (D extends { readonly search: "separate" } ? never : SearchIndex)
  | (D extends { readonly blobs: "separate" } ? never : BlobStore)

/**
 * Runs every suite against `layer`, which must provide a new and empty storage, with the `tables` of `./tables.js`,
 * each time it is built.
 */
export const contract = <E, const D extends Declarations = {}>(
  name: string,
  layer: Layer.Layer<Provided<D>, E>,
  declared?: D
): void => {
  // A suite needs only the ports that are not declared to be separate.
  for (const suite of suitesOf(declared)) suite(name, layer as Layer.Layer<Ports, E>, declared)
}
