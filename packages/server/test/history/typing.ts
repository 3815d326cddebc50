/** Clients that edit the pages of both spaces live, and clients that replace the whole texts of these pages meanwhile. */
import { setTimeout } from "node:timers/promises"
import {
  insertion,
  jsonOf,
  ModelClient,
  stringOf,
  wordOf,
  wordsIn
} from "../../../core/test/content/live-texts/ModelClient.js"
import type { Body } from "./Fleet.js"
import type { Outcome } from "./History.js"
import { type Called, outcomeOf } from "./Recorder.js"
import { pick, stepsOf, type Work } from "./Work.js"
import { type Place, text } from "./World.js"

/** How often a client that stops tries to send what it has typed. */
const tries = 100

const pathOf = ({ id, typed }: Place): string => `spaces/${id}/content/page/${typed}`

/** The answer to a call that succeeded. */
const bodyOf = ({ answer }: Called): Body | undefined =>
  answer.kind === "answer" && answer.status === 200 ? answer.body : undefined

/** Where one may type: anywhere below the title but within a word, which nobody could find again. */
const openPlaces = (markdown: string): ReadonlyArray<number> => {
  const taken = new Set<number>()
  for (const { from, to } of wordsIn(markdown)) for (let at = from + 1; at < to; at++) taken.add(at)
  const start = markdown.indexOf("\n") + 1
  return Array.from({ length: markdown.length - start + 1 }, (_, i) => start + i).filter((at) => !taken.has(at))
}

/** A text that a client has open. It sends what it has typed until that is acknowledged, through any server. */
const openText = ({ number, recorder }: Work, place: Place, name: string) => {
  const { call, record, tick } = recorder
  const { id: space, typed: page } = place
  const path = `${pathOf(place)}/live`
  const client = new ModelClient()
  const begun = new Map<number, number>()
  /** Whether nobody may have edited the text live yet, so that a revision ends the version that the client has. */
  let isNew = true
  let isOutdated = false

  const typed = (): ReadonlyArray<number> => client.unconfirmed.flatMap(({ words }) => words)
  const recordWords = (words: ReadonlyArray<number>, outcome: Outcome): void => {
    const completed = tick()
    for (const word of words) {
      record({ kind: "word", space, page, word, outcome, invoked: begun.get(word) ?? completed, completed })
    }
  }
  const forget = (outcome: Outcome): void => {
    recordWords(typed(), outcome)
    client.unconfirmed = []
    client.id = ""
  }
  /** Reads the text unless the client has it already; returns whether it has it now. */
  const open = async (server: number): Promise<boolean> => {
    if (client.id !== "") return true
    const found = bodyOf(await call(server, { method: "GET", path }, 200))
    if (found !== undefined) client.open({ ...found, markdown: found.markdown ?? "" })
    isNew = true
    isOutdated = false
    return found !== undefined
  }
  /** Types a word, which is not sent yet. */
  const type = (where: number): void => {
    const word = number()
    begun.set(word, tick())
    const at = pick(openPlaces(stringOf(client.text)), where)
    client.type(insertion(client.text, at, where % 6 === 0 ? `\n\n${wordOf(word)}` : wordOf(word)), [word])
  }
  /** Sends the whole text, because the changes after its version are not known any more. */
  const sendWhole = async (server: number): Promise<boolean> => {
    const body = { client: client.id, revision: client.revision, markdown: stringOf(client.text) }
    const { answer } = await call(server, { method: "POST", path, body }, 200, 409)
    if (answer.kind !== "answer" || answer.status >= 500) return false
    // Somebody else has changed the same place: one of several tries may have succeeded.
    forget(answer.status === 200 ? "done" : "unknown")
    return open(server)
  }
  /** Sends what was typed, and takes what others typed; returns whether that was answered. */
  const send = async (server: number, isLost = false): Promise<boolean> => {
    if (!(await open(server))) return false
    if (isOutdated) return sendWhole(server)
    const { id, unconfirmed, version } = client
    const updates = unconfirmed.map(({ changes }) => ({ changes: jsonOf(changes) }))
    const request = { method: "POST", path, body: { client: id, version, updates } } as const
    const called = await call(server, request, 200, ...(isNew ? [409] : []))
    const { answer, completed, invoked } = called
    const found = bodyOf(called)
    isOutdated = answer.kind === "answer" && answer.status === 409
    if (found === undefined || isLost) return false
    isNew = false
    const changes = found.updates.map((update) => JSON.stringify(update))
    const versions = { after: version, version: found.version }
    record({ kind: "log", space, page, client: name, ...versions, changes, invoked, completed })
    recordWords(typed(), "done")
    try {
      client.receive(found.updates)
    } catch (error) {
      record({ kind: "unfit", space, page, client: name, message: String(error), invoked, completed })
      client.unconfirmed = []
      client.id = ""
    }
    return true
  }
  /** Sends until everything is acknowledged. */
  const finish = async (): Promise<void> => {
    for (let server = 0; client.unconfirmed.length > 0; server++) {
      if (server === tries) return forget("unknown")
      if (!(await send(server))) await setTimeout(20)
    }
  }
  /** The text, with all that others typed. */
  const last = async (): Promise<void> => {
    const invoked = tick()
    // A version that has ended takes a second call to find out, and a third for the text.
    for (let left = 3; !(await send(0)); left--) if (left === 0) return
    record({ kind: "text", space, page, who: name, text: stringOf(client.text), invoked, completed: tick() })
  }
  return { open, type, send, finish, last }
}

/** Types words, and forgets some answers, as if they had been lost. */
const type = async (work: Work, client: number): Promise<void> => {
  const { afterwards, recorder, world } = work
  const texts = world.spaces.map((place) => openText(work, place, `client ${client}`))
  afterwards.push(async () => {
    for (const { last } of texts) await last()
  })
  for (const { kind, other, page, place, server } of stepsOf(client)) {
    if (recorder.isOver()) break
    const each = pick(texts, place)
    if (!(await each.open(server))) continue
    for (let words = other % 6; words > 0; words--) each.type(page + words * place)
    await each.send(server, kind === "head")
  }
  for (const { finish } of texts) await finish()
}

/** Adds words to pages that are edited live, as whole texts that are made from a revision. */
const rewrite = async ({ number, recorder, world }: Work, client: number): Promise<void> => {
  const { call, isOver, record } = recorder
  for (const { other, place, server } of stepsOf(client)) {
    if (isOver()) return
    const where = pick(world.spaces, place)
    const { id: space, typed: page } = where
    const head = bodyOf(await call(server, { method: "GET", path: `spaces/${space}` }, 200))
    if (head === undefined) continue
    const path = `spaces/${space}/revisions/${head.revision}/page/${page}`
    const read = bodyOf(await call(other, { method: "GET", path }, 200))
    if (read === undefined) continue
    const word = number()
    const markdown = `${read.markdown}\n${wordOf(word)}\n`
    const changes = [{ operation: "update_page", page, document: { markdown } }]
    const headers = { "if-match": `"${head.revision}"` }
    const request = { method: "POST", path: `spaces/${space}/content`, body: { changes }, headers } as const
    const called = await call(server + other, request, 200, 409, 412)
    const { completed, invoked } = called
    const written = bodyOf(called)
    const revision = written !== undefined && { revision: written.revision }
    record({ kind: "word", space, page, word, outcome: outcomeOf(called, 200), ...revision, invoked, completed })
  }
}

/** Looks at the pages when all have finished: their live texts, and their last revisions once something else is written. */
const look = async ({ fresh, recorder, world }: Work): Promise<void> => {
  const { call, record } = recorder
  for (const place of world.spaces) {
    const { id: space, shared, typed: page } = place
    const recordText = (who: string, called: Called): void => {
      const { completed, invoked } = called
      const text = bodyOf(called)?.markdown
      if (text !== undefined) record({ kind: "text", space, page, who, text, invoked, completed })
    }
    recordText("the live text", await call(1, { method: "GET", path: `${pathOf(place)}/live` }, 200))
    const value = fresh("flush")
    const changes = [{ operation: "update_page", page: shared[0]!, document: { markdown: text(value) } }]
    const called = await call(2, { method: "POST", path: `spaces/${space}/content`, body: { changes } }, 200)
    const { completed, invoked } = called
    const written = bodyOf(called)
    const revision = written !== undefined && { revision: written.revision }
    const outcome = outcomeOf(called, 200)
    record({ kind: "write", space, page: shared[0]!, value, outcome, ...revision, invoked, completed })
    recordText("the last revision", await call(0, { method: "GET", path: pathOf(place) }, 200))
  }
}

/** Four clients that type, and one that replaces whole texts. */
export const typing = (work: Work): ReadonlyArray<Promise<void>> => {
  const clients = [301, 302, 303, 304].map((client) => type(work, client))
  work.afterwards.push(() => look(work))
  return [...clients, rewrite(work, 305)]
}
