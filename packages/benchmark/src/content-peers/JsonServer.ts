/** json-server with the documents in one file of JSON. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { tempFolder } from "../TempFolder.js"
import { type ContentApi, type ContentServer, fieldOf, found, reading, writing } from "./ContentServer.js"
import { allDocuments } from "./Documents.js"
import { freePort, startPeer, versionOf } from "./Installed.js"

const token = "a-token-for-measurements"

const api: ContentApi = {
  get: (i) => reading(`/documents/${i + 1}`),
  list: (section) => reading(`/documents?section=${section}&_limit=100`),
  search: (word) => reading(`/documents?q=${word}&_limit=${found}`),
  create: (document) => writing("POST", "/documents", document),
  update: (i, body) => writing("PATCH", `/documents/${i + 1}`, { body }),
  created: (answer) => reading(`/documents/${fieldOf(answer, "id")}`),
  bodyIn: (answer) => fieldOf(answer, "body"),
  itemsIn: (answer) => answer
}

/** Starts json-server, installed in a folder, with all documents. */
export const startJsonServer = Effect.fnUntraced(function* (installed: string) {
  const file = join(yield* tempFolder, "db.json")
  const documents = allDocuments().map((document, i) => ({ id: i + 1, ...document }))
  writeFileSync(file, JSON.stringify({ documents }))
  const address = `http://127.0.0.1:${yield* freePort}`
  const authorization = `Bearer ${token}`
  const process = yield* startPeer({
    args: [join(installed, "json-server", "serve.mjs"), file, new URL(address).port, token],
    folder: installed,
    ready: `${address}/documents/1`,
    headers: { authorization }
  })
  const server: ContentServer = {
    name: `json-server ${versionOf(installed, "json-server")}`,
    address,
    process,
    authorization,
    ...api
  }
  return server
})
