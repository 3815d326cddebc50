/**
 * The engine as a value: a layer for programs written with Effect, an object of promises for all others.
 *
 * @example
 * const lectern = await Lectern.open({ storage: MemoryStorage.open() })
 * const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
 * const { organizations, spaces } = lectern.as(ada.id)
 * const organization = await organizations.create({ title: "Example" })
 * const space = await spaces.create(organization.id, { title: "Handbook" })
 * await lectern.close()
 * @since 0.1.0
 */

import * as Cause from "effect/Cause"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import type * as Engine from "./engine/Engine.js"
import * as InProcess from "./engine/InProcess.js"
import { type CallOptions, makeWorkspaces, type Promised } from "./engine/Promises.js"
import type { services } from "./engine/Services.js"
import { Keyring, type KeyringService, unkeyed } from "./foundation/encryption/Keyring.js"
import { invalid, OpenError, type Unavailable } from "./foundation/errors/Errors.js"
import * as Ids from "./foundation/ids/Ids.js"
import { clockOf } from "./foundation/ids/Time.js"
import { loadAll } from "./foundation/loading/Lazy.js"
import * as Quotas from "./foundation/quotas/Quotas.js"
import type { Telemetry } from "./foundation/telemetry/Telemetry.js"
import * as PublicUrls from "./foundation/urls/PublicUrls.js"
import { AuditRules, type AuditRulesValue } from "./operations/audit-events/AuditRules.js"
import type { Visitor } from "./people/access/Visitor.js"
import { ServerOpenId, type ServerOpenIdValue } from "./people/identities/ServerOpenId.js"
import { SignInRules, type SignInRulesValue, signInRules } from "./people/sessions/SignInRules.js"
import type { BlobStore } from "./storage/blobs/BlobStore.js"
import * as FileLimits from "./storage/blobs/FileLimits.js"
import type { Storage } from "./storage/rows/Storage.js"
import type { Shape } from "./storage/services/Service.js"
import type { Event, EventType } from "./storage/trail/Event.js"
import { EventRules, type EventRulesValue } from "./storage/trail/EventRules.js"
import { type TransactionOptions, Transactions } from "./storage/transactions/Transactions.js"
import { PageBounds, pageBoundsOf } from "./text/markdown/TextBounds.js"
import type { SearchIndex } from "./text/search-index/SearchIndex.js"

/** The options of an engine, in addition to its storage. */
export interface Options extends InProcess.Outside {
  /** The public base URL used in answers, without a trailing slash; `http://localhost:4000` when absent. */
  readonly baseUrl?: string
  /**
   * The URL below which sites are read that have no host name of their own, as in their `urls.published`; the base URL
   * when absent.
   */
  readonly sitesUrl?: string
  /** The maximum size of a page's text as UTF-8, in bytes, checked on every write; 1 MB when absent, at most 4 MB. */
  readonly maxPageBytes?: number
  /** The source of ids; `Ids.layerSequence` makes them deterministic. */
  readonly ids?: Layer.Layer<Ids.Ids> | Ids.IdSource
  /** The maximum size of files and the quotas of pending uploads; `FileLimits` has the defaults. */
  readonly files?: Partial<FileLimits.FileLimitsValue>
  /**
   * The users who may create organizations, and the quotas of each organization; every user, without limits, when
   * absent.
   */
  readonly quotas?: Partial<Quotas.QuotasValue>
  /**
   * The keys that encrypt secrets in the storage, such as those of share links: `KeyFile.make` of `@lectern/node`, for
   * example. Without keys they are stored unencrypted.
   */
  readonly keyring?: KeyringService
  /** The rules of sign-in; `SignInRules` has the defaults. */
  readonly signIn?: Partial<SignInRulesValue>
  /** The OpenID provider that people sign in to their accounts with; none when absent. */
  readonly openIdProvider?: ServerOpenIdValue
  /** The clock, or a function that returns the time in milliseconds since 1970; the system's when absent. */
  readonly clock?: Clock.Clock | (() => number)
  /** The rules of the audit trail; when absent, every change is recorded and kept forever. */
  readonly audit?: AuditRulesValue
  /** The rules of events; when absent, they are recorded and kept for 30 days. */
  readonly events?: EventRulesValue
  /**
   * The destination of spans and metrics; nothing is measured when absent. `Instrumentation.layer` leaves spans to the
   * program's tracer and metrics to Effect's registry; `Otlp.layer` of `@lectern/node` exports both.
   */
  readonly telemetry?: Layer.Layer<Telemetry>
}

/** A storage with its search index and blob store, as the storage packages make them. */
export type StorageLayer<E = never, R = never> = Layer.Layer<Storage | SearchIndex | BlobStore, E, R>

/** A storage as a value: the storage packages make it, and {@link open} opens the engine over it. */
export interface WorkspaceStorage {
  readonly layer: StorageLayer<unknown>
}

/** The options that an engine is opened with. */
export interface OpenOptions extends Options {
  readonly storage: WorkspaceStorage
}

/** All services over a storage, for programs written with Effect: `Effect.provide(program, Lectern.layer(storage))`. */
export const layer = <E, R = never>(
  storage: StorageLayer<E, R>,
  options: Options = {}
): Layer.Layer<Engine.Services, E, R> => {
  const { ids } = options
  const source = ids !== undefined && "next" in ids ? ids : undefined
  const values = Layer.effectContext(
    Effect.map(Ids.makeOf(source), (made) =>
      Context.make(Ids.Ids, made).pipe(
        Context.add(FileLimits.FileLimits, FileLimits.make(options.files)),
        Context.add(Quotas.Quotas, Quotas.make(options.quotas)),
        Context.add(AuditRules, { ...options.audit }),
        Context.add(EventRules, { ...options.events }),
        Context.add(
          PublicUrls.PublicUrls,
          PublicUrls.make(options.baseUrl ?? "http://localhost:4000", options.sitesUrl)
        ),
        Context.add(Keyring, options.keyring ?? unkeyed),
        Context.add(SignInRules, { ...signInRules, ...options.signIn }),
        Context.add(ServerOpenId, options.openIdProvider === undefined ? {} : { provider: options.openIdProvider }),
        Context.add(PageBounds, pageBoundsOf(options.maxPageBytes))
      )
    )
  )
  const services = InProcess.layer(options).pipe(
    Layer.provide(storage),
    Layer.provide(ids === undefined || "next" in ids ? values : Layer.merge(values, ids))
  )
  const { clock, telemetry } = options
  const timed =
    clock === undefined
      ? services
      : Layer.provideMerge(services, Layer.setClock(typeof clock === "function" ? clockOf(clock) : clock))
  return telemetry === undefined ? timed : Layer.provideMerge(timed, telemetry)
}

type Members = typeof services

export type { CallOptions }

/** The methods for programs that use Effect, which promises have in another form. */
const effectsOnly = { idempotency: ["once"] } as const

type Called<K extends keyof Members> = K extends keyof typeof effectsOnly
  ? Omit<Shape<Members[K]>, (typeof effectsOnly)[K][number]>
  : Shape<Members[K]>

/** All methods of the embedding program: each service by its name. */
export type SystemWorkspace = { readonly [K in keyof Members]: Promised<Called<K>> }

/** The methods that only the embedding program may call, by service: a user's object does not have them. */
export const systemOnly = {
  users: ["create", "findByEmail"],
  accounts: ["createLink"],
  sessions: ["authenticate", "token", "authenticateToken", "authenticateHost", "signOut"],
  signIn: [
    "password",
    "passkeyOptions",
    "passkey",
    "means",
    "code",
    "confirmPassword",
    "link",
    "redeem",
    "requestReset",
    "clean"
  ],
  providerSignIn: ["admit", "confirm", "connect"],
  openIdSignIn: ["serverLabel", "ways", "begin", "complete"],
  samlSignIn: ["metadata", "start", "finish", "signOut", "logout"],
  apiTokens: ["createFixed", "authenticate", "recordUses"],
  organizations: ["createFor"],
  spaces: ["purgeable", "purge"],
  uploads: ["clean"],
  auditEvents: ["after", "position", "setPosition", "recordSettings", "recordRefusals", "clean"],
  events: ["clean", "settle"],
  liveTexts: ["settle"],
  idempotency: ["clean"],
  webhooks: ["clean"],
  blobs: ["collect"],
  publishedContents: ["enter"],
  rateLimits: ["take", "wrongSecret", "clean"],
  sitePages: ["generation", "find", "onHost", "logo", "compute"],
  secrets: ["keys", "reseal"],
  integrity: ["check", "repair"],
  openAPISpecs: ["refreshDue"]
} as const satisfies { readonly [K in keyof SystemWorkspace]?: ReadonlyArray<keyof SystemWorkspace[K]> }

const hiddenFromUsers = { ...systemOnly, idempotency: ["clean", "once"] }

/** All methods of one user. */
export type Workspace = {
  readonly [K in Exclude<
    keyof SystemWorkspace,
    | "blobs"
    | "idempotency"
    | "integrity"
    | "openIdSignIn"
    | "providerSignIn"
    | "rateLimits"
    | "samlSignIn"
    | "secrets"
    | "signIn"
  >]: K extends keyof typeof systemOnly ? Omit<SystemWorkspace[K], (typeof systemOnly)[K][number]> : SystemWorkspace[K]
}

/**
 * Loads everything that engines otherwise load on first use, for programs that cannot wait then or may be offline.
 * Rejects with `Unavailable` if something cannot be loaded.
 */
export const preload = async (): Promise<void> => {
  const outcome = await Effect.runPromise(Effect.either(loadAll()))
  if (Either.isLeft(outcome)) throw outcome.left
}

/** What {@link Lectern.events} follows. */
export interface FollowOptions {
  /** The id of the event to continue after; when absent, only what happens from now on is followed. */
  readonly after?: string
  readonly organization?: string
  readonly space?: string
  /** Only events of this type. */
  readonly type?: EventType
  /** The id of the user whose rights decide what is seen; all of it when absent. */
  readonly user?: string
  /** Ends the loop when it is aborted, even while nothing happens. */
  readonly signal?: AbortSignal
}

/** An open engine. */
export interface Lectern {
  /**
   * The methods of a user; calls are refused exactly as they are over HTTP. If no user has this id, every call rejects
   * with an `Unauthenticated` that says so.
   */
  readonly as: (user: string, options?: CallOptions) => Workspace
  /**
   * The methods of a visitor of published sites, who has no account, with the visitor's credentials: a share key, a
   * token, claims. Visitors can read content that is published to them; everything else rejects with `Unauthenticated`.
   */
  readonly asVisitor: (visitor?: Visitor) => Workspace
  /** The methods of the embedding program itself, which may do everything. */
  readonly asSystem: (options?: CallOptions) => SystemWorkspace
  /**
   * Follows events as they happen: those after the one with the id `after`, or from now on. Of an organization or a
   * space, or of all, for the embedding program; with `user`, those that this person may see. The loop goes on until it
   * is left, `signal` is aborted, or a read fails, which throws one of the errors of `errors/Errors`.
   *
   * @example
   * for await (const { type, space } of lectern.events({ organization: organization.id })) console.log(type, space)
   */
  readonly events: (options?: FollowOptions) => AsyncIterable<Event>
  /** {@link transaction} of this engine: resolves with the program's value, rejects with its failure. */
  readonly transaction: <A, E>(
    program: Effect.Effect<A, E, Engine.Services>,
    options?: TransactionOptions
  ) => Promise<A>
  /** The runtime that holds the services, for programs that mix promises with Effect. */
  readonly runtime: ManagedRuntime.ManagedRuntime<Engine.Services, unknown>
  /** Finishes running work and closes the storage. */
  readonly close: () => Promise<void>
}

/**
 * Runs a program in a transaction over all calls of the engine in it, and over the program's own statements where the
 * storage shares a database with a `SqlClient`: everything is committed together, or nothing is. The program is run
 * again if the database could not commit it because of others. Calls that fetch, send mail or store files fail inside.
 *
 * @example
 * Lectern.transaction(Effect.zipRight(addRelease, editPage), { locks: [spaceLock(space.id)] })
 */
export const transaction = <A, E, R>(
  program: Effect.Effect<A, E, R>,
  options?: TransactionOptions
): Effect.Effect<A, E | Unavailable, R | Transactions> =>
  Effect.flatMap(Transactions, ({ run }) => run(program, options))

/** {@link Lectern.events} of the services of callers. */
async function* following(
  { ofSystem, ofUser }: ReturnType<typeof makeWorkspaces>,
  { after, organization, signal, space, type, user }: FollowOptions
): AsyncGenerator<Event, void> {
  const { events } = (user === undefined ? ofSystem(effectsOnly) : ofUser(user, hiddenFromUsers)) as Pick<
    Workspace,
    "events"
  >
  const place = { ...(organization !== undefined && { organization }), ...(space !== undefined && { space }) }
  const left = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()))
  let from = after ?? (await events.now(place))
  while (signal?.aborted !== true) {
    const { items, next } = await events.list(place, { after: from, ...(type !== undefined && { type }) })
    yield* items
    from = next.after
    if (items.length === 0) await Promise.race([events.wait(place, from), left])
  }
}

/** The error that {@link open} rejects with if the storage cannot be opened. */
const openError = (cause: Cause.Cause<unknown>): unknown => {
  if (Option.isNone(Cause.failureOption(cause))) return Cause.squash(cause)
  const error: unknown = Cause.squash(cause)
  const { message, reason } = error as { readonly message?: unknown; readonly reason?: unknown }
  return new OpenError({
    message: typeof message === "string" ? message : String(error),
    reason: typeof reason === "string" ? reason : "unknown",
    cause: error
  })
}

/**
 * Opens an engine over a storage. Rejects with `OpenError` if the storage cannot be opened; every call rejects with one
 * of the errors of `errors/Errors`.
 */
export const open = async (opened: OpenOptions): Promise<Lectern> => {
  if (!Layer.isLayer(opened?.storage?.layer)) {
    throw invalid("storage", "expected a storage, such as MemoryStorage.open() gives: Lectern.open({ storage })")
  }
  const { storage, ...options } = opened
  const runtime = ManagedRuntime.make(layer(storage.layer, options))
  const built = await runtime.runPromiseExit(runtime.runtimeEffect)
  if (Exit.isFailure(built)) {
    await runtime.dispose()
    throw openError(built.cause)
  }
  let closed = false
  const workspaces = makeWorkspaces(runtime, built.value.context, () => closed)
  return {
    as: (id, options) => workspaces.ofUser(id, hiddenFromUsers, options) as Workspace,
    asVisitor: (visitor = {}) => workspaces.ofVisitor(visitor, hiddenFromUsers) as Workspace,
    asSystem: (options) => workspaces.ofSystem(effectsOnly, options) as SystemWorkspace,
    events: (options = {}) => following(workspaces, options),
    transaction: (program, options) => workspaces.run(transaction(program, options)),
    runtime,
    close: () => {
      closed = true
      return runtime.dispose()
    }
  }
}
