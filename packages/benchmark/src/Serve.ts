/** Runs one of the servers that are put under load, in a separate process, and reports its port. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import * as LecternHttp from "@lectern/http/LecternHttp"
import * as Otlp from "@lectern/node/telemetry/Otlp"
import * as Effect from "effect/Effect"
import type { FastifyInstance } from "fastify"
import * as BareSqlite from "./peers/BareSqlite.js"
import * as Fastify from "./peers/Fastify.js"
import * as NodeHttp from "./peers/NodeHttp.js"
import { limit } from "./peers/RateLimit.js"
import * as RecordedEdits from "./peers/RecordedEdits.js"
import { makeWebsite } from "./Website.js"
import { base, openFile } from "./Workspace.js"

const counted = { limit, windowSeconds: 60 }

/** The limit of costs, which are counted in bytes. */
const countedCost = { limit: limit * 1_000_000, windowSeconds: 60 }

/** The limits of requests and of their costs, as a server has them. */
const limits = {
  token: counted,
  account: counted,
  address: counted,
  tokenCost: countedCost,
  accountCost: countedCost,
  addressCost: countedCost
}

const [kind, filename = ""] = process.argv.slice(2)

const listening = (server: Server): Effect.Effect<number> =>
  Effect.async((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

const lectern = Effect.fnUntraced(function* (options: Parameters<typeof openFile>[1] = {}) {
  const services = yield* openFile(filename, options)
  const handle = yield* LecternHttp.make({ limits }).pipe(Effect.provide(services))
  return yield* listening(createServer(handleListener(handle)))
})

/** Traces and measures everything, for a collector that does not exist. */
const traced = Effect.suspend(() => lectern({ telemetry: Otlp.layer({ endpoint: "http://127.0.0.1:9" }) }))

const nodeHttp = Effect.suspend(() => listening(NodeHttp.make(BareSqlite.open(filename, base))))

const listeningApp = (make: () => FastifyInstance) =>
  Effect.promise(async () => {
    const app = make()
    await app.listen({ port: 0, host: "127.0.0.1" })
    return (app.server.address() as AddressInfo).port
  })

const fastify = listeningApp(() => Fastify.make(BareSqlite.open(filename, base)))

const recordedEdits = listeningApp(() =>
  RecordedEdits.make(filename, BareSqlite.open(join(dirname(filename), "peer.db"), base))
)

const website = Effect.suspend(() => listening(makeWebsite(Number(filename))))

const server =
  {
    lectern: lectern(),
    "lectern-traced": traced,
    "lectern-without-telemetry": lectern(),
    "node:http": nodeHttp,
    fastify,
    "recorded-edits": recordedEdits,
    website
  }[kind ?? ""] ?? Effect.dieMessage(`no server ${kind}`)

process.once("disconnect", () => process.exit())
await Effect.runPromise(
  Effect.scoped(
    Effect.flatMap(server, (port) =>
      Effect.zipRight(
        Effect.sync(() => process.send?.({ port })),
        Effect.never
      )
    )
  )
)
