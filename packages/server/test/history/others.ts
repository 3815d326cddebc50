/** Clients that change access, rely on it, move collections, and import. */
import { outcomeOf } from "./Recorder.js"
import { pick, stepsOf, type Work } from "./Work.js"
import { valueOf } from "./World.js"

/** A token, which may have been revoked. */
interface Pass {
  readonly id: string
  readonly token: string
}

/** Changes access, one change after the other, and makes and revokes tokens. */
const changeAccess = async ({ fresh, recorder, world }: Work, passes: Array<Pass>): Promise<void> => {
  const { call, isOver, record } = recorder
  const tokens = `orgs/${world.organization}/tokens`
  let revoked = 0
  const changeGrant = async (which: number, where: number, level: number, server: number): Promise<void> => {
    const { user } = pick(world.readers, which)
    const { id } = pick(world.spaces, where)
    const open = level % 2 === 0
    const body = { users: [user], role: open ? "read" : null }
    const called = await call(server, { method: "POST", path: `spaces/${id}/permissions`, body }, 204)
    const { completed, invoked } = called
    record({ kind: "access", name: `${user} in ${id}`, open, outcome: outcomeOf(called, 204), invoked, completed })
  }
  const makeToken = async (server: number): Promise<void> => {
    const request = { method: "POST", path: tokens, body: { label: fresh("token") } } as const
    const { answer, completed, invoked } = await call(server, request, 201)
    if (answer.kind !== "answer" || answer.status !== 201) return
    const { apiToken, token } = answer.body
    record({ kind: "access", name: apiToken.id, open: true, outcome: "done", invoked, completed })
    passes.push({ id: apiToken.id, token })
  }
  const revokeToken = async ({ id }: Pass, server: number): Promise<void> => {
    const called = await call(server, { method: "DELETE", path: `${tokens}/${id}` }, 204)
    const { completed, invoked } = called
    record({ kind: "access", name: id, open: false, outcome: outcomeOf(called, 204), invoked, completed })
    revoked++
  }
  for (const { kind, other, page, place, server } of stepsOf(101)) {
    if (isOver()) return
    const next = passes[revoked]
    if (kind !== "merge") await changeGrant(page, place, other, server)
    else if (next !== undefined && passes.length > revoked + 1) await revokeToken(next, server)
    else await makeToken(server)
  }
}

/** Reads as a user whose access changes. */
const relyOnAccess = async ({ recorder, world }: Work, passes: Array<Pass>, client: number): Promise<void> => {
  const { call, isOver, record } = recorder
  const read = async (which: number, where: number, at: number, server: number): Promise<void> => {
    const { token, user } = pick(world.readers, which)
    const { id: space, shared } = pick(world.spaces, where)
    const page = pick(shared, at)
    const path = `spaces/${space}/content/page/${page}`
    const { answer, completed, invoked } = await call(server, { method: "GET", path, token }, 200, 404)
    if (answer.kind !== "answer" || answer.status > 404) return
    const open = answer.status === 200
    record({ kind: "entry", name: `${user} in ${space}`, open, invoked, completed })
    if (open) record({ kind: "read", space, page, value: valueOf(answer.body), invoked, completed })
  }
  const pass = async ({ id, token }: Pass, server: number): Promise<void> => {
    const path = `spaces/${world.imported}`
    // A token that is revoked while its request is answered may not find anything any more.
    const { answer, completed, invoked } = await call(server, { method: "GET", path, token }, 200, 401, 404)
    if (answer.kind !== "answer" || answer.status > 404) return
    record({ kind: "entry", name: id, open: answer.status === 200, invoked, completed })
  }
  for (const { kind, other, page, place, server } of stepsOf(client)) {
    if (isOver()) return
    const latest = passes.slice(-3)
    if (kind === "read" && latest.length > 0) await pass(pick(latest, other), server)
    else await read(other, place, page, server)
  }
}

/** Moves two collections into each other concurrently, which only one of two servers may do. */
const moveCollections = async ({ fresh, recorder, world }: Work): Promise<void> => {
  const { call, isOver, record } = recorder
  const make = async (server: number): Promise<string | undefined> => {
    const path = `orgs/${world.organization}/collections`
    const { answer } = await call(server, { method: "POST", path, body: { title: "Moved" } }, 201)
    return answer.kind === "answer" && answer.status === 201 ? answer.body.id : undefined
  }
  for (const { other, server } of stepsOf(102)) {
    if (isOver()) return
    const one = await make(server)
    const two = await make(other)
    if (one === undefined || two === undefined) continue
    const name = fresh("move")
    const move = async (which: string, parent: string, through: number): Promise<void> => {
      const request = { method: "POST", path: `collections/${which}/move`, body: { parent } } as const
      const called = await call(through, request, 200, 409)
      const { completed, invoked } = called
      record({ kind: "claim", name, outcome: outcomeOf(called, 200), invoked, completed })
    }
    await Promise.all([move(one, two, server), move(two, one, server + 1)])
  }
}

/** How many pages a site has. */
export const sitePages = 3

/** Imports sites. Each is there once in the end. Waits for all imports that have begun. */
const importSites = async ({ fresh, fleet, recorder, site, world }: Work): Promise<void> => {
  const { call, isOver, record } = recorder
  const begun: Array<() => Promise<void>> = []
  const isEnded = async (path: string, server: number): Promise<string | undefined> => {
    const answer = await fleet.call(server, { method: "GET", path })
    const status = answer.kind === "answer" && answer.status === 200 ? answer.body.status : "unknown"
    return /^(unknown|pending|running)$/.test(status) ? undefined : status
  }
  for (const { server } of stepsOf(103)) {
    if (isOver()) break
    const value = fresh("import")
    const body = { url: site(value), source: "website" }
    const path = `spaces/${world.imported}/content/import`
    const called = await call(server, { method: "POST", path, body, headers: { prefer: "respond-async" } }, 202, 409)
    const { answer, completed, invoked } = called
    const job = { kind: "job", space: world.imported, value, pages: sitePages, invoked, completed } as const
    if (answer.kind !== "answer" || answer.status !== 202) {
      const isRefused = answer.kind === "unsent" || (answer.kind === "answer" && answer.status < 500)
      record({ ...job, outcome: isRefused ? "refused" : "unknown" })
      continue
    }
    begun.push(async () => {
      for (let tries = 0; ; tries++) {
        const status = await isEnded(`imports/${answer.body.id}`, tries)
        if (status !== undefined) return record({ ...job, outcome: status === "complete" ? "done" : "refused" })
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })
    await recorder.progress(20)
  }
  for (const end of begun) await end()
}

/** Clients who change access, and clients who rely on it. */
export const readers = (work: Work): ReadonlyArray<Promise<void>> => {
  const passes: Array<Pass> = []
  return [changeAccess(work, passes), relyOnAccess(work, passes, 104), relyOnAccess(work, passes, 105)]
}

/** All of them. */
export const others = (work: Work): ReadonlyArray<Promise<void>> => [
  ...readers(work),
  moveCollections(work),
  importSites(work)
]
