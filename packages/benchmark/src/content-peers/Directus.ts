/** Directus on SQLite, with the documents as items of a collection. */
import { cpSync, existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { ran } from "../Programs.js"
import { tempFolder } from "../TempFolder.js"
import { answered, type ContentApi, type ContentServer, fieldOf, found, reading, writing } from "./ContentServer.js"
import { allDocuments } from "./Documents.js"
import { freePort, startPeer, versionOf } from "./Installed.js"

const token = "a-token-for-measurements"
const withoutBody = "fields=id,title,slug,section,created,updated"
const inOneRequest = 100

const api: ContentApi = {
  get: (i) => reading(`/items/documents/${i + 1}`),
  list: (section) => reading(`/items/documents?filter[section][_eq]=${section}&limit=100&${withoutBody}`),
  search: (word) => reading(`/items/documents?search=${word}&limit=${found}&${withoutBody}`),
  create: (document) => writing("POST", "/items/documents", document),
  update: (i, body) => writing("PATCH", `/items/documents/${i + 1}`, { body }),
  created: (answer) => reading(`/items/documents/${fieldOf(answer, "data", "id")}`),
  bodyIn: (answer) => fieldOf(answer, "data", "body"),
  itemsIn: (answer) => fieldOf(answer, "data")
}

const field = (name: string, type: string, schema: object = {}, meta: object = {}) => ({
  field: name,
  type,
  schema,
  meta
})

const collection = {
  collection: "documents",
  schema: {},
  meta: {},
  fields: [
    field("id", "integer", { is_primary_key: true, has_auto_increment: true }),
    field("title", "string"),
    field("slug", "string"),
    field("section", "integer", { is_indexed: true }),
    field("body", "text"),
    field("created", "timestamp", {}, { special: ["date-created"] }),
    field("updated", "timestamp", {}, { special: ["date-updated"] })
  ]
}

const environmentOf = (folder: string, port: string): Readonly<Record<string, string>> => ({
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET: "a secret for measurements",
  DB_CLIENT: "sqlite3",
  DB_FILENAME: join(folder, "directus.db"),
  EXTENSIONS_PATH: join(folder, "extensions"),
  ADMIN_EMAIL: "bench@example.com",
  ADMIN_PASSWORD: "a password for measurements",
  ADMIN_TOKEN: token,
  LOG_LEVEL: "error",
  TELEMETRY: "false"
})

const fill = async (server: ContentServer): Promise<void> => {
  await answered(server, writing("POST", "/collections", collection))
  const documents = allDocuments()
  for (let from = 0; from < documents.length; from += inOneRequest) {
    await answered(server, writing("POST", "/items/documents", documents.slice(from, from + inOneRequest)))
  }
}

/** Starts Directus, installed in a folder, with all documents. */
export const startDirectus = Effect.fnUntraced(function* (installed: string) {
  const folder = yield* tempFolder
  cpSync(join(installed, "directus"), folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), "{}\n")
  const address = `http://127.0.0.1:${yield* freePort}`
  const environment = environmentOf(folder, new URL(address).port)
  const program = join(installed, "node_modules", "directus", "cli.js")
  yield* Effect.promise(() => ran(process.execPath, [program, "bootstrap"], environment, folder))
  const started = yield* startPeer({ args: [program, "start"], folder, environment, ready: `${address}/server/ping` })
  const server: ContentServer = {
    name: `Directus ${versionOf(installed, "directus")}`,
    address,
    process: started,
    authorization: `Bearer ${token}`,
    ...api
  }
  yield* Effect.promise(() => fill(server))
  // Directus does not fail if it cannot load the extension.
  if (!existsSync(`${environment.DB_FILENAME}-wal`)) throw new Error("Directus has not loaded the durability extension")
  return server
})
