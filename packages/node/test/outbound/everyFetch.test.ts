/** Nothing reaches another machine but through the guard, or to an address that the administrator of the server has set. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const packages = join(dirname(fileURLToPath(import.meta.url)), "../../..")

/** The packages that run on a server. */
const running = [
  "console",
  "core",
  "http",
  "importers",
  "node",
  "reader",
  "server",
  "storage-postgres",
  "storage-sqlite"
]

/** A module that opens connections, or `fetch` of the runtime, which is not that of a port. */
const opening =
  /from "(?:node:(?:net|tls|https?|http2|dgram)|undici|undici\/.*|nodemailer.*|pg|@opentelemetry\/.*|@effect\/platform\/FetchHttpClient)"|import\("(?:undici|nodemailer|pg|@opentelemetry)|(?<![\w.$*] ?)fetch\("|globalThis\.fetch|(?<![\w.$*])await fetch\(/

/** The modules that open connections, and where to. */
const known: Readonly<Record<string, string>> = {
  "console/src/client/api/Api.ts": "runs in browsers, and asks the origin of its page",
  "console/src/client/api/Session.ts": "runs in browsers, and asks the origin of its page",
  "console/src/html/PasskeyScript.ts": "runs in browsers, and asks the origin of its page",
  "http/src/engine/Client.ts": "a client of the API, in the program that uses it",
  "http/src/engine/node/HandleListener.ts": "answers requests",
  "http/src/engine/node/NodeListener.ts": "answers requests",
  "http/src/engine/node/ParsedBody.ts": "answers requests",
  "node/src/blobs/s3/Client.ts": "the bucket of the settings",
  "node/src/blobs/s3/Reading.ts": "the bucket of the settings",
  "node/src/outbound/Dialing.ts": "the guard",
  "node/src/outbound/GuardedFetch.ts": "the guard",
  "node/src/outbound/LazyDialing.ts": "the guard",
  "node/src/outbound/Resolving.ts": "the guard",
  "node/src/sign-in/Smtp.ts": "the mail server of the settings",
  "node/src/telemetry/Otlp.ts": "the collector of the settings",
  "reader/src/content/RequestCode.ts": "writes code that readers see",
  "reader/src/preview/PreviewAssets.ts": "runs in browsers, and asks the origin of its page",
  "reader/src/theme/Script.ts": "runs in browsers, and asks the origin of its page",
  "server/src/config/Settings.ts": "tells whether a text is an address",
  "server/src/http/Protocol.ts": "answers requests",
  "server/src/start/Listening.ts": "answers requests",
  "server/src/start/Reloading.ts": "answers requests",
  "storage-postgres/src/PostgresAddress.ts": "the database of the settings",
  "storage-postgres/src/PostgresFailure.ts": "the database of the settings",
  "storage-postgres/src/PostgresPool.ts": "the database of the settings"
}

it("opens connections in the guard, and to the servers of the settings", () => {
  const found = running.flatMap((name) =>
    readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
      .map((path) => `${name}/src/${path.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith(".ts") && opening.test(readFileSync(join(packages, path), "utf8")))
  )
  expect(found.sort()).toEqual(Object.keys(known).sort())
})
