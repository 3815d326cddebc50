/**
 * The history of three servers on one database, which are killed, paused and cut off from it while clients work: whatever
 * was acknowledged holds. One round has a disturbance of every kind; `LECTERN_RUNS` makes one for every 100 runs.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { runs } from "@lectern/storage-testing/runs"
import { afterAll, beforeAll, expect, it } from "vitest"
import { lectern } from "../program.js"
import { violationsIn } from "./checker.js"
import { disturbAll, troubles } from "./disturbing.js"
import { edit } from "./editing.js"
import { type Fleet, startFleet } from "./Fleet.js"
import type { History, Revision } from "./History.js"
import { others, readers, sitePages } from "./others.js"
import { makeRecorder, type Recorder } from "./Recorder.js"
import type { Work } from "./Work.js"
import { chainOf, editors, headsOf, makeWorld, type World } from "./World.js"

let fleet: Fleet
let world: World

const sites = createServer((request, response) => {
  const [, title = "", page = ""] = (request.url ?? "").split("/")
  const links = Array.from({ length: sitePages - 1 }, (_, i) => `<a href="/${title}/${i}">${title}</a>`)
  const body = `<h1>${title}</h1><p>${page === "" ? links.join(" ") : `Page ${page}.`}</p>`
  response.writeHead(200, { "content-type": "text/html" })
  response.end(`<!doctype html><html><head><title>${title}</title></head><body><main>${body}</main></body></html>`)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => sites.listen(0, "127.0.0.1", resolve))
  fleet = await startFleet(3)
  world = await makeWorld(fleet)
})
afterAll(async () => {
  await fleet?.stop()
  sites.close()
  sites.closeAllConnections()
})

let names = 0

const editing = (work: Work): ReadonlyArray<Promise<void>> => Array.from({ length: editors }, (_, i) => edit(work, i))

/** Lets clients work until something has been done, and gives the history. */
const history = async (
  during: (recorder: Recorder) => Promise<void>,
  clientsOf: (work: Work) => ReadonlyArray<Promise<void>>
): Promise<History> => {
  const recorder = makeRecorder(fleet)
  const heads = await headsOf(fleet, world)
  const work = {
    fleet,
    world,
    recorder,
    fresh: (what: string) => `${what}-${++names}`,
    site: (title: string) => `http://127.0.0.1:${(sites.address() as AddressInfo).port}/${title}/`
  }
  const clients = Promise.all(clientsOf(work))
  await Promise.race([during(recorder), clients])
  recorder.end()
  await clients
  const spaces: Record<string, ReadonlyArray<Revision>> = {}
  const touched = new Set(recorder.events.map((event) => ("space" in event ? event.space : "")))
  for (const space of Object.keys(heads).filter((each) => touched.has(each))) {
    spaces[space] = await chainOf(fleet, space, heads[space])
  }
  return { events: recorder.events, spaces }
}

/** Only for what hangs, in milliseconds: a round has a kill, after which a job may take ten seconds to go on. */
const longest = 600_000

it(
  "what was acknowledged holds, whatever happens to servers and database",
  async () => {
    const made = await history(
      (recorder) => disturbAll(fleet, recorder, troubles(runs(1, 0.01))),
      (work) => [...editing(work), ...others(work)]
    )
    expect(violationsIn(made)).toEqual([])
    const check = await lectern(["check", "--data-dir", fleet.dataDir], {
      env: { LECTERN_DATABASE_URL: fleet.database.url }
    })
    expect(check).toMatchObject({ code: 0, stderr: "Nothing is damaged.\n" })
  },
  longest
)

/** Takes a guarantee out of the database, and gives what is found in the history of clients. */
const without = async (
  out: string,
  back: string,
  clientsOf: (work: Work) => ReadonlyArray<Promise<void>>
): Promise<string> => {
  const { execute } = fleet.database
  const newSessions = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern'"
  await execute(out)
  await execute(newSessions)
  const made = await history((recorder) => recorder.progress(100), clientsOf)
  await execute(back)
  await execute(newSessions)
  return violationsIn(made).join("\n")
}

it("it is noticed when servers do not learn of changes", async () => {
  const found = await without(
    `create function keep() returns trigger language plpgsql as 'begin return old; end';
    create trigger keep before update on counters for each row
    when (old.name ~ '^(access|member|tokens)') execute function keep()`,
    "drop trigger keep on counters; drop function keep",
    readers
  )
  expect(found).toContain("was let in after its access had ended")
})

it("it is noticed when servers do not lock", async () => {
  const found = await without(
    `create schema unlocked;
    create function unlocked.pg_advisory_xact_lock(int, int) returns void language sql as '';
    create function unlocked.pg_advisory_xact_lock_shared(int, int) returns void language sql as '';
    alter database lectern set search_path = unlocked, pg_catalog, public`,
    "alter database lectern reset search_path; drop schema unlocked cascade",
    editing
  )
  expect(found).toContain("failed while nothing was wrong")
})
