/** Histories of clients that work on several servers of one database. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { runs } from "@lectern/storage-testing/runs"
import { edit } from "./editing.js"
import { type Fleet, startFleet } from "./Fleet.js"
import type { History, Revision, ToldEvent } from "./History.js"
import { sitePages } from "./others.js"
import { makeRecorder, type Recorder } from "./Recorder.js"
import type { Work } from "./Work.js"
import { chainOf, editors, eventsOf, headsOf, lastEvent, makeWorld, type World } from "./World.js"

/** How many rounds there are. */
export const rounds = runs(1, 0.01)

/** Servers, and the actions of clients on them. */
export interface Histories {
  readonly fleet: Fleet
  readonly world: World
  /** Lets clients work until something has been done, and returns the history. */
  readonly during: (
    something: (recorder: Recorder) => Promise<void>,
    clientsOf: (work: Work) => ReadonlyArray<Promise<void>>
  ) => Promise<History>
  readonly stop: () => Promise<void>
}

/** Clients that edit, one for each editor. */
export const editing = (work: Work): ReadonlyArray<Promise<void>> =>
  Array.from({ length: editors }, (_, i) => edit(work, i))

/** A site for each path, whose pages link to each other. */
const startSites = async () => {
  const sites = createServer((request, response) => {
    const [, title = "", page = ""] = (request.url ?? "").split("/")
    const links = Array.from({ length: sitePages - 1 }, (_, i) => `<a href="/${title}/${i}">${title}</a>`)
    const body = `<h1>${title}</h1><p>${page === "" ? links.join(" ") : `Page ${page}.`}</p>`
    response.writeHead(200, { "content-type": "text/html" })
    response.end(`<!doctype html><html><head><title>${title}</title></head><body><main>${body}</main></body></html>`)
  })
  await new Promise<void>((resolve) => sites.listen(0, "127.0.0.1", resolve))
  return sites
}

/** Starts so many servers, of the program that is given or of this one. */
export const startHistories = async (count: number, program?: string): Promise<Histories> => {
  const sites = await startSites()
  const fleet = await startFleet(count, program)
  const world = await makeWorld(fleet)
  let names = 0
  return {
    fleet,
    world,
    during: async (something, clientsOf) => {
      const recorder = makeRecorder(fleet)
      const heads = await headsOf(fleet, world)
      const starts = new Map<string, string>()
      if (program === undefined) {
        for (const space of Object.keys(heads)) starts.set(space, await lastEvent(fleet, space))
      }
      const work = {
        fleet,
        world,
        recorder,
        starts,
        afterwards: [] as (() => Promise<void>)[],
        number: () => ++names,
        fresh: (what: string) => `${what}-${++names}`,
        site: (title: string) => `http://127.0.0.1:${(sites.address() as AddressInfo).port}/${title}/`
      }
      const clients = Promise.all(clientsOf(work))
      await Promise.race([something(recorder), clients])
      recorder.end()
      await clients
      for (const look of work.afterwards) await look()
      const spaces: Record<string, ReadonlyArray<Revision>> = {}
      const touched = new Set(recorder.events.map((event) => ("space" in event ? event.space : "")))
      for (const space of Object.keys(heads).filter((each) => touched.has(each))) {
        spaces[space] = await chainOf(fleet, world, space, heads[space])
      }
      const told: Record<string, ReadonlyArray<ToldEvent>> = {}
      for (const space of Object.keys(spaces)) {
        const start = starts.get(space)
        if (start !== undefined) told[space] = await eventsOf(fleet, space, start)
      }
      return { events: recorder.events, spaces, told }
    },
    stop: async () => {
      await fleet.stop()
      sites.close()
      sites.closeAllConnections()
    }
  }
}

/**
 * Only for calls that hang, in milliseconds: a round has a kill, after which a job may take ten seconds to continue.
 */
export const longest = 600_000 + 30_000 * rounds
