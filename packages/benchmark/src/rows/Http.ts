/** Lectern's server under load, compared with hand-written servers that give the same answers. */
import * as Effect from "effect/Effect"
import type { Row } from "../Harness.js"
import { answerOf, load, tagOf } from "../Load.js"
import * as PeerDatabase from "../peers/Database.js"
import { sameAnswer } from "../SameAnswer.js"
import { type ServerKind, startServer } from "../ServerProcess.js"
import { fillWithSpaces, newSpace, newWorkspace, pagesOf, spacesOf } from "../Workspace.js"

const spaceCount = 1_000
const seconds = 2.5

/** The path of a request, given the organization and one of its spaces. */
type PathOf = (organization: string, space: string) => string

const httpRow = (
  row: Pick<Row, "name" | "onlyAsked" | "subject" | "target"> & { readonly peer: Exclude<ServerKind, "lectern"> },
  pathOf: PathOf
): Row => ({
  name: row.name,
  ...(row.onlyAsked !== undefined && { onlyAsked: row.onlyAsked }),
  subject: row.subject,
  baseline: `${row.peer} + better-sqlite3`,
  unit: "requests/s",
  ...(row.target !== undefined && { target: row.target }),
  rounds: 5,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const spaces = yield* fillWithSpaces(workspace, spaceCount)
    const filename = PeerDatabase.createBeside(workspace, spaces)
    const subject = yield* startServer("lectern", workspace.filename)
    const peer = yield* startServer(row.peer, filename)
    const path = pathOf(workspace.organization, spaces[spaceCount >> 1]?.id ?? "")
    const asked = { url: `${subject.address}${path}`, token: workspace.token }
    const askedPeer = { ...asked, url: `${peer.address}${path}` }
    sameAnswer(yield* answerOf(asked), yield* answerOf(askedPeer))
    return { subject: load(subject.process, asked, seconds), baseline: load(peer.process, askedPeer, seconds) }
  })
})

const get: PathOf = (_, space) => `/v1/spaces/${space}`
const list: PathOf = (organization) => `/v1/orgs/${organization}/spaces?limit=100`

/** Compares two servers of Lectern on the same file. */
const telemetryRow = (
  row: Pick<Row, "name" | "subject" | "baseline" | "target" | "rounds">,
  subjectKind: ServerKind,
  baselineKind: ServerKind
): Row => ({
  ...row,
  onlyAsked: true,
  unit: "requests/s",
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const [space] = yield* fillWithSpaces(workspace, 1)
    const subject = yield* startServer(subjectKind, workspace.filename)
    const baseline = yield* startServer(baselineKind, workspace.filename)
    const measure = ({ address, process }: typeof subject) =>
      load(process, { url: `${address}${get("", space?.id ?? "")}`, token: workspace.token }, seconds)
    return { subject: measure(subject), baseline: measure(baseline) }
  })
})

/** A server with telemetry compared with one without. */
export const httpGetTraced: Row = telemetryRow(
  {
    name: "http-get-traced",
    subject: "HTTP, get a space, traced and measured",
    baseline: "the same without telemetry",
    rounds: 5
  },
  "lectern-traced",
  "lectern"
)

/** A server whose telemetry is off compared with one from which its code was removed. */
export const httpGetUntraced: Row = telemetryRow(
  {
    name: "http-get-untraced",
    subject: "HTTP, get a space, telemetry off",
    baseline: "the same without its code",
    target: { of: "ratio", kind: "at least", value: 0.98 },
    rounds: 15
  },
  "lectern",
  "lectern-without-telemetry"
)

/** Gets one space, compared with fastify. */
export const httpGet: Row = httpRow(
  {
    name: "http-get",
    subject: "HTTP, get a space",
    peer: "fastify",
    target: { of: "ratio", kind: "at least", value: 0.75 }
  },
  get
)

/** Gets one space, compared with bare node:http. */
export const httpGetBare: Row = httpRow(
  { name: "http-get-bare", onlyAsked: true, subject: "HTTP, get a space", peer: "node:http" },
  get
)

/** Lists a hundred spaces, compared with fastify. */
export const httpList: Row = httpRow(
  {
    name: "http-list",
    subject: "HTTP, list 100 spaces",
    peer: "fastify",
    target: { of: "ratio", kind: "at least", value: 2 }
  },
  list
)

/** Lists a hundred spaces, compared with bare node:http. */
export const httpListBare: Row = httpRow(
  { name: "http-list-bare", onlyAsked: true, subject: "HTTP, list 100 spaces", peer: "node:http" },
  list
)

const pageCount = 1_000

/** Gets a thousand pages of 4 KB as markdown in turn, compared with fastify. */
export const httpPage: Row = {
  name: "http-page",
  subject: "HTTP, get a page",
  baseline: "fastify + better-sqlite3",
  unit: "requests/s",
  target: { of: "ratio", kind: "at least", value: 1.1 },
  rounds: 5,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const space = yield* newSpace(workspace, pageCount, 4_000)
    const pages = yield* pagesOf(workspace, space, pageCount)
    const spaces = yield* spacesOf(workspace)
    const filename = PeerDatabase.createBeside(workspace, spaces, { space, pages })
    const paths = pages.map(({ id }) => `/v1/spaces/${space}/content/page/${id}`)
    const { token } = workspace
    const subject = yield* startServer("lectern", workspace.filename)
    const peer = yield* startServer("fastify", filename)
    const answerFrom = ({ address }: typeof subject) => answerOf({ url: `${address}${paths[pageCount >> 1]}`, token })
    sameAnswer(yield* answerFrom(subject), yield* answerFrom(peer))
    const measure = ({ address, process }: typeof subject) => load(process, { url: address, paths, token }, seconds)
    return { subject: measure(subject), baseline: measure(peer) }
  })
}

/** Answers that nothing has changed, compared with bare node:http that compares the tag of a space. */
export const httpNotModified: Row = {
  name: "http-not-modified",
  subject: "HTTP, 304 on the content of a space",
  baseline: "node:http + better-sqlite3",
  unit: "requests/s",
  target: { of: "ratio", kind: "at least", value: 0.55 },
  rounds: 5,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const spaces = yield* fillWithSpaces(workspace, spaceCount)
    const filename = PeerDatabase.createBeside(workspace, spaces)
    const path = `/v1/spaces/${spaces[spaceCount >> 1]?.id ?? ""}/content`
    const measure = (kind: "lectern" | "node:http", file: string) =>
      Effect.gen(function* () {
        const { address, process } = yield* startServer(kind, file)
        const asked = { url: `${address}${path}`, token: workspace.token }
        return load(process, { ...asked, tag: yield* tagOf(asked) }, seconds)
      })
    return {
      subject: yield* measure("lectern", workspace.filename),
      baseline: yield* measure("node:http", filename)
    }
  })
}
