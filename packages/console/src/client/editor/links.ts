/** Completes `[[` to a link to a page, and `@` to a person. */
import type { EditorState } from "@codemirror/state"
import { isVerbatim } from "./commands.js"
import { linkText } from "./linkText.js"
import type { Suggestion, SuggestionSource } from "./suggestions.js"

/** A page that can be linked to. */
export interface PageTarget {
  readonly title: string
  /** The address that the link gets. */
  readonly path: string
  /** What tells it apart from pages of the same title. */
  readonly detail?: string
}

/** A person who can be mentioned. */
export interface PersonTarget {
  readonly name: string
  /** The markdown of the mention. */
  readonly markdown: string
  readonly detail?: string
}

/** A heading of a page. */
export interface HeadingTarget {
  readonly title: string
  /** The part of the address after `#`. */
  readonly anchor: string
}

/** Where targets of links come from. */
export interface Targets {
  pages(query: string): Promise<ReadonlyArray<PageTarget>>
  people(query: string): Promise<ReadonlyArray<PersonTarget>>
  headings?(path: string): Promise<ReadonlyArray<HeadingTarget>>
}

/** An address as a link has it: in angle brackets if it would end early without them. */
export const linkAddress = (address: string): string => {
  const plain = address.trim().replace(/[<>\r\n]/g, (character) => encodeURIComponent(character))
  return /[\s()]/.test(plain) ? `<${plain}>` : plain
}

const option = (label: string, detail: string | undefined, before: string): Suggestion => ({
  label,
  before,
  ...(detail !== undefined && { detail })
})

/** What a pattern finds of the line before a position. */
const typedBefore = (state: EditorState, position: number, pattern: RegExp): RegExpExecArray | null =>
  pattern.exec(state.sliceDoc(Math.max(state.doc.lineAt(position).from, position - 100), position))

/** The pages for what is typed behind `[[`, and after `#` the headings of the first one. */
export const pageLinks = ({ headings, pages }: Targets): SuggestionSource => {
  const options = async (query: string): Promise<ReadonlyArray<Suggestion>> => {
    const [name = "", heading] = query.split("#")
    const found = await pages(name.trim())
    if (heading === undefined || headings === undefined) {
      return found.map(({ detail, path, title }) =>
        option(title, detail ?? path, `[${linkText(title)}](${linkAddress(path)})`)
      )
    }
    const [page] = found
    if (page === undefined) return []
    const parts = await headings(page.path)
    return parts
      .filter(({ title }) => title.toLowerCase().includes(heading.trim().toLowerCase()))
      .map(({ anchor, title }) =>
        option(title, page.title, `[${linkText(title)}](${linkAddress(`${page.path}#${anchor}`)})`)
      )
  }
  return async (state, position) => {
    const typed = typedBefore(state, position, /\[\[([^[\]\n]{0,80})$/)
    if (typed === null || isVerbatim(state, position)) return undefined
    return { from: position - typed[0].length, options: await options(typed[1]!) }
  }
}

/** The people for what is typed behind `@`. */
export const mentions =
  ({ people }: Targets): SuggestionSource =>
  async (state, position) => {
    const typed = typedBefore(state, position, /(?:^|[\s(>*])@([\p{L}\d._-]{0,40})$/u)
    if (typed === null || isVerbatim(state, position)) return undefined
    const found = await people(typed[1]!)
    return {
      from: position - typed[1]!.length - 1,
      options: found.map(({ detail, markdown, name }) => option(name, detail, markdown))
    }
  }
