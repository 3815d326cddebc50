/** Serves the folder of a built site, compressed, as a usual host does. */
import { existsSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"
import { gzipSync } from "node:zlib"
import * as Effect from "effect/Effect"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".png": "image/png"
}

const compressed = /^text|json|javascript|svg|wasm/

const fileAt = (folder: string, path: string): string | undefined => {
  const file = join(folder, normalize(decodeURIComponent(path)))
  return [file, join(file, "index.html")].find((each) => existsSync(each) && statSync(each).isFile())
}

/** The path of a page in a built site, in any of the forms that generators use; `undefined` if there is none. */
export const pathIn = (folder: string, page: string): string | undefined => {
  if (existsSync(join(folder, page, "index.html"))) return `/${page}/`
  return existsSync(join(folder, `${page}.html`)) ? `/${page}.html` : undefined
}

/** Serves a folder until the scope closes; returns its address without a trailing slash. */
export const served = (folder: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const kept = new Map<string, Buffer>()
        const server = createServer((request, response) => {
          const file = fileAt(folder, new URL(request.url ?? "/", "http://localhost").pathname)
          if (file === undefined) {
            response.writeHead(404).end()
            return
          }
          const type = types[extname(file)] ?? "application/octet-stream"
          const isCompressed = compressed.test(type)
          const body = kept.get(file) ?? (isCompressed ? gzipSync(readFileSync(file)) : readFileSync(file))
          kept.set(file, body)
          response.writeHead(200, {
            "content-type": type,
            "content-length": body.length,
            ...(isCompressed && { "content-encoding": "gzip" })
          })
          response.end(body)
        })
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
        return server
      }),
      (server) => Effect.sync(() => server.close())
    ),
    (server) => `http://localhost:${(server.address() as AddressInfo).port}`
  )
