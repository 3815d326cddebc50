/** Completes `[[` to a link to a page, and `@` to a person. */
import { type Completion, type CompletionSource, pickedCompletion } from "@codemirror/autocomplete"
import type { EditorView } from "@codemirror/view"
import { isVerbatim } from "./commands.js"

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

/** A text as a link has it. */
export const linkText = (text: string): string => text.replace(/[[\]\\]/g, "\\$&").replace(/\s+/g, " ")

const applied =
  (markdown: string) =>
  (view: EditorView, completion: Completion, from: number, to: number): void => {
    // Brackets that were closed beforehand belong to what is replaced.
    const end = view.state.doc.sliceString(to, to + 2) === "]]" ? to + 2 : to
    view.dispatch({
      changes: { from, to: end, insert: markdown },
      selection: { anchor: from + markdown.length },
      annotations: pickedCompletion.of(completion),
      scrollIntoView: true,
      userEvent: "input.complete"
    })
  }

const option = (label: string, detail: string | undefined, type: string, markdown: string): Completion => ({
  label,
  type,
  apply: applied(markdown),
  ...(detail !== undefined && { detail })
})

/** The pages for what is typed behind `[[`, and after `#` the headings of the first one. */
export const pageLinks = ({ headings, pages }: Targets): CompletionSource => {
  const options = async (query: string): Promise<ReadonlyArray<Completion>> => {
    const [name = "", heading] = query.split("#")
    const found = await pages(name.trim())
    if (heading === undefined || headings === undefined) {
      return found.map(({ detail, path, title }) =>
        option(title, detail ?? path, "page", `[${linkText(title)}](${linkAddress(path)})`)
      )
    }
    const [page] = found
    if (page === undefined) return []
    const parts = await headings(page.path)
    return parts
      .filter(({ title }) => title.toLowerCase().includes(heading.trim().toLowerCase()))
      .map(({ anchor, title }) =>
        option(title, page.title, "page", `[${linkText(title)}](${linkAddress(`${page.path}#${anchor}`)})`)
      )
  }
  return async (context) => {
    const typed = context.matchBefore(/\[\[[^[\]\n]{0,80}$/)
    if (typed === null || context.state.readOnly || isVerbatim(context.state, context.pos)) return null
    return { from: typed.from, options: await options(typed.text.slice(2)), filter: false }
  }
}

/** The people for what is typed behind `@`. */
export const mentions =
  ({ people }: Targets): CompletionSource =>
  async (context) => {
    const typed = context.matchBefore(/(?:^|[\s(>*])@[\p{L}\d._-]{0,40}$/u)
    if (typed === null || context.state.readOnly || isVerbatim(context.state, context.pos)) return null
    const at = typed.text.indexOf("@")
    const found = await people(typed.text.slice(at + 1))
    return {
      from: typed.from + at,
      options: found.map(({ detail, markdown, name }) => option(name, detail, "person", markdown)),
      filter: false
    }
  }
