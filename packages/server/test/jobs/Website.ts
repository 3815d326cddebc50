/** A website whose pages are answered only when a test tells it to. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A site that listens: an entrance that links to `p1`, `p2` and so on. */
export interface Website {
  /** The address of the entrance. */
  readonly url: string
  /** The paths of the pages that were answered, in order. */
  readonly answered: ReadonlyArray<string>
  /** Answers so many pages in all, first the ones that were requested and wait. */
  readonly open: (pages: number) => void
  /** Resolves when so many pages were answered in all, or wait for their answer. */
  readonly asked: (pages: number) => Promise<void>
  /** Resolves when nobody waits for an answer any more. */
  readonly left: () => Promise<void>
  readonly close: () => void
}

const page = (title: string, body: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

/** Starts a site of an entrance and `count` pages. None of them is answered yet. */
export const startWebsite = async (count: number): Promise<Website> => {
  const links = Array.from({ length: count }, (_, i) => `<li><a href="/docs/p${i + 1}">Page ${i + 1}</a></li>`)
  const entrance = page("Entrance", `<p>All pages:</p><ul>${links.join("")}</ul>`)
  const answered: Array<string> = []
  let waiting: Array<readonly [path: string, response: ServerResponse]> = []
  let watchers: Array<() => void> = []
  let allowed = 0
  const answer = (): void => {
    while (answered.length < allowed && waiting.length > 0) {
      const [path = "", response] = waiting.shift() ?? []
      const title = path.slice("/docs/p".length)
      const html = path === "/docs/" ? entrance : page(`Page ${title}`, `<p>Text of page ${title}.</p>`)
      response?.writeHead(200, { "content-type": "text/html" }).end(html)
      answered.push(path)
    }
    for (const watch of watchers) watch()
  }
  const once = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const watch = (): void => {
        if (!holds()) return
        watchers = watchers.filter((other) => other !== watch)
        resolve()
      }
      watchers.push(watch)
      watch()
    })
  const server = createServer((request, response) => {
    const path = request.url ?? ""
    if (path !== "/docs/" && !/^\/docs\/p\d+$/.test(path)) {
      response.writeHead(404).end()
      return
    }
    response.once("close", () => {
      waiting = waiting.filter(([, other]) => other !== response)
      for (const watch of watchers) watch()
    })
    waiting.push([path, response])
    answer()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`,
    answered,
    open: (pages) => {
      allowed = pages
      answer()
    },
    asked: (pages) => once(() => answered.length + waiting.length >= pages),
    left: () => once(() => waiting.length === 0),
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
