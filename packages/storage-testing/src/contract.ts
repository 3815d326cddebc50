/**
 * The whole contract of a storage: every suite of this package, on one adapter.
 * @since 0.1.0
 */
import type * as Layer from "effect/Layer"
import * as batches from "./batches.js"
import * as blobs from "./blobs.js"
import * as changes from "./changes.js"
import * as counters from "./counters.js"
import * as cursors from "./cursors.js"
import * as generation from "./generation.js"
import type { Ports, Suite } from "./harness.js"
import * as isolation from "./isolation.js"
import * as model from "./model.js"
import * as nesting from "./nesting.js"
import * as ordering from "./ordering.js"
import * as rollback from "./rollback.js"
import * as search from "./search.js"
import * as uniqueness from "./uniqueness.js"
import * as upgrades from "./upgrades.js"
import * as versions from "./versions.js"

const suites = {
  isolation: isolation.suite,
  rollback: rollback.suite,
  nesting: nesting.suite,
  ordering: ordering.suite,
  cursors: cursors.suite,
  uniqueness: uniqueness.suite,
  versions: versions.suite,
  upgrades: upgrades.suite,
  changes: changes.suite,
  generation: generation.suite,
  counters: counters.suite,
  batches: batches.suite,
  model: model.suite,
  search: search.suite,
  blobs: blobs.suite
} satisfies Record<string, Suite>

/** The name of a concern: the file of its suite. */
export type Concern = keyof typeof suites

/** The concerns that an adapter opts out of, each by name. */
export interface ContractOptions {
  readonly concerns?: { readonly [K in Concern]?: false }
}

/**
 * The concerns that options leave. Throws on a name that is not a concern, on a value other than `false`, and if none
 * is left.
 */
export const selected = (options: ContractOptions = {}): ReadonlyArray<Concern> => {
  const outs = Object.entries(options.concerns ?? {})
  for (const [name, value] of outs) {
    if (!Object.hasOwn(suites, name)) throw new Error(`no such concern: ${name}; there are ${names.join(", ")}`)
    if (value !== false) throw new Error(`concern ${name}: only false, to opt out, has a meaning`)
  }
  const left = names.filter((name) => options.concerns?.[name] !== false)
  if (left.length === 0) throw new Error("no concern is left to test")
  return left
}

const names = Object.keys(suites) as ReadonlyArray<Concern>

/**
 * Runs every suite against `layer`, which must provide a new and empty storage, with the `tables` of `./tables.js`,
 * each time it is built.
 */
export const contract = <E>(name: string, layer: Layer.Layer<Ports, E>, options?: ContractOptions): void => {
  for (const concern of selected(options)) suites[concern](name, layer)
}
