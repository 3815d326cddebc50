/** How quickly a site answers: each page for the first time, the same page again, an edited page. */
import type { WebHandler } from "@lectern/http/WebHandler"
import * as Effect from "effect/Effect"
import type { Measure } from "../Harness.js"
import { type PublishedSite, sitePath } from "./PublishedSite.js"

/** Processor seconds that this process has used. */
export const processorSeconds = (): number => {
  const { system, user } = process.cpuUsage()
  return (user + system) / 1_000_000
}

/** The processor time of the first request for each page of a site, in milliseconds. */
export const firstTimes = ({ ask, paths }: PublishedSite): Effect.Effect<ReadonlyArray<number>> =>
  Effect.promise(async () => {
    const times: Array<number> = []
    for (const path of paths) {
      const started = processorSeconds()
      const answer = await ask(path)
      await answer.arrayBuffer()
      times.push((processorSeconds() - started) * 1000)
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    }
    return times
  })

const secondsOfRound = 2

/** How many answers of this status a handler makes in a second of processor time, to the same requests in turn. */
export const answersASecond = (handler: WebHandler, requests: ReadonlyArray<() => Request>, status: number): Measure =>
  Effect.promise(async () => {
    const started = processorSeconds()
    let count = 0
    while (processorSeconds() - started < secondsOfRound) {
      for (const request of requests) {
        const answer = await handler(request())
        if (answer.status !== status) throw new Error(`${answer.url} answered ${answer.status} instead of ${status}`)
        await answer.arrayBuffer()
        count++
      }
    }
    return count / (processorSeconds() - started)
  })

/** The entity tag with which a handler answers. */
export const tagOf = (handler: WebHandler, request: Request): Effect.Effect<string> =>
  Effect.promise(async () => {
    const tag = (await handler(request)).headers.get("etag")
    if (tag === null) throw new Error(`${request.url} has no entity tag`)
    return tag
  })

/** A handler that only has these texts of pages, by their paths: the least that serving them can take. */
export const bareHandler = (site: PublishedSite): Effect.Effect<WebHandler> =>
  Effect.promise(async () => {
    const texts = new Map<string, ArrayBuffer>()
    for (const path of site.paths) texts.set(path, await (await site.ask(path)).arrayBuffer())
    return async (request) =>
      new Response(texts.get(new URL(request.url).pathname), {
        headers: { "content-type": "text/html; charset=utf-8", "cache-control": "public, no-cache" }
      })
  })

/** The milliseconds from a request to edit a page until a reader has got it with the new text. */
export const edited = (site: PublishedSite): Measure => {
  let count = 0
  return Effect.promise(async () => {
    const { ask, member, space } = site
    const paths = site.paths.filter((each) => each !== sitePath)
    const path = paths[(++count * 7) % paths.length] ?? ""
    const mark = `Edited for the ${count}th time`
    const page = await member.contents.pageByPath(space, decodeURIComponent(path.slice(sitePath.length)))
    const started = performance.now()
    await member.contentEdits.apply(space, {
      changes: [{ operation: "update_page", page: page.id, document: { markdown: `# ${page.title}\n\n${mark}\n` } }]
    })
    const text = await (await ask(path)).text()
    if (!text.includes(mark)) throw new Error(`${path} does not show the edit`)
    return performance.now() - started
  })
}
