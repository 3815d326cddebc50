/** The spaces, pages and people that the clients work on, and their state in the end. */
import type { Body, Fleet, Request } from "./Fleet.js"
import type { Revision, ToldEvent } from "./History.js"

/** A space of pages that everybody edits, of pages that one editor merges into, and of one that is edited live. */
export interface Place {
  readonly id: string
  readonly shared: ReadonlyArray<string>
  readonly merged: ReadonlyArray<string>
  readonly typed: string
}

/** A service user who may read, unless it is denied. */
export interface Reader {
  readonly user: string
  readonly token: string
}

/** All that clients know of the workspace from its beginning. */
export interface World {
  readonly organization: string
  readonly spaces: ReadonlyArray<Place>
  /** A space to import into. */
  readonly imported: string
  readonly readers: ReadonlyArray<Reader>
}

/** How many editors there are; each has a page of its own in every space. */
export const editors = 4

/** A call that has to succeed. */
export const asked = async (fleet: Fleet, request: Request): Promise<Body> => {
  const answer = await fleet.call(0, request)
  if (answer.kind === "answer" && answer.status < 300) return answer.body
  throw new Error(`${request.method} ${request.path}: ${JSON.stringify(answer)}`)
}

/** Makes the content that the clients work on. */
export const makeWorld = async (fleet: Fleet): Promise<World> => {
  const { items } = await asked(fleet, { method: "GET", path: "orgs" })
  const organization = items[0]!.id
  const post = (path: string, body: unknown): Promise<Body> => asked(fleet, { method: "POST", path, body })
  const space = async (title: string): Promise<string> => (await post(`orgs/${organization}/spaces`, { title })).id
  const place = async (title: string): Promise<Place> => {
    const id = await space(title)
    const titles = Array.from({ length: 4 + editors }, (_, i) => `${title}-${i}`)
    const changes = titles.map((page) => ({ operation: "insert_page", document: { markdown: text(page) } }))
    const made = (await post(`spaces/${id}/content`, { changes })).changes.map(({ page }) => page.id)
    return { id, shared: made.slice(0, 3), merged: made.slice(3, -1), typed: made.at(-1)! }
  }
  const reader = async (label: string): Promise<Reader> => {
    const { apiToken, token } = await post(`orgs/${organization}/tokens`, { label })
    return { user: apiToken.user.id, token }
  }
  return {
    organization,
    spaces: [await place("first"), await place("second")],
    imported: await space("imported"),
    readers: [await reader("one"), await reader("two")]
  }
}

/** The text of a page that has a value. */
export const text = (value: string): string => `# ${value}\n\nThe value is ${value}.\n`

/** The value of a page that was read; one that is half there is none. */
export const valueOf = ({ markdown = "", title }: Body): string =>
  markdown === text(title) ? title : `${title} with ${markdown}`

/** Revisions of a space with the text of the page that is edited live. */
const withTexts = async (
  fleet: Fleet,
  space: string,
  page: string,
  chain: ReadonlyArray<Revision>
): Promise<ReadonlyArray<Revision>> => {
  const texts = new Map<string, string>()
  const textIn = async ({ id, pages }: Revision): Promise<string> => {
    const document = pages[page]!
    const path = `spaces/${space}/revisions/${id}/page/${page}`
    const known = texts.get(document) ?? (await asked(fleet, { method: "GET", path })).markdown ?? ""
    texts.set(document, known)
    return known
  }
  const all: Array<Revision> = []
  for (const one of chain) all.push({ ...one, pages: { ...one.pages, [page]: await textIn(one) } })
  return all
}

/** The revisions of a space, oldest first, from a given one or the first to the current one. */
export const chainOf = async (
  fleet: Fleet,
  world: World,
  space: string,
  from?: string
): Promise<ReadonlyArray<Revision>> => {
  const typed = world.spaces.find(({ id }) => id === space)?.typed
  const revisionOf = (body: Body): Revision => {
    const { id, pages, parents } = body
    const all = (among: ReadonlyArray<Body>): ReadonlyArray<Body> =>
      among.flatMap((page) => [page, ...all(page.pages ?? [])])
    const value = (page: Body): string => (page.id === typed ? (page.documentId ?? page.title) : page.title)
    return { id, parents, pages: Object.fromEntries(all(pages).map((page) => [page.id, value(page)])) }
  }
  const chain = [revisionOf(await asked(fleet, { method: "GET", path: `spaces/${space}/content` }))]
  for (let next = chain[0]; next !== undefined && next.id !== from; next = chain.at(-1)) {
    const [parent] = next.parents
    if (parent === undefined) break
    chain.push(revisionOf(await asked(fleet, { method: "GET", path: `spaces/${space}/revisions/${parent}` })))
  }
  const oldestFirst = chain.toReversed()
  return typed === undefined ? oldestFirst : withTexts(fleet, space, typed, oldestFirst)
}

/** The request for events of the content of a space after one, a few of them. */
export const contentUpdates = (space: string, after: string): Request => ({
  method: "GET",
  path: `spaces/${space}/events?type=space_content_updated&limit=5&after=${after}`
})

/** The id of the last event of a space; of one that none can come before, if it has none. */
export const lastEvent = async (fleet: Fleet, space: string): Promise<string> => {
  let after = "000000000"
  while (true) {
    const { items, next } = await asked(fleet, contentUpdates(space, after))
    if (items.length === 0 && next.after === after) return after
    after = next.after
  }
}

/** The events of the content of a space after one. */
export const eventsOf = async (fleet: Fleet, space: string, from: string): Promise<ReadonlyArray<ToldEvent>> => {
  const told: Array<ToldEvent> = []
  for (let after = from; ; ) {
    const { items, next } = await asked(fleet, contentUpdates(space, after))
    told.push(...items.map(({ id, revision }) => ({ id, revision })))
    if (items.length === 0 && next.after === after) return told
    after = next.after
  }
}

/** The current revision of each space. */
export const headsOf = async (fleet: Fleet, { imported, spaces }: World): Promise<Readonly<Record<string, string>>> => {
  const heads: Record<string, string> = {}
  for (const space of [...spaces.map(({ id }) => id), imported]) {
    heads[space] = (await asked(fleet, { method: "GET", path: `spaces/${space}/content` })).id
  }
  return heads
}
