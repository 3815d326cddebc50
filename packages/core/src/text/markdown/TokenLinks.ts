/** The links in parsed markdown. */
import type { Token } from "markdown-it"
import { type BlockTag, tagAt } from "./BlockTag.js"
import { tagOf } from "./Parser.js"
import { htmlReferences, type Reference, tagReferences } from "./References.js"

/** A link of a section; `included` if its target is embedded. */
export interface SectionLink {
  readonly destination: string
  readonly included: boolean
}

/** Adds references as links. */
export const addLinks = (found: ReadonlyArray<Reference>, into: Array<SectionLink>): void => {
  for (const { destination, kind, tag } of found) {
    if (destination !== "") into.push({ destination, included: kind === "block" && tag === "include" })
  }
}

const htmlLinks = (html: string, into: Array<SectionLink>): void => {
  const found: Array<Reference> = []
  htmlReferences(html, 0, html.length, found)
  addLinks(found, into)
}

/** The destination that represents a specification of the organization. */
export const specDestination = (slug: string): string => `/openapi/${encodeURIComponent(slug)}`

const tagLinks = (tag: BlockTag, into: Array<SectionLink>): void => {
  if (tag.name.startsWith("openapi-")) {
    const { value = "" } = tag.arguments.find(({ key }) => key === "spec") ?? {}
    if (value !== "") into.push({ destination: specDestination(value), included: true })
  }
  const found: Array<Reference> = []
  tagReferences(tag, found)
  addLinks(found, into)
}

const textLinks = (text: string, into: Array<SectionLink>): void => {
  for (let at = text.indexOf("{%"); at >= 0; at = text.indexOf("{%", at + 2)) {
    const tag = tagAt(text, at)
    if (tag !== undefined) tagLinks(tag, into)
  }
}

/** Adds the links of a token and the tokens inside it, in order. */
export const tokenLinks = (token: Token, into: Array<SectionLink>): void => {
  switch (token.type) {
    case "inline":
      for (const child of token.children ?? []) tokenLinks(child, into)
      return
    case "link_open":
    case "image": {
      const destination = token.attrGet(token.type === "image" ? "src" : "href")
      if (typeof destination === "string" && destination !== "") into.push({ destination, included: false })
      for (const child of token.children ?? []) tokenLinks(child, into)
      return
    }
    case "html_block":
    case "html_inline":
      if (token.content.includes("=")) htmlLinks(token.content, into)
      return
    case "text":
      if (token.content.includes("{%")) textLinks(token.content, into)
      return
    default: {
      const tag = tagOf(token)
      if (tag !== undefined) tagLinks(tag, into)
    }
  }
}
