/** An engine in memory with a few people and some content, behind the API, for the requests of the tests. */

import { DrainsInBackground, settleEverything } from "@lectern/core/content/indexing/Indexing"
import * as Instrumentation from "@lectern/core/engine/telemetry/Instrumentation"
import { Unavailable } from "@lectern/core/errors/Errors"
import * as Lectern from "@lectern/core/Lectern"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import type { Row, Table } from "@lectern/core/storage/Table"
import { UserId } from "@lectern/core/users/User"
import { fetchHandler, type HttpOptions } from "@lectern/http/LecternHttp"
import type { WebHandler } from "@lectern/http/WebHandler"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { logged } from "../../../testing/src/LogLines.js"
import { keepingTracer } from "../../../testing/src/Spans.js"
import { resources } from "../contract/resources.js"
import { certificate } from "./certificate.js"
import { failedImport, importer } from "./importer.js"

/** The address that the tests' server claims to have. */
export const base = "http://lectern.test"

/** The people: an administrator, a reader, a guest, and a user of another organization. */
export const people = ["ada", "rex", "gus", "eve"] as const
/** One of them. */
export type Person = (typeof people)[number]

/** Ids of the content. */
export interface Ids {
  readonly users: Readonly<Record<Person, string>>
  readonly organization: string
  /** A token of the administrator by its id, and another one itself that only reads. */
  readonly token: string
  readonly limitedToken: string
  /** The token that configuration has fixed for the administrator, by its id. */
  readonly fixedToken: string
  /** A token of the organization, by its id. */
  readonly serviceToken: string
  /** The organization of the last user. The others are not members of it. */
  readonly elsewhere: string
  /** Readable by all members; `locked` refuses edits, `hidden` is for administrators, `deleted` was deleted. */
  readonly spaces: Readonly<Record<"main" | "locked" | "hidden" | "deleted" | "second", string>>
  readonly collections: Readonly<Record<"outer" | "inner" | "hidden", string>>
  /** Readable by all members but guests, with `main` and `second`; `hidden` is not for the reader, and empty. */
  /** `main` has spaces without sections, `parts` has sections; `hidden` is not for the reader. */
  readonly sites: Readonly<Record<"main" | "hidden" | "parts", string>>
  /** The site spaces of `main`; a section of `parts`, and a group with one that is in it. */
  /** A share link of `main`, and a redirect of it from `/old`. */
  readonly shareLink: string
  readonly redirect: string
  readonly structure: Readonly<Record<"first" | "second" | "open" | "grouped" | "group", string>>
  /** The parameters in the paths of other resources. */
  readonly params: Readonly<Record<string, string>>
  /** An import into the main space by the administrator, which failed. */
  readonly import: string
  /** An upload of 5 bytes into the main space by the administrator. None of its bytes have arrived. */
  readonly upload: string
  /** The version of the specification `pets`; `pending` has none. */
  readonly specVersion: string
  /** A link invite to the organization, with the role `edit`, and one to `second`, with the level `comment`. */
  readonly invite: string
  readonly spaceInvite: string
  readonly userInvite: string
  /** `rex` is in it. */
  readonly team: string
  /** SAML providers; `pending` is for administrators alone. */
  readonly saml: Readonly<Record<"active" | "pending", string>>
  readonly openId: string
  readonly page: string
  /** A draft by the administrator, the first in the main space, which has changed the page, and its revision. */
  readonly changeRequest: string
  readonly changeRequestRevision: string
  /** A comment on a word of the page, by the administrator, with a suggestion, and a reply to it. */
  readonly comment: string
  readonly reply: string
  /** The same on the change request. */
  readonly requestComment: string
  readonly requestReply: string
  readonly file: string
  readonly revision: string
  /** A revision before the current one. */
  readonly oldRevision: string
}

/** The failure of a storage, instead of an answer. */
export type Trouble = "none" | "away" | "broken"

const troubled = (storage: StorageService, trouble: () => Trouble): StorageService => {
  const check = Effect.suspend(() => {
    if (trouble() === "away") return Effect.fail(new Unavailable({ message: "storage is away" }))
    return trouble() === "broken" ? Effect.die(new Error("select * from secret")) : Effect.void
  })
  return {
    get: (...args) => Effect.zipRight(check, storage.get(...args)),
    insert: (...args) => Effect.zipRight(check, storage.insert(...args)),
    update: (...args) => Effect.zipRight(check, storage.update(...args)),
    delete: (...args) => Effect.zipRight(check, storage.delete(...args)),
    scan: (...args) => Effect.zipRight(check, storage.scan(...args)),
    count: (...args) => Effect.zipRight(check, storage.count(...args)),
    increment: (...args) => Effect.zipRight(check, storage.increment(...args)),
    counter: (...args) => Effect.zipRight(check, storage.counter(...args)),
    reads: (reads) => Effect.zipRight(check, storage.reads(reads)),
    counters: (...args) => Effect.zipRight(check, storage.counters(...args)),
    increments: (...args) => Effect.zipRight(check, storage.increments(...args)),
    writes: (...args) => Effect.zipRight(check, storage.writes(...args)),
    transaction: (...args) => Effect.zipRight(check, storage.transaction(...args)),
    lock: (...args) => Effect.zipRight(check, storage.lock(...args)),
    inTransaction: storage.inTransaction,
    generation: storage.generation && Effect.zipRight(check, storage.generation),
    changes: storage.changes
  }
}

/** The parts of a request of the tests. */
export interface Ask {
  readonly as?: Person | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** An engine behind the API. */
export interface World {
  readonly lectern: Lectern.Lectern
  readonly handler: WebHandler
  readonly ids: Ids
  readonly tokens: Readonly<Record<Person, string>>
  readonly log: Array<string>
  readonly ask: (method: string, path: string, ask?: Ask) => Promise<Response>
  readonly fail: (trouble: Trouble) => void
  /** All stored data: another object when anything has changed. */
  readonly state: () => unknown
  /** The stored rows of a table. */
  readonly rows: (table: Table) => Promise<ReadonlyArray<Row>>
}

type Base = Pick<World, "ids" | "tokens"> & { readonly handle: MemoryStorage.MemoryStorageHandle }

const specification = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { tags: ["pets"], summary: "List pets", responses: { 200: { description: "All" } } } } }
})

const fill = async (
  lectern: Lectern.Lectern,
  during: (part: string) => void
): Promise<Pick<World, "ids" | "tokens">> => {
  const { apiTokens, members, users } = lectern.asSystem()
  const made: Array<readonly [Person, string, string]> = []
  for (const name of people) {
    const { id } = await users.create({ displayName: name, email: `${name}@example.com` })
    made.push([name, id, (await apiTokens.create(id, { label: "test" })).token])
  }
  const of = <A>(pick: (entry: readonly [Person, string, string]) => A) =>
    Object.fromEntries(made.map((entry) => [entry[0], pick(entry)])) as Record<Person, A>
  const userIds = of(([, id]) => UserId.make(id))
  const {
    changeRequests,
    collections,
    comments,
    contentEdits,
    contentGrants,
    sites,
    siteSectionGroups,
    siteSections,
    siteSpaces,
    contents,
    invites,
    organizations,
    saml,
    openIdProviders,
    shareLinks,
    siteRedirects,
    spaces,
    teams,
    openAPISpecs,
    serviceTokens
  } = lectern.as(userIds.ada)
  const organization = (await organizations.create({ title: "Example", emailDomains: ["example.com"] })).id
  await lectern.asSystem().emailDomains.verify(organization, "example.com")
  const token = (await apiTokens.create(userIds.ada, { label: "Laptop" })).apiToken.id
  const limitedToken = (await apiTokens.create(userIds.ada, { label: "Reading", scopes: ["read"] })).token
  await apiTokens.createFixed(userIds.ada, "fixed", "fixed-token")
  const fixedToken = (await apiTokens.list(userIds.ada)).items.find(({ label }) => label === "fixed")!.id
  const serviceToken = (await serviceTokens.create(organization, { label: "Exports" })).apiToken.id
  const elsewhere = (await lectern.as(userIds.eve).organizations.create({ title: "Elsewhere" })).id
  await members.add(organization, userIds.rex, "read")
  await members.add(organization, userIds.gus, null)
  const outer = await collections.create(organization, { title: "Outer" })
  const inner = await collections.create(organization, { title: "Inner", parent: outer.id })
  const shut = await collections.create(organization, { title: "Shut" })
  await collections.update(shut.id, { defaultLevel: null })
  const team = (await teams.create(organization, { title: "Writers", members: [userIds.rex] })).id
  await openAPISpecs.create(organization, { slug: "pets", source: { text: specification } })
  await openAPISpecs.create(organization, { slug: "pending", source: { text: "no specification" } })
  while ((await openAPISpecs.list(organization, {})).items.some(({ processingState: state }) => state !== "complete")) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const specVersion = (await openAPISpecs.version(organization, "pets")).id
  const invite = (await invites.create(organization, { role: "edit" })).id
  const provider = {
    label: "Active",
    entityID: "https://idp.example/entity",
    ssoURL: "https://idp.example/sso",
    certificate
  }
  const active = await saml.create(organization, provider)
  const pending = await saml.create(organization, { label: "Pending" })
  const openIdProvider = { label: "Active", issuer: "https://idp.example", clientId: "lectern", clientSecret: "hush" }
  const { id: openId } = await openIdProviders.create(organization, openIdProvider)
  const make = async (title: string) => (await spaces.create(organization, { title })).id
  const main = await make("Main")
  const second = await make("Second")
  await invites.inviteUsers(organization, { emails: ["eve@example.com"], role: "comment" })
  const [userInvite] = (await lectern.as(userIds.eve).userInvites.list({})).items
  const spaceInvite = (await invites.create(organization, { level: "comment", space: second })).id
  const locked = await make("Locked")
  await spaces.update(locked, { editMode: "locked" })
  const hidden = await make("Hidden")
  await spaces.update(hidden, { defaultLevel: null })
  const deleted = await make("Deleted")
  await spaces.remove(deleted)
  const site = (await sites.create(organization, { title: "Docs", spaces: [main, second] })).id
  const hiddenSite = (await sites.create(organization, { title: "Hidden" })).id
  await contentGrants.invite({ organization, site: hiddenSite }, { role: null, users: [userIds.rex] })
  const parts = (await sites.create(organization, { title: "Parts" })).id
  const open = await siteSections.add(organization, parts, { spaceId: main, title: "Open" })
  const grouped = await siteSections.add(organization, parts, { spaceId: second, title: "Grouped" })
  const group = await siteSectionGroups.add(organization, parts, { title: "Group", sections: [grouped.id] })
  const [first, next] = (await siteSpaces.list(organization, site, {})).items
  const shareLink = await shareLinks.create(organization, site, { name: "Friends" })
  const destination = { kind: "site-space", siteSpaceId: next!.id } as const
  const redirect = await siteRedirects.create(organization, site, { source: "/old", destination })
  const text = `# Install\n\nHow to install it.\n\n## Requirements\n\n${"Some words about requirements. ".repeat(60)}\n`
  const { revision: oldRevision } = await contentEdits.apply(main, {
    changes: [
      { operation: "insert_page", title: "Guide", document: { markdown: "# Guide\n" }, ref: "guide" },
      { operation: "insert_files", files: [{ name: "dot.svg", contentType: "image/svg+xml", base64: btoa("<svg/>") }] }
    ]
  })
  const { files, pages } = await contents.current(main)
  const guide = pages[0]!
  const { revision } = await contentEdits.apply(main, {
    changes: [{ operation: "insert_page", title: "Install", document: { markdown: text }, into: guide.id }]
  })
  const changeRequest = (await changeRequests.create(main, { subject: "A new guide" })).id
  const { revision: changeRequestRevision } = await contentEdits.apply(
    main,
    { changes: [{ operation: "update_page", page: guide.id, document: { markdown: "# New guide\n" } }] },
    { changeRequest }
  )
  const comment = await comments.post(
    { space: main },
    { body: { markdown: "What for?" }, page: guide.id, range: { start: 2, end: 7 }, suggestion: "Manual" }
  )
  await comments.update({ space: main }, comment.id, { addedReactions: ["👍"] })
  const reply = await comments.reply({ space: main }, comment.id, { body: { markdown: "To see" } })
  const onRequest = { space: main, changeRequest }
  const requestComment = await comments.post(onRequest, {
    body: { markdown: "Why?" },
    page: guide.id,
    range: { start: 2, end: 5 },
    suggestion: "Better"
  })
  const requestReply = await comments.reply(onRequest, requestComment.id, { body: { markdown: "It is better" } })
  const failed = await failedImport(lectern.as(userIds.ada), main)
  const upload = await lectern.as(userIds.ada).uploads.begin(main, { name: "hello.txt", size: 5 })
  const params: Record<string, string> = {}
  for (const resource of resources) {
    if (resource.params === undefined) continue
    during(Object.keys(resource.operations).join(" "))
    Object.assign(params, await resource.params(lectern.as(userIds.ada), organization))
  }
  return {
    tokens: of(([, , token]) => token),
    ids: {
      users: userIds,
      organization,
      token,
      limitedToken,
      fixedToken,
      serviceToken,
      elsewhere,
      spaces: { main, second, locked, hidden, deleted },
      collections: { outer: outer.id, inner: inner.id, hidden: shut.id },
      sites: { main: site, hidden: hiddenSite, parts },
      shareLink: shareLink.id,
      redirect: redirect.id,
      structure: { first: first!.id, second: next!.id, open: open.id, grouped: grouped.id, group: group.id },
      params,
      import: failed,
      upload: upload.id,
      specVersion,
      invite,
      spaceInvite,
      userInvite: userInvite!.id,
      team,
      saml: { active: active.id, pending: pending.id },
      openId,
      page: guide.id,
      changeRequest,
      changeRequestRevision,
      comment: comment.id,
      reply: reply.id,
      requestComment: requestComment.id,
      requestReply: requestReply.id,
      file: files[0]!.id,
      revision,
      oldRevision
    }
  }
}

/** The source of the ids and the time of an engine. `during` gets the resource that makes its prerequisites next. */
export interface EngineOptions extends Pick<Lectern.Options, "clock" | "ids" | "passwords"> {
  readonly during?: (part: string) => void
}

/** Typst in the process of the tests, since starting one for each document takes a hundred times as long. */
const pdf = Layer.succeed(PdfRenderer, {
  version: "1",
  render: (document) =>
    Effect.promise(async () => {
      const { typeset } = await import("@lectern/node/pdf/Typeset")
      const { pdf: bytes, problems } = typeset(document)
      return { bytes, problems }
    })
})

const files = { perCaller: { uploads: 4, bytes: 1024 } }
const options = { baseUrl: base, importer, pdf, files }
let made: Promise<Base> | undefined

const makeBase = async ({ during = () => {}, ...engine }: EngineOptions = {}): Promise<Base> => {
  const handle = Effect.runSync(MemoryStorage.make())
  const lectern = await Lectern.open({ storage: handle, ...options, ...engine })
  const filled = await fill(lectern, during)
  // So that a read need not.
  await lectern.runtime.runPromise(settleEverything)
  await lectern.asSystem().events.settle()
  await lectern.close()
  return { ...filled, handle }
}

const openWorld = async (
  { handle, ids, tokens }: Base,
  http: HttpOptions,
  { during: _, ...engine }: EngineOptions = {}
): Promise<World> => {
  let trouble: Trouble = "none"
  const log: Array<string> = []
  const ports = MemoryStorage.layerOf(handle)
  const storage = Layer.unwrapEffect(
    Effect.map(Effect.provide(Storage, ports), (service) =>
      Layer.merge(
        ports,
        Layer.succeed(
          Storage,
          troubled(service, () => trouble)
        )
      )
    )
  )
  const logger = Layer.merge(
    Logger.replace(
      Logger.defaultLogger,
      Logger.map(Logger.logfmtLogger, (line) => void log.push(logged(line)))
    ),
    Logger.minimumLogLevel(LogLevel.Debug)
  )
  // Every operation that is tested is traced too: no span of any may have a secret.
  const tracer = Layer.setTracer(keepingTracer(() => {}, [], false))
  const telemetry = Layer.merge(Instrumentation.layer, tracer)
  const lectern = await Lectern.open({
    // An engine that writes only when it is called: states are compared, and reset.
    storage: { layer: Layer.merge(Layer.provideMerge(storage, logger), Layer.succeed(DrainsInBackground, false)) },
    ...options,
    ...engine,
    telemetry
  })
  const handler = fetchHandler(lectern, { verifyAnswers: true, ...http })
  return {
    lectern,
    handler,
    ids,
    tokens,
    log,
    ask: (method, path, { as = "ada", body, headers = {} } = {}) =>
      handler(
        new Request(`${base}${path}`, {
          method,
          headers: {
            ...(as !== null && { authorization: `Bearer ${tokens[as]}` }),
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers
          },
          ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
        })
      ),
    fail: (next) => {
      trouble = next
    },
    state: () => handle.snapshot().state,
    rows: (table) => {
      const scan = Effect.flatMap(Storage, (service) => service.scan(table, { limit: 1000 }))
      return Effect.runPromise(Effect.provide(scan, ports))
    }
  }
}

/** A world of its own: what happens in it stays in it. */
export const makeWorld = async (http: HttpOptions = {}): Promise<World> => {
  made ??= makeBase()
  const base = await made
  return openWorld({ ...base, handle: base.handle.fork() }, http)
}

/** A world of its own, with these ids and this time from its beginning. */
export const makeWorldOf = async (engine: EngineOptions, http: HttpOptions = {}) => {
  const base = await makeBase(engine)
  const beginning = base.handle.snapshot()
  const world = await openWorld(base, http, engine)
  return { world, reset: () => base.handle.reset(beginning) }
}

/**
 * One engine behind the API, reset to its initial state whenever it is requested: a world for each of many requests,
 * without opening an engine for each. The effects of `prepare` are part of the initial state, and made once; its result
 * is available as `prepared`.
 */
export const preparedWorld = <A>(
  prepare: (world: World) => A | Promise<A>,
  http: HttpOptions = {}
): (() => Promise<World & { readonly prepared: A }>) => {
  const start = async () => {
    made ??= makeBase()
    const base = await made
    const handle = base.handle.fork()
    const world = await openWorld({ ...base, handle }, http)
    const prepared = await prepare(world)
    await world.lectern.runtime.runPromise(settleEverything)
    return { handle, beginning: handle.snapshot(), world: { ...world, prepared } }
  }
  let started: ReturnType<typeof start> | undefined
  return async () => {
    started ??= start()
    const { handle, beginning, world } = await started
    handle.reset(beginning)
    world.fail("none")
    world.log.length = 0
    return world
  }
}

/** {@link preparedWorld} with only the content of every world. */
export const reusableWorld = (http: HttpOptions = {}): (() => Promise<World>) => preparedWorld(() => undefined, http)
