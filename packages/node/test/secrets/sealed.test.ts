/** One of everything that has a secret: no part of it is stored in clear, and all of it outlives its keys. */
import { createHmac, randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Credentials } from "@lectern/core/accounts/Credentials"
import type { Services } from "@lectern/core/engine/Engine"
import { tables } from "@lectern/core/engine/Tables"
import * as Ids from "@lectern/core/ids/Ids"
import * as Lectern from "@lectern/core/Lectern"
import { sealedTables } from "@lectern/core/operations/key-rotation/SealedTables"
import { Outbound, type OutboundRequest } from "@lectern/core/outbound/Outbound"
import { randomKey } from "@lectern/core/secrets/Key"
import { type KeyringService, ofKeys, unkeyed } from "@lectern/core/secrets/Keyring"
import { SignIn } from "@lectern/core/sign-in/SignIn"
import { Storage } from "@lectern/core/storage/Storage"
import * as Argon2 from "@lectern/node/sign-in/Argon2"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, Layer, ManagedRuntime, Redacted, Stream } from "effect"
import { Secret, TOTP } from "otpauth"
import { afterAll, describe, expect, it } from "vitest"
import { asSession, asSystem, laptop, origin, password, person } from "../sign-in/workspace.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-sealed-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [first, second] = [randomKey(), randomKey()]
const start = Date.parse("2026-01-01T00:00:00Z")

/** An engine whose keyring and clock are changed under it, and every secret that it has made. */
const engineOver = async (layer: Lectern.StorageLayer) => {
  const made: Array<string> = []
  const held = { ring: unkeyed as KeyringService, time: start }
  /** What was posted to webhooks. */
  const posted: Array<OutboundRequest> = []
  const outbound = Layer.succeed(Outbound, {
    fetch: (request) =>
      Effect.sync(() => {
        posted.push(request)
        return { url: request.url, status: 204, headers: {}, body: Stream.empty }
      })
  })
  const keyring: KeyringService = {
    current: Effect.suspend(() => held.ring.current),
    ids: Effect.suspend(() => held.ring.ids),
    digest: (...args) => Effect.suspend(() => held.ring.digest(...args)),
    digests: (...args) => Effect.suspend(() => held.ring.digests(...args)),
    seal: (...args) => Effect.suspend(() => held.ring.seal(...args)),
    unseal: (...args) => Effect.suspend(() => held.ring.unseal(...args))
  }
  const ids: Ids.IdSource = {
    next: Ids.sequence().next,
    secret: () => {
      made.push(randomBytes(32).toString("base64url"))
      return made.at(-1)!
    }
  }
  const scope = ManagedRuntime.make(layer)
  const built = await scope.runtime()
  const storage = Layer.succeedContext(built.context)
  const lectern = await Lectern.open({
    storage: { layer: storage },
    baseUrl: origin,
    keyring,
    ids,
    outbound,
    clock: () => held.time,
    passwords: Argon2.layer({ memoryCost: 8, timeCost: 1, parallelism: 1 })
  })
  const close = async () => {
    await lectern.close()
    await scope.dispose()
  }
  return { lectern, held, made, posted, storage, close }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

type Engine = Awaited<ReturnType<typeof engineOver>>

/**
 * Makes one of everything. `shown` returns the answers of the operations that use the secrets; `secrets` returns the
 * secrets.
 */
const openIdSecret = "a-client-secret-of-a-provider"

const fill = async ({ held, lectern, made, posted }: Engine) => {
  const run = <A, E>(effect: Effect.Effect<A, E, Services>) => lectern.runtime.runPromise(effect)
  const ada = await run(person("Ada"))
  const all = lectern.as(ada.id)
  const system = lectern.asSystem()
  const { id: o } = await all.organizations.create({ title: "Acme" })
  const { id: space } = await all.spaces.create(o, { title: "Handbook" })
  const files = [{ name: "a.txt", base64: "aGVsbG8=" }]
  await all.contentEdits.apply(space, { changes: [{ operation: "insert_files", files }] })
  const { id: site } = await all.sites.create(o, { title: "Docs", spaces: [space], visibility: "share-link" })
  await all.sites.publish(o, site)
  const link = await all.shareLinks.create(o, site, { name: "Friends" })
  const { privateKey: oldKey } = await all.sitePublishing.auth(o, site)
  await all.sitePublishing.rotateKey(o, site, { overlap: 86_400 })
  const signed = [{ alg: "HS256" }, { plan: "pro", aud: site, exp: start / 1000 + 3600 }].map(encoded).join(".")
  const token = `${signed}.${createHmac("sha256", oldKey).update(signed).digest("base64url")}`
  const { slug } = await all.openAPISpecs.create(o, {
    slug: "api",
    source: { text: "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}" }
  })
  while ((await all.openAPISpecs.get(o, slug)).processingState !== "complete") {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const invite = (await all.invites.create(o, { level: "read", space })).id
  await all.invites.inviteUsers(o, { emails: ["bob@example.com"] })
  const personal = await system.apiTokens.create(ada.id, { label: "own" })
  const service = await all.serviceTokens.create(o, { label: "service" })
  await all.openIdProviders.create(o, {
    label: "Acme",
    issuer: "https://id.example.com",
    clientId: "lectern",
    clientSecret: openIdSecret
  })
  const hook = await all.webhooks.create(o, { url: "https://hooks.example/", events: ["site_deleted"] })
  await all.webhooks.update(o, hook.id, { status: "paused" })
  const { secret: newSecret } = await all.webhooks.rotate(o, hook.id)
  /** Which of the secrets of the webhook, of which the first one was rotated, sign a test. */
  const signing = async () => {
    await all.webhooks.test(o, hook.id)
    const { headers = {}, post } = posted.at(-1)!
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${post?.body}`
    return [hook.secret, newSecret].map((secret) => {
      const key = Buffer.from(secret.slice(6), "base64")
      return headers["webhook-signature"]?.includes(createHmac("sha256", key).update(signed).digest("base64"))
    })
  }
  const own = asSession(ada.session)
  const { proposed, totp } = await run(
    own(
      Effect.gen(function* () {
        const credentials = yield* Credentials
        const { secret: totp } = yield* credentials.proposeTotp()
        const code = new TOTP({ secret: Secret.fromBase32(totp) }).generate({ timestamp: held.time })
        yield* credentials.confirmTotp({ code })
        return { totp, proposed: (yield* credentials.proposeTotp()).secret }
      })
    )
  )
  const shareKey = link.urls.published.split("/").at(-2) ?? ""

  /** The answers of all operations that use the secrets. */
  const shown = async () => {
    held.time += 31_000
    const code = new TOTP({ secret: Secret.fromBase32(totp) }).generate({ timestamp: held.time })
    const signedIn = await run(
      asSystem(
        Effect.gen(function* () {
          const signIn = yield* SignIn
          const session = yield* signIn.password({ email: ada.email, password }, laptop)
          return yield* signIn.code(session.secret, { code }, laptop)
        })
      )
    )
    made.push(Redacted.value(signedIn.secret).slice(4))
    const visitor = lectern.asVisitor({ shareKey, token })
    const { serviceVisitorClaims = "" } = await all.members.ping(o)
    expect(serviceVisitorClaims).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    return {
      invite: (await all.invites.list(o, {})).items.map(({ id }) => id),
      invited: (await all.invites.get(o, invite)).id,
      links: (await all.shareLinks.list(o, site, {})).items.map(({ urls }) => urls.published),
      keys: await all.sitePublishing.auth(o, site),
      visited: (await visitor.publishedContents.get(o, site)).site.id,
      read: (await visitor.contents.files(space, undefined, {})).items.length,
      files: (await all.contents.files(space, undefined, {})).items.map(({ downloadURL }) => downloadURL),
      spec: (await all.openAPISpecs.version(o, slug)).url,
      signing: await signing(),
      waiting: signedIn.waiting
    }
  }
  /** Values that are secrets themselves, although they were derived from a secret. */
  const derived = [
    openIdSecret,
    hook.secret.slice(6),
    newSecret.slice(6),
    shareKey,
    totp,
    proposed,
    personal.token.slice(4),
    service.token.slice(4),
    Redacted.value(ada.session.secret).slice(4)
  ]
  return { o, space, site, shown, secrets: () => [...made, ...derived] }
}

/** The places where secrets are stored in clear, in any column of any row. */
const foundIn = ({ storage }: Engine, secrets: ReadonlyArray<string>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const { scan } = yield* Storage
      const found = []
      for (const table of tables) {
        for (const { columns, json } of yield* scan(table, {})) {
          const text = `${JSON.stringify(columns)}\n${json}`
          if (secrets.some((secret) => text.includes(secret))) found.push(table.name)
        }
      }
      return found
    }).pipe(Effect.provide(storage))
  )

const storages = [
  { name: "memory", layer: () => MemoryStorage.layer() },
  { name: "sqlite", layer: (name: string) => Layer.orDie(SqliteStorage.layer({ filename: join(folder, name) })) }
]

it("is listed: every table that names a key", () => {
  const named = tables.filter(({ columns }) => "sealedBy" in columns).map(({ name }) => name)
  expect(sealedTables.map(({ table }) => table.name).sort()).toEqual(named.sort())
})

describe.each(storages)("what is sealed over $name", ({ layer, name }) => {
  it("is nowhere in clear", async () => {
    const engine = await engineOver(layer("sealed.db"))
    engine.held.ring = ofKeys([first])
    const { secrets, shown } = await fill(engine)
    await shown()
    expect(await foundIn(engine, secrets())).toEqual([])
    await engine.close()
    for (const file of readdirSync(folder).filter((each) => name === "sqlite" && each.startsWith("sealed.db"))) {
      const bytes = readFileSync(join(folder, file), "latin1")
      expect(secrets().filter((secret) => bytes.includes(secret))).toEqual([])
    }
  })

  it("is sealed afterwards where there was no key, rotates, and loses its first key", async () => {
    const engine = await engineOver(layer("rotated.db"))
    const { held, lectern } = engine
    const { auditEvents, secrets } = lectern.asSystem()
    const filled = await fill(engine)
    const before = await filled.shown()
    expect(before.signing).toEqual([true, true])
    expect((await secrets.keys()).map(({ state }) => state)).toEqual(["none"])
    expect(await secrets.reseal()).toEqual({ resealed: 0, unreadable: 0 })
    held.ring = ofKeys([first])
    expect(await filled.shown()).toEqual(before)
    const sealed = await secrets.reseal()
    expect(sealed.resealed).toBeGreaterThanOrEqual(sealedTables.length)
    expect(await foundIn(engine, filled.secrets())).toEqual([])
    held.ring = ofKeys([second, first])
    expect(await filled.shown()).toEqual(before)
    expect(await secrets.reseal()).toEqual(sealed)
    expect(await secrets.reseal()).toEqual({ resealed: 0, unreadable: 0 })
    const known = (await auditEvents.after(0, 1000)).filter(({ action }) => !action.startsWith("session."))
    expect(known.slice(-2).map(({ action, after, before: was }) => [action, was, after])).toEqual([
      ["encryption-keys.updated", undefined, { keys: [first.id] }],
      ["encryption-keys.updated", { keys: [first.id] }, { keys: [second.id, first.id] }]
    ])
    expect((await secrets.keys()).map(({ key, secrets: of, state }) => [key, state, of.length])).toEqual([
      [second.id, "current", sealedTables.length],
      [first.id, "earlier", 0]
    ])
    held.ring = ofKeys([second])
    expect(await filled.shown()).toEqual(before)
    expect((await lectern.asSystem().integrity.check()).findings).toEqual([])
    await engine.close()
  })

  it("is said to be unreadable without its key, and the rest is read", async () => {
    const engine = await engineOver(layer("lost.db"))
    const { held, lectern } = engine
    const { integrity, openAPISpecs, organizations, secrets, shareLinks, spaces } = lectern.asSystem()
    held.ring = ofKeys([first])
    const { o, site, space } = await fill(engine)
    held.ring = ofKeys([second])
    expect((await secrets.keys()).map(({ key, state }) => [key, state])).toEqual([
      [second.id, "current"],
      [first.id, "missing"]
    ])
    expect((await secrets.reseal()).resealed).toBe(0)
    await expect(shareLinks.list(o, site, {})).rejects.toMatchObject({
      _tag: "Unavailable",
      message: `the encryption key ${first.id} is missing`
    })
    expect((await organizations.get(o)).title).toBe("Acme")
    expect((await spaces.get(space)).title).toBe("Handbook")
    expect((await openAPISpecs.get(o, "api")).slug).toBe("api")
    expect((await integrity.check()).findings).toEqual([])
    await engine.close()
  })
})
