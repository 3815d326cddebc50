/** Payload on SQLite, with the documents as documents of a collection: behind Next, and in a process of its own. */
import { copyFileSync, existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { ran } from "../Programs.js"
import { tempFolder } from "../TempFolder.js"
import { type ContentApi, type ContentServer, fieldOf, found, reading, writing } from "./ContentServer.js"
import { allDocuments } from "./Documents.js"
import { freePort, startPeer, versionOf } from "./Installed.js"

/** The header with the API key of Payload's user. */
export const payloadKey = "2b1f6c0e-3f4d-4c5b-8a6e-7d9c0b1a2f3e"
const authorization = `users API-Key ${payloadKey}`

const withoutBody =
  "select[title]=true&select[slug]=true&select[section]=true&select[createdAt]=true&select[updatedAt]=true"

const api: ContentApi = {
  get: (i) => reading(`/api/documents/${i + 1}?depth=0`),
  list: (section) => reading(`/api/documents?where[section][equals]=${section}&limit=100&depth=0&${withoutBody}`),
  search: (word) =>
    reading(
      `/api/documents?where[or][0][title][like]=${word}&where[or][1][body][like]=${word}&limit=${found}&depth=0&${withoutBody}`
    ),
  create: (document) => writing("POST", "/api/documents?depth=0", document),
  update: (i, body) => writing("PATCH", `/api/documents/${i + 1}?depth=0`, { body }),
  created: (answer) => reading(`/api/documents/${fieldOf(answer, "doc", "id")}?depth=0`),
  bodyIn: (answer) => fieldOf(answer, "body"),
  itemsIn: (answer) => fieldOf(answer, "docs")
}

/** The name of Payload, installed in a folder, with its version. */
export const payloadName = (installed: string): string => `Payload ${versionOf(installed, "payload")}`

/** The environment of Payload's programs. */
export const payloadEnvironment = (file: string, mode: "production" | "development" = "production") => ({
  NODE_ENV: mode,
  NEXT_TELEMETRY_DISABLED: "1",
  PEER_FILE: file,
  PEER_KEY: payloadKey
})

/** Fills a new database through Payload, in development, where it creates its tables. */
export const filledPayload = Effect.fnUntraced(function* (installed: string) {
  const folder = yield* tempFolder
  const file = join(folder, "filled.db")
  const documents = join(folder, "documents.json")
  writeFileSync(documents, JSON.stringify(allDocuments()))
  const environment = { ...payloadEnvironment(file, "development"), PEER_DOCUMENTS: documents }
  yield* Effect.promise(() =>
    ran(process.execPath, [join(installed, "payload", "fill.mjs")], environment, join(installed, "payload"))
  )
  return file
})

/** The name of a copy of a filled database, which lasts as long as the scope. */
export const payloadCopy = (filled: string) =>
  Effect.map(tempFolder, (folder) => {
    const copy = join(folder, "payload.db")
    for (const suffix of ["", "-wal"]) {
      if (existsSync(`${filled}${suffix}`)) copyFileSync(`${filled}${suffix}`, `${copy}${suffix}`)
    }
    return copy
  })

/** Starts Payload's REST API behind Next, both built for production, on a copy of a filled database. */
export const startPayload = Effect.fnUntraced(function* (installed: string, filled: string) {
  const file = yield* payloadCopy(filled)
  const folder = join(installed, "payload")
  const next = join(installed, "node_modules", "next", "dist", "bin", "next")
  const environment = payloadEnvironment(file)
  yield* Effect.promise(() => ran(process.execPath, [next, "build"], environment, folder))
  const port = yield* freePort
  const address = `http://127.0.0.1:${port}`
  const started = yield* startPeer({
    args: [next, "start", "-p", String(port), "-H", "127.0.0.1"],
    folder,
    environment,
    ready: `${address}/api/documents/1`,
    headers: { authorization }
  })
  const server: ContentServer = { name: payloadName(installed), address, process: started, authorization, ...api }
  return server
})
