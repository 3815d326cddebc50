/** Fields of a page that its text may state, in the front matter or as its heading, on some of the sides. */
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import type { PageItem } from "../../../src/content/items/Item.js"
import { mergeItem } from "../../../src/content/merge/MergeItems.js"
import type { Resolution } from "../../../src/content/merge/Resolution.js"
import { derive } from "../../../src/content/pages/PageMetadata.js"
import { page, runs } from "./pages.js"

const word = fc.constantFrom("a", "b", "c")
const maybe = fc.option(word, { nil: undefined })

/** A version of a page: its text, and the fields that the text does not state. */
const version = fc.record({
  keys: fc.record({ title: maybe, icon: maybe, description: maybe }),
  heading: maybe,
  blocks: fc.tuple(word, word),
  fields: fc.record({ title: word, icon: maybe, description: maybe })
})
type Version = typeof version extends fc.Arbitrary<infer A> ? A : never

const textOf = ({ blocks, heading, keys }: Version): string => {
  const front = Object.entries(keys).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}\n`]))
  const body = [...(heading === undefined ? [] : [`# ${heading}`]), ...blocks.map((each) => `block ${each}`)]
  return `${front.length === 0 ? "" : `---\n${front.join("")}---\n\n`}${body.join("\n\n")}\n`
}

const names = ["title", "icon", "description"] as const

const pageOf = (given: Version, document: string): PageItem => {
  const fields = { ...given.fields, ...derive(textOf(given)) }
  return {
    ...page,
    document,
    title: fields.title ?? "",
    ...(fields.icon !== undefined && { icon: fields.icon }),
    ...(fields.description !== undefined && { description: fields.description })
  }
}

it("a field is as the one side that changed it, or as decided where both did, whichever text states it", () => {
  fc.assert(
    fc.property(version, version, version, (base, ours, theirs) => {
      const texts: Readonly<Record<string, string>> = { base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) }
      const sides = { base: pageOf(base, "base"), ours: pageOf(ours, "ours"), theirs: pageOf(theirs, "theirs") }
      const markdown = (hash: string): string => texts[hash] ?? ""
      const { conflicts } = mergeItem(sides, markdown)
      for (const side of ["ours", "theirs"] as const) {
        const all = new Map<string, Resolution>(conflicts.map(({ where }) => [where, side]))
        const decided = mergeItem(sides, markdown, all)
        expect(decided.conflicts).toEqual([])
        for (const name of names) {
          const [b, o, t] = [sides.base[name], sides.ours[name], sides.theirs[name]]
          const expected = o === b ? t : t === b ? o : sides[side][name]
          const found = decided.value?.kind === "page" ? decided.value[name] : undefined
          expect([name, found]).toEqual([name, expected])
          const stated = derive(
            decided.body?.text ?? markdown(decided.value?.kind === "page" ? (decided.value.document ?? "") : "")
          )
          if (stated[name] !== undefined) expect([name, stated[name]]).toEqual([name, expected])
        }
      }
    }),
    runs
  )
})
