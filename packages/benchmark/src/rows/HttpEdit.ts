/** How the cost of edits over HTTP grows with their space, section and change request. */

import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import type { SpaceTree, TreePage } from "@lectern/core/content/SpaceTree"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import { markdownOf, titleOf } from "../Corpus.js"
import { clock, type Family, type Measure, type Prepared } from "../Harness.js"
import { type RunningServer, startServer } from "../ServerProcess.js"
import { newWorkspace, type Workspace, within } from "../Workspace.js"

const [large, small] = [10_000, 100]
const bytes = 2_000
const changesInBatch = 50
const batches = 4
/** Many rounds, because they differ by a fifth if other work of the server falls into them. */
const rounds = 15

/** A space with all its pages in one section. */
export const sectionOf = (count: number): SpaceTree => {
  const page = (i: number, pages: ReadonlyArray<TreePage> = []): TreePage => ({
    key: `page-${i}.md`,
    type: "document",
    title: titleOf(i),
    slug: `page-${i}`,
    markdown: markdownOf(i, bytes),
    pages
  })
  const below = Array.from({ length: count - 1 }, (_, i) => page(i + 1))
  return { pages: [page(0, below)], files: [], reusableContents: [], variables: {}, redirects: {} }
}

/** A space to type into, and the page that contains all others. */
interface EditedSpace {
  /** The server's process. */
  readonly process: number
  readonly url: string
  readonly token: string
  readonly section: string
  readonly size: number
}

const placeOf = Effect.fnUntraced(function* (workspace: Workspace, { address, process }: RunningServer, size: number) {
  const made = Effect.gen(function* () {
    const { id } = yield* (yield* Spaces).create(workspace.organization, { title: `${size} pages` })
    yield* (yield* ContentSync).apply(id, sectionOf(size))
    return { id, section: (yield* (yield* Contents).pageByPath(id, "page-0")).id }
  })
  const { id, section } = yield* within(workspace, made)
  const place: EditedSpace = {
    process,
    url: `${address}/v1/spaces/${id}/content`,
    token: workspace.token,
    section,
    size
  }
  return place
})

/** The number of pages of the spaces with change requests, and how many of them the requests have already changed. */
const [inRequests, changedMuch, changedLittle] = [3_200, 3_000, 100]

/** A change request that has changed this many pages, and a page that it has not changed. */
const requestOf = Effect.fnUntraced(function* (
  workspace: Workspace,
  { address, process }: RunningServer,
  changed: number
) {
  const made = Effect.gen(function* () {
    const { id } = yield* (yield* Spaces).create(workspace.organization, { title: `${changed} changes` })
    yield* (yield* ContentSync).apply(id, sectionOf(inRequests))
    const [top] = (yield* (yield* Contents).pages(id)).pages
    const pages = top?.type === "document" ? top.pages.map((page) => page.id) : []
    const { id: changeRequest } = yield* (yield* ChangeRequests).create(id, {})
    for (let from = 0; from < changed; from += changesInBatch) {
      const changes = pages
        .slice(from, from + changesInBatch)
        .map((page) => ({ operation: "update_page" as const, page, title: "Changed" }))
      yield* (yield* ContentEdits).apply(id, { changes }, { changeRequest })
    }
    return { id, changeRequest, section: pages.at(-1) ?? "" }
  })
  const { changeRequest, id, section } = yield* within(workspace, made)
  const url = `${address}/v1/spaces/${id}/change-requests/${changeRequest}/content?compat=false`
  const place: EditedSpace = { process, url, token: workspace.token, section, size: inRequests }
  return place
})

/** The part of the response to an edit that is needed. */
interface Changed {
  readonly changes: ReadonlyArray<{ readonly page: { readonly id: string } }>
}

const post = async ({ token, url }: EditedSpace, changes: ReadonlyArray<object>): Promise<Changed> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ changes }) })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Changed
}

/** The fields that differ between typed pages. */
type Typed = (place: EditedSpace, i: number) => object

/**
 * Inserts pages in batches and deletes them again, so that the space keeps its size; returns the microseconds per
 * change.
 */
const typing = (place: EditedSpace, typed: Typed): Measure =>
  Effect.promise(async () => {
    const stop = clock(place.process)
    for (let batch = 0; batch < batches; batch++) {
      const inserts = Array.from({ length: changesInBatch }, (_, i) => ({
        operation: "insert_page",
        title: "Typed",
        document: { markdown: `${markdownOf(large + batch * changesInBatch + i, bytes)}` },
        ...typed(place, i)
      }))
      const { changes } = await post(place, inserts)
      await post(
        place,
        changes.map(({ page }) => ({ operation: "delete_page", page: page.id }))
      )
    }
    return stop(2 * batches * changesInBatch)
  })

/** Rewrites the section repeatedly; returns the microseconds per change. */
const rewriting = (place: EditedSpace): Measure =>
  Effect.promise(async () => {
    const started = process.hrtime.bigint()
    const stop = clock(place.process)
    for (let batch = 0; batch < batches * changesInBatch; batch++) {
      const document = { markdown: markdownOf(large + (Number(started) % 1_000) + batch, bytes) }
      await post(place, [{ operation: "update_page", page: place.section, document }])
    }
    return stop(batches * changesInBatch)
  })

/** Changes the title and slug of a page repeatedly; returns the microseconds per change. */
const renaming = (place: EditedSpace): Measure =>
  Effect.promise(async () => {
    const started = process.hrtime.bigint()
    const stop = clock(place.process)
    for (let i = 0; i < batches * changesInBatch; i++) {
      const name = `renamed-${Number(started) % 1_000}-${i}`
      await post(place, [{ operation: "update_page", page: place.section, title: name, slug: name }])
    }
    return stop(batches * changesInBatch)
  })

/** Batches of edits over HTTP, in a space of 10,000 pages compared with one of 100. */
export const httpEdit: Family = {
  name: "http-edit",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const server = yield* startServer("lectern", workspace.filename)
    const places = {
      subject: yield* placeOf(workspace, server, large),
      baseline: yield* placeOf(workspace, server, small)
    }
    const row = (name: string, subject: string, measure: (place: EditedSpace) => Measure): Prepared => ({
      name,
      subject: `${subject}, ${large.toLocaleString("en-US")} pages`,
      baseline: `${small} pages`,
      unit: "µs",
      target: { of: "ratio", kind: "at most", value: 1.3 },
      rounds,
      pair: { subject: measure(places.subject), baseline: measure(places.baseline) }
    })
    const requests = {
      subject: yield* requestOf(workspace, server, changedMuch),
      baseline: yield* requestOf(workspace, server, changedLittle)
    }
    const inRequest: Prepared = {
      name: "http-edit-request",
      subject: `rename a page in a change request, ${changedMuch.toLocaleString("en-US")} changes`,
      baseline: `${changedLittle} changes`,
      unit: "µs",
      target: { of: "ratio", kind: "at most", value: 1.3 },
      rounds,
      pair: { subject: renaming(requests.subject), baseline: renaming(requests.baseline) }
    }
    const below: Typed = ({ section }) => ({ into: section })
    const inTheMiddle: Typed = ({ section, size }) => ({ into: section, at: size >> 1 })
    return [
      row("http-edit", "type pages at the root", (place) => typing(place, () => ({}))),
      row("http-edit-section", "type pages into the section of all others", (place) => typing(place, below)),
      row("http-edit-at", "type pages into its middle", (place) => typing(place, inTheMiddle)),
      row("http-edit-root", "rewrite the section of all others", rewriting),
      inRequest
    ]
  })
}
