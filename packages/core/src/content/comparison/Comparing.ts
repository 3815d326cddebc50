/** Compares two views of a space, in time proportional to the differences, not to the size of the space. */
import * as Effect from "effect/Effect"
import {
  type Conflict,
  type Invalid,
  type NotFound,
  notFound,
  type Unavailable
} from "../../foundation/errors/Errors.js"
import { type Cursor, pageToken, parsePageToken } from "../../foundation/lists/List.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { makeToFile } from "../files/FileAnswer.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import {
  bodyOf,
  dialectOf,
  type FileItem,
  type ItemValue,
  type ItemVersion,
  ofKind,
  type PageItem,
  type ReusableContentItem
} from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { sameValue } from "../items/SameValue.js"
import type { View } from "../items/View.js"
import { blocksTask } from "../merge/DiffBlocks.js"
import { type Change, type Changes, type ChangesQuery, defaultChanges } from "./Change.js"
import { comparedTextsTask } from "./ComparedTextsTask.js"
import { differingFiles, makeOtherChange } from "./ComparingOthers.js"
import * as Differences from "./Differences.js"
import type { ItemComparison } from "./ItemComparison.js"
import type { OtherChange } from "./OtherChange.js"

/** Two versions of one item; `undefined` if it does not exist. */
interface Pair<V extends ItemValue> {
  readonly before: ItemVersion<V> | undefined
  readonly after: ItemVersion<V> | undefined
}

/** A change that is only computed if needed, and the key by which it is ordered; the last part counts those of an item. */
interface Entry {
  readonly key: readonly [kind: number, name: string, id: string, number: number]
  readonly change: Effect.Effect<Change, Conflict | Unavailable>
}

/** The two views that are compared, and whether the blocks of texts are. */
interface Comparison {
  readonly space: SpaceRecord
  readonly views: readonly [View, View]
  readonly blocks: boolean
}

const kinds: ReadonlyArray<ItemValue["kind"]> = ["page", "file", "reusable-content", "variables"]

const inOrder = (a: Cursor, b: Cursor): number => {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

/** The most redirects of one comparison. */
const mostRedirects = 1000

/** The changes from one view to another, at most `limit` of them, and how many follow. */
export type Compare = (
  space: SpaceRecord,
  before: View,
  after: View,
  query: ChangesQuery
) => Effect.Effect<Omit<Changes, "mergedFrom">, Conflict | Invalid | Unavailable>

/** One item in two views, with its text in both; `NotFound` if neither has it. */
export type CompareItem = (
  space: SpaceRecord,
  before: View,
  after: View,
  item: string
) => Effect.Effect<ItemComparison, Conflict | NotFound | Unavailable>

/** {@link Compare} and {@link CompareItem} over the repositories of the context. */
export const makeComparing = Effect.gen(function* () {
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const toFile = yield* makeToFile
  const workers = yield* Workers
  const otherChange = yield* makeOtherChange

  const blocks = <I extends PageItem | ReusableContentItem>(space: SpaceRecord, wanted: boolean, old: I, young: I) =>
    !wanted || old.document === young.document
      ? Effect.succeed({})
      : Effect.gen(function* () {
          const before = yield* documents.markdown(space.id, old.document)
          const after = yield* documents.markdown(space.id, young.document)
          return { blocks: yield* workers.run(blocksTask, { before, after, dialect: dialectOf(young) }) }
        })

  const parentOf = (view: View, { parent }: PageItem) =>
    Effect.map(parent === "" ? Effect.succeed(undefined) : items.find(view, parent), (found) =>
      found?.value.value.kind === "page" ? Differences.changedPage(found.value.value) : undefined
    )

  const pages = ({ blocks: withBlocks, space, views }: Comparison, { after, before }: Pair<PageItem>) => {
    const [old, young] = [before?.value, after?.value]
    if (young === undefined) {
      if (old === undefined) return []
      return [Effect.succeed<Change>({ type: "page_deleted", page: Differences.changedPage(old) })]
    }
    const page = Differences.changedPage(young)
    if (old === undefined) return [Effect.succeed<Change>({ type: "page_created", page })]
    const changes: Array<Effect.Effect<Change, Conflict | Unavailable>> = []
    if (old.parent !== young.parent || old.position !== young.position) {
      changes.push(
        Effect.gen(function* () {
          const [from, to] = [yield* parentOf(views[0], old), yield* parentOf(views[1], young)]
          const parent = { ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) }
          return { type: "page_moved", page, parent }
        })
      )
    }
    const attributes = Differences.pageDifferences(old, young)
    if (attributes !== undefined) {
      changes.push(
        Effect.map(blocks(space, withBlocks, old, young), (differing) => ({
          type: "page_edited",
          page,
          attributes,
          ...differing
        }))
      )
    }
    return changes
  }

  const fileOf = (space: SpaceRecord, version: Pair<FileItem>["after"]) =>
    version === undefined ? Effect.succeed(undefined) : toFile(space, version, false)

  const files = Effect.fnUntraced(function* (
    space: SpaceRecord,
    { after, before }: Pair<FileItem>
  ): Effect.fn.Return<ReadonlyArray<Effect.Effect<Change>>, Unavailable> {
    const [old, young] = [yield* fileOf(space, before), yield* fileOf(space, after)]
    const shown = young ?? old
    if (shown === undefined) return []
    const file = Differences.changedFile(shown)
    if (old === undefined) return [Effect.succeed({ type: "file_created", file })]
    if (young === undefined) return [Effect.succeed({ type: "file_deleted", file })]
    const attributes = Differences.fileDifferences(old, young)
    return attributes === undefined ? [] : [Effect.succeed({ type: "file_edited", file, attributes })]
  })

  const reusableContents = (
    { blocks: withBlocks, space }: Comparison,
    { after, before }: Pair<ReusableContentItem>
  ): ReadonlyArray<Effect.Effect<Change, Conflict | Unavailable>> => {
    const [old, young] = [before?.value, after?.value]
    const shown = young ?? old
    if (shown === undefined) return []
    const reusableContent = Differences.changedReusableContent(shown)
    if (old === undefined) return [Effect.succeed({ type: "reusable_content_created", reusableContent })]
    if (young === undefined) return [Effect.succeed({ type: "reusable_content_deleted", reusableContent })]
    const attributes = Differences.reusableContentDifferences(old, young)
    if (attributes === undefined) return []
    return [
      Effect.map(blocks(space, withBlocks, old, young), (differing) => ({
        type: "reusable_content_edited",
        reusableContent,
        attributes,
        ...differing
      }))
    ]
  }

  const changesOf = Effect.fnUntraced(function* (comparison: Comparison, before?: ItemVersion, after?: ItemVersion) {
    const one = after?.value ?? before?.value
    switch (one?.kind) {
      case "page":
        return pages(comparison, { before: ofKind(before, "page"), after: ofKind(after, "page") })
      case "file":
        return yield* files(comparison.space, { before: ofKind(before, "file"), after: ofKind(after, "file") })
      case "reusable-content":
        return reusableContents(comparison, {
          before: ofKind(before, "reusable-content"),
          after: ofKind(after, "reusable-content")
        })
      case "variables": {
        const variables = Differences.variableDifferences(
          before?.value.kind === "variables" ? before.value : undefined,
          after?.value.kind === "variables" ? after.value : undefined
        )
        return variables === undefined ? [] : [Effect.succeed<Change>({ type: "variables_edited", variables })]
      }
      default:
        return []
    }
  })

  const otherOf = (
    { views }: Comparison,
    before: ItemVersion | undefined,
    after: ItemVersion | undefined,
    limit: number
  ) => otherChange(views, { before: before?.value, after: after?.value }, limit)

  const nameOf = (item: ItemValue): string =>
    item.kind === "page" ? item.path : item.kind === "file" ? item.name : "title" in item ? item.title : ""

  const compare: Compare = Effect.fnUntraced(function* (
    space,
    before,
    after,
    { blocks = true, limit = defaultChanges, page }
  ) {
    const binding = `changes:${space.id}`
    const start = page === undefined ? undefined : yield* parsePageToken(binding, page)
    const comparison = { space, views: [before, after], blocks } as const
    const entries: Array<Entry> = []
    const others: Array<OtherChange> = []
    for (const id of yield* items.changedBetween(before, after)) {
      const [old, young] = [(yield* items.find(before, id))?.value, (yield* items.find(after, id))?.value]
      const one = young?.value ?? old?.value
      if (one === undefined || sameValue(old?.value, young?.value)) continue
      const kind = kinds.indexOf(one.kind)
      const other = kind < 0 && start === undefined ? yield* otherOf(comparison, old, young, limit) : undefined
      if (other !== undefined) others.push(other)
      for (const [number, change] of (yield* changesOf(comparison, old, young)).entries()) {
        entries.push({ key: [kind, nameOf(one), id, number], change })
      }
    }
    entries.sort((a, b) => inOrder(a.key, b.key))
    const from = start === undefined ? 0 : entries.findIndex(({ key }) => inOrder(key, start) > 0)
    const rest = from < 0 ? [] : entries.slice(from)
    const shown = rest.slice(0, limit)
    const changes = yield* Effect.all(shown.map(({ change }) => change))
    const last = shown.at(-1)
    return {
      changes,
      ...(rest.length > limit && { more: rest.length - limit }),
      ...(rest.length > limit && last !== undefined && { next: { page: pageToken(binding, last.key) } }),
      ...(others.length > 0 && { others: others.sort((a, b) => (a.type > b.type ? -1 : 1)) })
    }
  })

  const compareItem: CompareItem = Effect.fnUntraced(function* (space, before, after, item) {
    const [old, young] = [(yield* items.find(before, item))?.value, (yield* items.find(after, item))?.value]
    if (old === undefined && young === undefined) return yield* notFound("item")
    const comparison = { space, views: [before, after], blocks: false } as const
    const found = sameValue(old?.value, young?.value) ? [] : yield* changesOf(comparison, old, young)
    const other = yield* otherOf(comparison, old, young, mostRedirects)
    const changes = [...(yield* Effect.all(found)), ...(other === undefined ? [] : [other])]
    const textOf = (value: ItemValue | undefined) =>
      bodyOf(value) === undefined ? Effect.succeed(undefined) : documents.markdown(space.id, bodyOf(value))
    const [from, to] = [yield* textOf(old?.value), yield* textOf(young?.value)]
    if (from === undefined && to === undefined) {
      const isLayout = other?.type === "layout_edited"
      return {
        object: "item-comparison",
        changes,
        ...(isLayout && { files: differingFiles({ before: old?.value, after: young?.value }) })
      }
    }
    const dialect = dialectOf(young?.value ?? old?.value)
    const versions = { dialect, ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) }
    return {
      object: "item-comparison",
      changes,
      ...(from !== undefined && { before: { markdown: from } }),
      ...(to !== undefined && { after: { markdown: to } }),
      blocks: yield* workers.run(comparedTextsTask, versions)
    }
  })
  return { compare, compareItem }
})
