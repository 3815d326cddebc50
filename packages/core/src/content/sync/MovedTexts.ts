/** Recognises texts that were moved, renamed and edited since the space was last written. */
import * as Effect from "effect/Effect"
import { pairTexts } from "../../text/similarity/Pairing.js"
import { profileOf } from "../../text/similarity/TextProfile.js"
import { basename } from "../git-layout/Paths.js"
import { toStored } from "../git-layout/Spelling.js"
import type { TreeReference } from "./SpaceTree.js"

/** A text of a tree that has no item yet; `key` is its path. */
export interface NewText {
  readonly key: string
  readonly markdown: string
  readonly references: ReadonlyArray<TreeReference>
}

/** A text of the space that has no part of the tree yet: as an export writes it, and as it is stored. */
export interface OldText {
  readonly id: string
  readonly path: string
  readonly raw: string
  readonly stored: string
}

/** The known ids of a space's items: the id of a part of the tree, and whether an id belongs to a part. */
export interface KnownIds {
  readonly idOf: (kind: TreeReference["kind"], key: string) => string | undefined
  readonly isKept: (id: string) => boolean
}

/** An edited text is recognised only if at least this many characters are the same. */
const shortest = 100

const idForms = /\/(pages|files|reusable-contents)\/([\w-]+)/g

/** A stored text in which links to parts of the tree are by id, and all other links are the same. */
const normalOld = ({ stored }: OldText, { isKept }: KnownIds): string =>
  stored.replaceAll(idForms, (form: string, kind: string, id: string) => (isKept(id) ? form : `/${kind}/-`))

const normalNew = ({ key, markdown, references }: NewText, { idOf }: KnownIds): string =>
  toStored(markdown, references, (kind, target) => idOf(kind, target) ?? "-", key).markdown

/**
 * Pairs parts and items with the same key, one to one: where several have it, first by the same file name, then in
 * order. Returns items by part.
 */
export const pairIdentical = <Part extends { readonly key: string }, Item>(
  parts: ReadonlyArray<Part>,
  items: ReadonlyArray<Item>,
  keyOfPart: (part: Part) => string | undefined,
  keyOfItem: (item: Item) => string | undefined,
  pathOf: (item: Item) => string | undefined
): ReadonlyMap<Part, Item> => {
  const groups = new Map<string, { readonly parts: Array<Part>; readonly items: Array<Item> }>()
  for (const item of items) {
    const key = keyOfItem(item)
    if (key === undefined) continue
    const group = groups.get(key) ?? { parts: [], items: [] }
    groups.set(key, group)
    group.items.push(item)
  }
  for (const part of parts) {
    const key = keyOfPart(part)
    if (key !== undefined) groups.get(key)?.parts.push(part)
  }
  const found = new Map<Part, Item>()
  for (const group of groups.values()) {
    const byName = new Map<string, Array<Item>>()
    for (const item of group.items) {
      const name = basename(pathOf(item) ?? "")
      byName.set(name, [...(byName.get(name) ?? []), item])
    }
    const taken = new Set<Item>()
    for (const part of group.parts) {
      const item = byName.get(basename(part.key))?.shift()
      if (item === undefined) continue
      found.set(part, item)
      taken.add(item)
    }
    const free = group.items.filter((item) => !taken.has(item))
    for (const part of group.parts) {
      const item = found.has(part) ? undefined : free.shift()
      if (item !== undefined) found.set(part, item)
    }
  }
  return found
}

const unlessBlank = (text: string): string | undefined => (text.trim() === "" ? undefined : text)

/**
 * The ids of new texts, by key, that are existing texts: identical, as written or except for the spelling of links to
 * the same target, or at least half the same with 100 or more characters. One to one, the best first; among several
 * equally good ones, only identical texts are matched.
 */
export const recogniseMoved = (
  texts: ReadonlyArray<NewText>,
  old: ReadonlyArray<OldText>,
  known: KnownIds
): Effect.Effect<ReadonlyMap<string, string>> =>
  Effect.gen(function* () {
    const found = new Map<string, string>()
    const taken = new Set<string>()
    const newTexts = () => texts.filter(({ key }) => !found.has(key))
    const oldTexts = () => old.filter(({ id }) => !taken.has(id))
    const take = ({ key }: NewText, { id }: OldText): void => {
      found.set(key, id)
      taken.add(id)
    }
    const identical = (ofNew: (text: NewText) => string, ofOld: (text: OldText) => string): void => {
      const pairs = pairIdentical(
        newTexts(),
        oldTexts(),
        (text) => unlessBlank(ofNew(text)),
        (text) => unlessBlank(ofOld(text)),
        ({ path }) => path
      )
      for (const [text, item] of pairs) take(text, item)
    }
    identical(
      ({ markdown }) => markdown,
      ({ raw }) => raw
    )
    identical(
      (text) => normalNew(text, known),
      (text) => normalOld(text, known)
    )
    const from = oldTexts().filter(({ raw }) => raw.length >= shortest)
    const to = newTexts().filter(({ markdown }) => markdown.length >= shortest)
    const pairs = yield* pairTexts(
      from.map((text) => profileOf(text.raw, normalOld(text, known))),
      to.map((text) => profileOf(text.markdown, normalNew(text, known)))
    )
    for (const [number, item] of pairs) take(to[number]!, from[item]!)
    return found
  })
