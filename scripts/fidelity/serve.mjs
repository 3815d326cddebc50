/** Serves a folder as a website, like a web server with its usual settings. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { basename, dirname, join, sep } from "node:path"

const types = {
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  txt: "text/plain",
  xml: "application/xml",
  svg: "image/svg+xml",
  png: "image/png",
  gif: "image/gif",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  ico: "image/x-icon",
  pdf: "application/pdf",
  gz: "application/gzip",
  zip: "application/zip"
}
const language = /^[a-z]{2}(?:-[a-z]{2})?$/i

const kindOf = (path) => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isDirectory() ? "folder" : stat?.isFile() ? "file" : undefined
}

/** The variants of a file by language, such as `page.html.en`: English first. */
const variants = (path) => {
  const folder = dirname(path)
  if (kindOf(folder) !== "folder") return []
  const start = `${basename(path)}.`
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && language.test(name.slice(start.length)))
    .sort((a, b) => Number(b.endsWith(".en")) - Number(a.endsWith(".en")) || (a < b ? -1 : 1))
    .map((name) => join(folder, name))
}

const headersOf = (path) => {
  const parts = basename(path).toLowerCase().split(".")
  const last = parts.at(-1)
  const inLanguage = parts.length > 2 && types[last] === undefined && language.test(last)
  return {
    "content-type": types[inLanguage ? parts.at(-2) : last] ?? "application/octet-stream",
    ...(inLanguage ? { "content-language": last } : {})
  }
}

/** The response of a folder to a path: a file, a redirect to the URL of a folder, or 404. */
export const answerOf = (folder, pathname) => {
  const nothing = { status: 404, headers: { "content-type": "text/plain" }, bytes: Buffer.from("Not found") }
  const decoded = decode(pathname)
  const path = join(folder, decoded)
  if (decoded.includes("\0") || (path !== folder && !path.startsWith(folder.endsWith(sep) ? folder : folder + sep))) {
    return nothing
  }
  const kind = kindOf(path)
  if (kind === "folder" && !pathname.endsWith("/")) {
    return { status: 301, headers: { location: `${pathname}/` }, bytes: Buffer.alloc(0) }
  }
  const wanted = kind === "folder" ? join(path, "index.html") : path
  const found = kindOf(wanted) === "file" ? wanted : variants(wanted)[0]
  return found === undefined ? nothing : { status: 200, headers: headersOf(found), bytes: readFileSync(found) }
}

const decode = (pathname) => {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return "\0"
  }
}

/** Serves a folder on loopback; `close` stops the server. */
export const serve = (folder) =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      const { bytes, headers, status } = answerOf(folder, (request.url ?? "/").split("?", 1)[0])
      response.writeHead(status, headers).end(bytes)
    })
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () =>
      resolve({
        origin: `http://127.0.0.1:${server.address().port}`,
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      })
    )
  })
