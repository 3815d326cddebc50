/** Changing one's mind about a conflict that is decided already, for as long as the change request is not merged. */
import { marked } from "@lectern/core/internal/content/merge/Markers"
import { type Decision, resultOf } from "./Conflict.js"
import type { Ask } from "./Deciding.js"

/** What was decided, and the revisions of both sides before that. */
export interface Decided extends Decision {
  readonly space: string
  readonly request: string
  readonly revisions: { readonly main: string; readonly request: string }
}

/** Fields of a page that an edit sets by their name, and whether it can remove them. */
const settable: Readonly<Record<string, boolean>> = {
  title: false,
  slug: false,
  description: true,
  icon: true,
  emoji: true,
  condition: true,
  hidden: false,
  noIndex: false,
  noRobotsIndex: false
}

const front = /^---\r?\n[\s\S]*?^---[ \t]*(?:\r?\n|$)/m

/** Whether both versions can be put into the text again, between markers. */
export const canReopen = ({ choice, conflict }: Decision): boolean =>
  conflict.kind === "block" && conflict.type === "page" && resultOf(conflict, choice) !== ""

/** The side that can be taken instead, of what has no place in a text. */
export const otherSide = ({ choice, conflict }: Decision): "main" | "request" | undefined => {
  const { item: _, kind, main, request, type, where } = conflict
  if (!("take" in choice) || type !== "page") return undefined
  const other = choice.take === "main" ? "request" : "main"
  const value = other === "main" ? main : request
  if (kind === "item") return other
  if (kind === "place") return typeof value === "string" && conflict.base !== undefined ? other : undefined
  return kind === "field" && (value === undefined ? settable[where] === true : where in settable) ? other : undefined
}

/** Puts both versions into the text again. Answers whether the place was found. */
export const reopen = async (ask: Ask, line: string, { choice, conflict }: Decision): Promise<boolean> => {
  const { revision } = await ask<{ revision: string }>("GET", line)
  const address = `${line}/content/page/${conflict.item}?format=markdown`
  const { markdown = "" } = await ask<{ markdown?: string }>("GET", address)
  const result = resultOf(conflict, choice)
  const at = markdown.indexOf(result)
  const start = front.exec(markdown)?.index === 0 ? front.exec(markdown)![0].length : 0
  if (at < start || markdown.indexOf(result, at + 1) >= 0) return false
  const eol = markdown.includes("\r\n") ? "\r\n" : "\n"
  const both = marked(String(conflict.main ?? ""), String(conflict.request ?? ""), eol)
  const text = markdown.slice(0, at) + both + markdown.slice(at + result.length)
  const changes = [{ operation: "update_page", page: conflict.item, document: { markdown: text } }]
  await ask("POST", `${line}/content`, { body: { changes }, match: revision })
  return true
}

/** Takes the other side of what has no place in a text. */
export const takeInstead = async (ask: Ask, line: string, decided: Decided): Promise<void> => {
  const { conflict, request, revisions, space } = decided
  const side = otherSide(decided)
  if (side === undefined) return
  const { item: page, kind, where } = conflict
  const value = conflict[side]
  const edit = (change: object) => ask("POST", `${line}/content`, { body: { changes: [change] } })
  if (kind === "item" && value !== undefined) {
    const body = { pages: [page], changeRequest: request }
    await ask("POST", `/spaces/${space}/revisions/${revisions[side]}/restore`, { body })
  } else if (kind === "item") await edit({ operation: "delete_page", page })
  else if (kind === "place") await edit({ operation: "update_page", page, into: value === "" ? null : value })
  else await edit({ operation: "update_page", page, [where]: value ?? null })
}
