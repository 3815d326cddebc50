import { Context, Effect, Layer } from "effect"
import type { Unavailable } from "../errors/Errors.js"
import { rows, type Stored } from "../storage/Repository.js"
import { type Duplicate, Storage, type VersionMismatch } from "../storage/Storage.js"
import { Items, type ItemValue, type ItemVersion, open, type PageItem } from "./Item.js"

/** A line of content at one moment: at a sequence, or, without one, at its head. */
export interface View {
  readonly line: string
  readonly sequence?: number
}

type Kind = ItemValue["kind"]
type Version<K extends Kind> = ItemVersion<Extract<ItemValue, { kind: K }>>

/** Reads and writes the versions of items. */
export interface ItemRepositoryService {
  /** The version of an item in a view, or `undefined` where it does not exist then. One index walk. */
  readonly find: (view: View, item: string) => Effect.Effect<Stored<ItemVersion> | undefined, Unavailable>
  /** The page with this path in a view. One index walk. */
  readonly findByPath: (view: View, path: string) => Effect.Effect<PageItem | undefined, Unavailable>
  /** The last versions of an item, newest first, whether it still exists or not. */
  readonly history: (
    line: string,
    item: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Stored<ItemVersion>>, Unavailable>
  /** The pages right below another (`""` for the root), in order, at the head of a line. */
  readonly children: (
    line: string,
    parent: string
  ) => Effect.Effect<ReadonlyArray<Stored<Version<"page">>>, Unavailable>
  /** Everything of one kind in a view; pages by parent and position, the rest by id. */
  readonly all: <K extends Kind>(view: View, kind: K) => Effect.Effect<ReadonlyArray<Version<K>>, Unavailable>
  /** At most `limit` items of one kind at the head of a line after a cursor, by id. */
  readonly page: <K extends Kind>(
    line: string,
    kind: K,
    after: ReadonlyArray<string | number | null> | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Stored<Version<K>>>, Unavailable>
  readonly count: (line: string, kind: Kind) => Effect.Effect<number, Unavailable>
  /** The current versions of some pages, in the order of their ids; those that are gone are left out. */
  readonly currentMany: (
    line: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Version<"page">>, Unavailable>
  /** Writes a new current version. */
  readonly insert: (line: string, from: number, value: ItemValue) => Effect.Effect<void, Duplicate | Unavailable>
  /** Ends a version: it is current up to, and without, `until`. */
  readonly close: (
    version: Stored<ItemVersion>,
    until: number
  ) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  /** Removes every version on a line. */
  readonly purge: (line: string) => Effect.Effect<void, Unavailable>
}

/** The versions of items, over any storage. */
export class ItemRepository extends Context.Tag("@lectern/core/ItemRepository")<
  ItemRepository,
  ItemRepositoryService
>() {}

const make = Effect.map(Storage, (storage): ItemRepositoryService => {
  const items = rows<ItemVersion, typeof Items>(storage, Items, ({ line, from, until, value }) => ({
    line,
    item: value.id,
    from,
    until,
    kind: value.kind,
    parent: value.kind === "page" ? value.parent : "",
    position: value.kind === "page" ? value.position : value.id,
    path: value.kind === "page" && value.type !== "link" ? value.path : null
  }))
  const inView = (found: Stored<ItemVersion> | undefined, { sequence }: View) =>
    found !== undefined && (sequence === undefined ? found.value.until === open : found.value.until > sequence)
      ? found
      : undefined
  const upTo = ({ sequence }: View) => (sequence === undefined ? {} : { lte: sequence })
  const alive = (line: string, ...more: ReadonlyArray<string>) => ({ index: "alive", prefix: [line, open, ...more] })

  const find: ItemRepositoryService["find"] = (view, item) =>
    Effect.map(items.scan({ prefix: [view.line, item], ...upTo(view), reverse: true, limit: 1 }), (found) =>
      inView(found[0], view)
    )
  return {
    find,
    findByPath: (view, path) =>
      Effect.map(
        items.scan({ index: "path", prefix: [view.line, path], ...upTo(view), reverse: true, limit: 1 }),
        (found) => inView(found[0], view)?.value.value as PageItem | undefined
      ),
    history: (line, item, limit) => items.scan({ prefix: [line, item], reverse: true, limit }),
    children: (line, parent) =>
      items.scan(alive(line, "page", parent)) as ReturnType<ItemRepositoryService["children"]>,
    all: <K extends Kind>({ line, sequence }: View, kind: K) =>
      sequence === undefined
        ? Effect.map(items.scan(alive(line, kind)), (found) => found.map(({ value }) => value as Version<K>))
        : Effect.map(items.scan({ index: "alive", prefix: [line], gt: sequence }), (found) =>
            found
              .map(({ value }) => value as Version<K>)
              .filter(({ from, value }) => from <= sequence && value.kind === kind)
          ),
    page: <K extends Kind>(
      line: string,
      kind: K,
      after: ReadonlyArray<string | number | null> | undefined,
      limit: number
    ) =>
      items.scan({ ...alive(line, kind, ""), ...(after && { after }), limit }) as Effect.Effect<
        ReadonlyArray<Stored<Version<K>>>,
        Unavailable
      >,
    count: (line, kind) => items.count(alive(line, kind)),
    currentMany: (line, ids) =>
      Effect.map(
        Effect.forEach(ids, (id) => find({ line }, id)),
        (found) => found.flatMap((version) => (version === undefined ? [] : [version.value as Version<"page">]))
      ),
    insert: (line, from, value) => items.insert({ line, from, until: open, value }),
    close: (version, until) => items.replace(version, { ...version.value, until }),
    purge: (line) => items.removeAll({ prefix: [line] })
  }
})

/** {@link ItemRepository} over the storage of the context. */
export const layer: Layer.Layer<ItemRepository, never, Storage> = Layer.effect(ItemRepository, make)
