/**
 * Merging one item of a space that two sides changed, main and a change request: its place, its fields, and its text.
 * Whether the merged pages form a tree is not decided here.
 */

import { loadedReading } from "../dialects/Readings.js"
import { dialectOf, type FileItem, type ItemValue, type PageItem, type ReusableContentItem } from "../items/Item.js"
import { sameValue } from "../items/SameValue.js"
import { type Fields, type MergedFields, mergeFields, type Sides } from "./MergeFields.js"
import { mergeText } from "./MergeText.js"
import { reconcileFrontMatter } from "./ReconcileFrontMatter.js"
import { type Resolutions, undecided } from "./Resolution.js"
import { deep } from "./UndecidedParts.js"

/** A conflict within an item. A version is `undefined` if a side has none, and empty if its text is empty there. */
export interface ItemConflict extends Sides<unknown> {
  /** A field, a part of the text, a page's place in the tree, or a whole item that one side deleted. */
  readonly kind: "field" | "block" | "place" | "item"
  /**
   * The key by which it is resolved: the path of a field, the key of a variable, a part of the text, `place` or `item`.
   */
  readonly where: string
  /** Whether an update leaves it in a text, between markers. */
  readonly inText?: true
}

/**
 * The result of merging an item. Remaining conflicts have the request's version; an item that one side only deleted is
 * kept.
 */
export interface MergedItem {
  /** `undefined` if it is deleted. If there is a `body`, `document` is not its hash yet. */
  readonly value: ItemValue | undefined
  /**
   * A text that neither side has, to be stored and referred to by `document`; with the hash of the stored text, if
   * known.
   */
  readonly body?: { readonly text: string; readonly withMarkers: string; readonly hash?: string }
  readonly conflicts: ReadonlyArray<ItemConflict>
}

type WithText = PageItem | ReusableContentItem
type TextSides = Sides<string>

const hasText = (value: ItemValue | undefined): value is WithText =>
  value?.kind === "page" || value?.kind === "reusable-content"

const documentsOf = ({ base, ours, theirs }: Sides<ItemValue>): TextSides => {
  const of = (value: ItemValue | undefined): string | undefined => (hasText(value) ? value.document : undefined)
  return { base: of(base), ours: of(ours), theirs: of(theirs) }
}

/** The hashes of the texts that are read to merge an item. */
export const textsOf = (sides: Sides<ItemValue>): ReadonlyArray<string> => {
  const { base, ours, theirs } = documentsOf(sides)
  const isMerged = sides.ours !== undefined && sides.theirs !== undefined
  return isMerged ? [...new Set([base, ours, theirs])].filter((hash) => hash !== undefined) : []
}

/** Fields that have rules of their own, or that are not merged because they follow from others. */
const special: ReadonlySet<string> = new Set([
  "path",
  "updatedAt",
  "createdAt",
  "document",
  "parent",
  "position",
  "values",
  "git",
  "spellings",
  "size",
  "contentType",
  "dimensions"
])

const none: ReadonlySet<string> = new Set()

const plain = (value: ItemValue | undefined): Fields =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !special.has(key)))

const place = ({ parent, position }: PageItem) => ({ parent, position })

/**
 * The place of a page: from the side that moved it, else from the one that reordered it, else the later of the two
 * places.
 */
const mergePlaces = (base: PageItem | undefined, ours: PageItem, theirs: PageItem, decided: Resolutions) => {
  const moved = (page: PageItem): boolean => page.parent !== base?.parent
  if (moved(ours) && moved(theirs) && ours.parent !== theirs.parent) {
    const by = decided.get("place")
    return { ...place(by === "ours" ? ours : theirs), conflict: by === undefined }
  }
  if (moved(ours) !== moved(theirs)) return { ...place(moved(ours) ? ours : theirs), conflict: false }
  if (ours.position === base?.position) return { ...place(theirs), conflict: false }
  if (theirs.position === base?.position) return { ...place(ours), conflict: false }
  return { ...place(ours.position > theirs.position ? ours : theirs), conflict: false }
}

/** The fields that belong to the bytes of a file: from the side whose bytes are taken. */
const contentOf = (hash: unknown, { ours, theirs }: Sides<ItemValue>): Fields => {
  if (ours?.kind !== "file" || theirs?.kind !== "file") return {}
  const { contentType, dimensions, git, size }: FileItem = ours.hash === hash ? ours : theirs
  return { contentType, size, ...(dimensions !== undefined && { dimensions }), ...(git !== undefined && { git }) }
}

/** The fields that record an import: from the side that changed them, and from main if both did. */
const origins = ({ base, ours, theirs }: Sides<ItemValue>): Fields => {
  const kept: Record<string, unknown> = {}
  for (const key of ["git", "spellings"] as const) {
    const of = (value: ItemValue | undefined): unknown =>
      value !== undefined && key in value ? value[key as keyof ItemValue] : undefined
    const value = sameValue(of(base), of(ours)) ? of(theirs) : of(ours)
    if (value !== undefined) kept[key] = value
  }
  return kept
}

/** Whether a version differs from the other by more than its order among siblings. */
export const isEdit = (base: ItemValue | undefined, value: ItemValue): boolean => {
  const without = (each: ItemValue | undefined): Fields => ({ ...each, path: "", position: "", updatedAt: "" })
  return !sameValue(without(base), without(value))
}

/** The fields of several kinds of items that were merged one by one, as one item. */
export const asItem = (fields: Fields): ItemValue => fields as never as ItemValue

/** The hashes that identify this version of an item. */
const namesOf = (value: ItemValue | undefined): unknown => {
  if (value === undefined) return undefined
  switch (value.kind) {
    case "page":
      return { id: value.id, type: value.type, title: value.title, path: value.path }
    case "file":
      return { id: value.id, name: value.name, contentType: value.contentType, size: value.size }
    case "reusable-content":
      return { id: value.id, title: value.title }
    default:
      return value.values
  }
}

/** The conflict about a whole item that one side deleted. */
export const itemConflict = ({ base, ours, theirs }: Sides<ItemValue>): ItemConflict => ({
  kind: "item",
  where: "item",
  base: namesOf(base),
  ours: namesOf(ours),
  theirs: namesOf(theirs)
})

const mergeDeleted = ({ base, ours, theirs }: Sides<ItemValue>, decided: Resolutions): MergedItem => {
  const kept = ours ?? theirs
  if (kept === undefined || !isEdit(base, kept)) return { value: undefined, conflicts: [] }
  const by = decided.get("item")
  if (by === "ours" || by === "theirs") return { value: by === "ours" ? ours : theirs, conflicts: [] }
  return { value: kept, conflicts: [itemConflict({ base, ours, theirs })] }
}

/** The earliest creation and the latest update. */
const times = (ours: ItemValue, theirs: ItemValue): Fields => {
  const of = (key: "createdAt" | "updatedAt"): ReadonlyArray<string> =>
    [ours, theirs]
      .flatMap((value) => Object.entries(value).flatMap(([name, at]) => (name === key ? [String(at)] : [])))
      .sort()
  const [createdAt, updatedAt] = [of("createdAt")[0], of("updatedAt").at(-1)]
  return { ...(createdAt !== undefined && { createdAt }), ...(updatedAt !== undefined && { updatedAt }) }
}

/** An item on both sides, and in the base if it existed there. */
interface Both extends Sides<ItemValue> {
  readonly ours: ItemValue
  readonly theirs: ItemValue
}

/** A merged text, as part of an item, and the fields that it decides. */
interface MergedBody {
  readonly fields: Fields
  readonly inText: ReadonlySet<string>
  readonly body?: NonNullable<MergedItem["body"]>
  readonly conflicts: ReadonlyArray<ItemConflict>
}

const mergeBody = (
  sides: Both,
  fields: Fields,
  markdown: (hash: string) => string,
  decided: Resolutions
): MergedBody => {
  const documents = documentsOf(sides)
  const document = documents.ours ?? documents.theirs
  if (document === undefined) return { fields, inText: none, conflicts: [] }
  const read = (hash: string | undefined): string => (hash === undefined ? "" : markdown(hash))
  const texts = { base: read(documents.base), ours: read(documents.ours), theirs: read(documents.theirs) }
  const merged = mergeText(texts.base, texts.ours, texts.theirs, decided, loadedReading(dialectOf(fields)))
  const { conflicts } = merged
  const { inText, text, value, withMarkers } =
    sides.ours.kind === "page"
      ? reconcileFrontMatter(fields, merged, texts, decided)
      : { ...merged, value: fields, inText: none }
  const isMine = conflicts.length === 0 && text === texts.ours
  if (isMine) return { fields: { ...value, document }, inText, conflicts }
  if (conflicts.length === 0 && text === texts.theirs) {
    return { fields: { ...value, document: documents.theirs ?? document }, inText, conflicts }
  }
  return { fields: { ...value, document }, inText, conflicts, body: { text, withMarkers } }
}

const mergePlaced = (sides: Both, slug: unknown, decided: Resolutions) => {
  const { base, ours, theirs } = sides
  if (ours.kind !== "page" || theirs.kind !== "page") return { value: {}, conflicts: [] }
  const before = base?.kind === "page" ? base : undefined
  const { conflict, ...placed } = mergePlaces(before, ours, theirs, decided)
  const path = placed.parent === ours.parent && slug === ours.slug ? ours.path : theirs.path
  const both = { base: before?.parent, ours: ours.parent, theirs: theirs.parent }
  const conflicts: ReadonlyArray<ItemConflict> = conflict ? [{ kind: "place", where: "place", ...both }] : []
  return { value: { ...placed, path }, conflicts }
}

/** The keyed values of an item: variables, redirects. */
const mergeKeyed = ({ base, ours, theirs }: Both, decided: Resolutions): MergedFields => {
  const of = (value: ItemValue | undefined): Fields | undefined =>
    value !== undefined && "values" in value ? { ...value.values } : undefined
  if (of(ours) === undefined) return { value: {}, conflicts: [] }
  const { conflicts, value } = mergeFields({ base: of(base), ours: of(ours), theirs: of(theirs) }, decided, none)
  return { value: { values: value }, conflicts }
}

const mergeVersions = (sides: Both, markdown: (hash: string) => string, decided: Resolutions): MergedItem => {
  const { base, ours, theirs } = sides
  const fields = mergeFields({ base: plain(base), ours: plain(ours), theirs: plain(theirs) }, decided, deep)
  const placed = mergePlaced(sides, fields.value.slug, decided)
  const keyed = mergeKeyed(sides, decided)
  const text = mergeBody(sides, fields.value, markdown, decided)
  const named = [...fields.conflicts, ...keyed.conflicts].filter(
    ({ where }) => !text.inText.has(where.split(".")[0] ?? where)
  )
  const value = {
    ...text.fields,
    ...origins(sides),
    ...contentOf(fields.value.hash, sides),
    ...times(ours, theirs),
    ...placed.value,
    ...keyed.value
  }
  return {
    value: asItem(value),
    ...(text.body !== undefined && { body: text.body }),
    conflicts: [
      ...placed.conflicts,
      ...named.map((conflict) => ({ ...conflict, kind: "field" as const })),
      ...text.conflicts.map((conflict) => ({ ...conflict, inText: true as const }))
    ]
  }
}

/**
 * Merges an item. A field, a key of variables or redirects, or a part of a text that one side changed is taken from
 * that side. `markdown` returns a text by its hash, for the hashes in {@link textsOf}; `decided` resolves conflicts by
 * `where`.
 */
export const mergeItem = (
  sides: Sides<ItemValue>,
  markdown: (hash: string) => string,
  decided: Resolutions = undecided
): MergedItem => {
  const { base, ours, theirs } = sides
  if (sameValue(ours, theirs) || sameValue(base, theirs)) return { value: ours, conflicts: [] }
  if (sameValue(base, ours)) return { value: theirs, conflicts: [] }
  if (ours === undefined || theirs === undefined) return mergeDeleted(sides, decided)
  return mergeVersions({ base, ours, theirs }, markdown, decided)
}
