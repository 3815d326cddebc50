/** The whole content of a storage as one record, and drafts of the next one. */
import type { Row } from "@lectern/core/storage/Table"
import { compareKeys, compareNames, type Key, type Layout } from "./Layout.js"
import { empty, type OrderedMap } from "./OrderedMap.js"
import { emptySections, type Sections } from "./SectionMaps.js"

/** A blob in pieces, and when it was last put. The pieces are never written to. */
export interface MemoryBlob {
  readonly pieces: ReadonlyArray<Uint8Array>
  readonly size: number
  readonly putAt: number
}

/**
 * Everything a storage holds. Committed states and the maps in them are never written to, so that every state is a
 * snapshot.
 */
export interface State {
  /** The rows of each table by each of its indexes, at the places that the layout gives them. */
  readonly tables: ReadonlyArray<ReadonlyArray<OrderedMap<Key, Row>>>
  readonly counters: OrderedMap<string, number>
  readonly sections: Sections
  readonly blobs: OrderedMap<string, MemoryBlob>
}

type Writable<A> = { -readonly [K in keyof A]: A[K] }

/** The state of a new storage. */
export const emptyState = (layout: Layout): State => ({
  tables: [...layout.values()].map(({ indexes }) => indexes.map(() => empty<Key, Row>(compareKeys))),
  counters: empty(compareNames),
  sections: emptySections(),
  blobs: empty(compareNames)
})

/**
 * A draft of the next state; the current one stays unchanged. Maps are copied on first write; a map in `state` may be
 * written to if {@link own} has returned it.
 */
export class Draft {
  /** The current content of the draft. */
  readonly state: Writable<State>
  private readonly owned = new Set<unknown>()

  constructor(base: State) {
    this.state = { ...base }
  }

  /** Whether anything was written. */
  get changed(): boolean {
    return this.owned.size > 0
  }

  /** The map itself if it belongs to this draft, else a copy that does, to replace it. */
  own<K, V>(map: OrderedMap<K, V>): OrderedMap<K, V> {
    if (this.owned.has(map)) return map
    const copy = map.clone()
    this.owned.add(copy)
    return copy
  }

  /** The maps of a table, for writing. */
  table(place: number): ReadonlyArray<OrderedMap<Key, Row>> {
    const maps = this.state.tables[place]!
    if (this.owned.has(maps[0])) return maps
    const copies = maps.map((map) => this.own(map))
    this.state.tables = this.state.tables.with(place, copies)
    return copies
  }

  /** The counters, for writing. */
  counters(): OrderedMap<string, number> {
    this.state.counters = this.own(this.state.counters)
    return this.state.counters
  }

  /** The blobs, for writing. */
  blobs(): OrderedMap<string, MemoryBlob> {
    this.state.blobs = this.own(this.state.blobs)
    return this.state.blobs
  }

  /** Adopts the result of a nested draft, which must no longer be written to. */
  adopt(inner: Draft): void {
    Object.assign(this.state, inner.state)
    for (const map of inner.owned) this.owned.add(map)
  }
}
