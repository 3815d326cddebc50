/** Passwords and TLS, on a server that asks for both, and the effect of a restart of the server. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import { has } from "@lectern/storage-testing/needs"
import { handOver } from "@lectern/storage-testing/nobody"
import { createData, startServer } from "@lectern/storage-testing/postgresPrograms"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { temporaryPlace } from "@lectern/storage-testing/temporaryPlace"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll } from "vitest"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { authority, otherAuthority, server as pair } from "./certificates.js"
import { execute } from "./server.js"

const password = "p@ss/w:rd é"
const folder = mkdtempSync(join(temporaryPlace(100 * 1024 ** 2), "lectern-secure-"))
const [trusted, foreign] = [join(folder, "trusted.pem"), join(folder, "foreign.pem")]
const hostRules = "local all lectern trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"

const put = (name: string, text: string): void => {
  writeFileSync(join(folder, name), text, { mode: 0o600 })
  handOver(join(folder, name))
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

let port = 0
let local = ""
let server: Awaited<ReturnType<typeof startServer>>

const start = async (ssl = "on"): Promise<void> => {
  server = await startServer(folder, ["listen_addresses=127.0.0.1", `port=${port}`, `ssl=${ssl}`], process.pid)
  await execute(local, "select 1")
}

const stop = () =>
  new Promise<void>((resolve) => {
    server.once("exit", () => resolve())
    server.kill("SIGTERM")
  })

beforeAll(async () => {
  port = await freePort()
  local = `postgres:///postgres?host=${encodeURIComponent(folder)}&port=${port}&user=lectern`
  await createData(folder)
  put("data/server.key", `${pair.key}\n`)
  put("data/server.crt", `${pair.certificate}\n`)
  put("data/pg_hba.conf", hostRules)
  writeFileSync(trusted, authority)
  writeFileSync(foreign, otherAuthority)
  await start()
  await execute(local, `create role ada login password '${password}'`)
  await execute(local, "create database docs owner ada encoding 'UTF8' template template0")
})

afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The address of the server, as its user with the password unless another one is given. */
const address = (parameters: string, { database = "docs", host = "127.0.0.1", secret = password } = {}): string =>
  `postgres://ada${secret === "" ? "" : `:${encodeURIComponent(secret)}`}@${host}:${port}/${database}?${parameters}`

const opened = (url: string) =>
  Effect.map(Layer.build(PostgresStorage.layer({ url, tables, connections: 2, connectTimeout: 5_000 })), (context) =>
    Effect.provide(Storage, context)
  ).pipe(Effect.flatten)

describe.runIf(has("PostgreSQL from npm"))("a server that asks for a password and for TLS", () => {
  it.scopedLive.each([
    ["the host is a name of the certificate", `sslmode=verify-full&sslrootcert=${trusted}`, "127.0.0.1"],
    ["the authority is checked, and not the name", `sslmode=verify-ca&sslrootcert=${trusted}`, "localhost"],
    ["the same, as in libpq", `sslmode=require&sslrootcert=${trusted}`, "localhost"],
    ["nothing is checked", "sslmode=require", "localhost"],
    ["through a Unix socket, which needs neither", "", ""]
  ] as const)("is used where %s", ([, parameters, host]) =>
    Effect.gen(function* () {
      const url = host === "" ? local.replace("/postgres?", "/docs?sslmode=require&") : address(parameters, { host })
      const storage = yield* opened(url)
      yield* storage.insert(notes, note(`a ${parameters}`), "{}")
      const sessions =
        "select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'lectern'"
      expect(yield* Effect.promise(() => execute(local, sessions))).toEqual([[host !== ""]])
    })
  )

  it.scopedLive.each([
    [
      "a wrong password",
      () => address("sslmode=require", { secret: "wrong-secret" }),
      "refused",
      /: password authentication failed for user "ada"$/
    ],
    ["no password", () => address("sslmode=require", { secret: "" }), "refused", /the address has none$/],
    [
      "a database that does not exist",
      () => address("sslmode=require", { database: "absent" }),
      "refused",
      /: database "absent" does not exist$/
    ],
    [
      "no TLS",
      () => address(""),
      "tls",
      /no pg_hba\.conf entry .*: the server may insist on TLS: try sslmode=verify-full$/
    ],
    [
      "a certificate of an unknown authority",
      () => address("sslmode=verify-full"),
      "tls",
      /: set sslrootcert to a file with the certificate of its CA$/
    ],
    [
      "another authority",
      () => address(`sslmode=verify-ca&sslrootcert=${foreign}`),
      "tls",
      /: set sslrootcert to a file with the certificate of its CA$/
    ],
    [
      "another authority, with require",
      () => address(`sslmode=require&sslrootcert=${foreign}`),
      "tls",
      /: set sslrootcert to a file with the certificate of its CA$/
    ],
    [
      "a name that the certificate lacks",
      () => address(`sslmode=verify-full&sslrootcert=${trusted}`, { host: "localhost" }),
      "tls",
      /: the host of the address must be a name in the certificate of the server$/
    ],
    [
      "a file that does not exist",
      () => address(`sslmode=verify-full&sslrootcert=${folder}/absent`),
      "address",
      /ENOENT.*absent/
    ]
  ] as const)("refuses %s, and says so in one line", ([, url, reason, message]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(opened(url()))
      expect(error).toMatchObject({ _tag: "PostgresOpenError", reason })
      expect(error.message).toMatch(message)
      expect(error.message).not.toMatch(/wrong-secret|p@ss|\n/)
    })
  )

  it.scopedLive("is told apart from one without TLS", () =>
    Effect.gen(function* () {
      const restart = (ssl: string) => Effect.promise(() => stop().then(() => start(ssl)))
      yield* Effect.acquireRelease(restart("off"), () => restart("on"))
      const error = yield* Effect.flip(opened(address("sslmode=require")))
      expect(error).toMatchObject({ reason: "tls" })
      expect(error.message).toMatch(/: turn on TLS in the server, or remove sslmode from the address$/)
    })
  )
})

it.scopedLive.runIf(has("PostgreSQL from npm"))(
  "a storage goes on after the server was restarted, with everything that was acknowledged",
  () =>
    Effect.gen(function* () {
      const storage = yield* opened(address(`sslmode=verify-full&sslrootcert=${trusted}`))
      const before = yield* storage.count(notes, {})
      yield* storage.transaction(storage.insert(notes, note("before"), "{}"))
      yield* Effect.promise(stop)
      for (const call of [
        storage.count(notes, {}),
        storage.transaction(Effect.void),
        storage.insert(notes, note("x"), "{}")
      ]) {
        expect(yield* Effect.flip(call)).toMatchObject({
          _tag: "Unavailable",
          message: expect.stringMatching(/^storage (cannot be reached|was lost)/)
        })
      }
      yield* Effect.promise(() => start())
      yield* storage.insert(notes, note("after"), "{}")
      expect(yield* storage.count(notes, {})).toBe(before + 2)
    })
)
