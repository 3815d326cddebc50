/**
 * The engine as a value: a layer for programs written with Effect, an object of promises for all others.
 *
 * @example
 * const lectern = await Lectern.open(MemoryStorage.layer())
 * const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
 * const { organizations, spaces } = lectern.as(ada.id)
 * const organization = await organizations.create({ title: "Example" })
 * const space = await spaces.create(organization.id, { title: "Handbook" })
 * await lectern.close()
 */
import { Cause, type Clock, Effect, Exit, Layer, ManagedRuntime } from "effect"
import { Actor, type ActorValue, system, user } from "./access/Actor.js"
import type { BlobStore } from "./blobs/BlobStore.js"
import * as FileLimits from "./blobs/FileLimits.js"
import type * as Engine from "./engine/Engine.js"
import * as InProcess from "./engine/InProcess.js"
import { services } from "./engine/Services.js"
import * as Ids from "./ids/Ids.js"
import { layerPageBounds } from "./markdown/TextBounds.js"
import type { SearchIndex } from "./search-index/SearchIndex.js"
import type { Shape } from "./services/Service.js"
import type { Storage } from "./storage/Storage.js"
import type { Telemetry } from "./telemetry/Telemetry.js"
import * as PublicUrls from "./urls/PublicUrls.js"
import type { UserId } from "./users/User.js"

/** What an engine can be given besides its storage. */
export interface Options extends InProcess.Outside {
  /** The public base address in answers, without a slash at its end; `http://localhost:4000` when absent. */
  readonly baseUrl?: string
  /** The most bytes that the text of a page may have in UTF-8 where it is written; 1 MB when absent, at most 4 MB. */
  readonly maxPageBytes?: number
  /** Where ids come from; `Ids.layerSequence` makes them deterministic. */
  readonly ids?: Layer.Layer<Ids.Ids>
  /** How large files may be, and how much of what is uploaded may wait; see `FileLimits` for what is absent. */
  readonly files?: Partial<FileLimits.FileLimitsValue>
  /** The clock; the system's when absent. */
  readonly clock?: Clock.Clock
  /**
   * What measures the engine; nothing is measured when absent. `Instrumentation.layer` leaves spans to the tracer of the
   * program and metrics to Effect's registry, `Otlp.layer` of `@lectern/node` exports both.
   */
  readonly telemetry?: Layer.Layer<Telemetry>
}

/** A storage with its search index and blob store, as the storage packages make them. */
export type StorageLayer<E = never> = Layer.Layer<Storage | SearchIndex | BlobStore, E>

/** All services over a storage, for programs written with Effect: `Effect.provide(program, Lectern.layer(storage))`. */
export const layer = <E>(storage: StorageLayer<E>, options: Options = {}): Layer.Layer<Engine.Services, E> => {
  const services = InProcess.layer(options).pipe(
    Layer.provide(storage),
    Layer.provide(options.ids ?? Ids.layer),
    Layer.provide(FileLimits.layer(options.files ?? {})),
    Layer.provide(PublicUrls.layer(options.baseUrl ?? "http://localhost:4000")),
    Layer.provide(layerPageBounds(options.maxPageBytes))
  )
  const timed = options.clock === undefined ? services : Layer.merge(services, Layer.setClock(options.clock))
  return options.telemetry === undefined ? timed : Layer.provideMerge(timed, options.telemetry)
}

/** A service as promises: an effect becomes a function without arguments, a failure is thrown. */
export type Promised<S> = {
  readonly [K in keyof S]: S[K] extends (...args: infer A) => Effect.Effect<infer R, infer _E, infer _R>
    ? (...args: A) => Promise<R>
    : S[K] extends Effect.Effect<infer R, infer _E, infer _R>
      ? () => Promise<R>
      : never
}

type Members = typeof services

/** Everything that the embedding program can do: each service by its name. */
export type SystemWorkspace = { readonly [K in keyof Members]: Promised<Shape<Members[K]>> }

/** What only the embedding program does, by service: it is not on the object that a user gets. */
export const systemOnly = {
  users: ["create", "findByEmail"],
  apiTokens: ["createFixed", "authenticate"],
  organizations: ["createFor"],
  spaces: ["purgeable", "purge"],
  uploads: ["clean"],
  blobs: ["collect"],
  integrity: ["check"],
  openAPISpecs: ["refreshDue"]
} as const satisfies { readonly [K in keyof SystemWorkspace]?: ReadonlyArray<keyof SystemWorkspace[K]> }

/** Everything one user can do. */
export type Workspace = {
  readonly [K in Exclude<keyof SystemWorkspace, "blobs" | "integrity">]: K extends keyof typeof systemOnly
    ? Omit<SystemWorkspace[K], (typeof systemOnly)[K][number]>
    : SystemWorkspace[K]
}

/** An open engine. */
export interface Lectern {
  /** What a user can do; calls are refused exactly as they are over HTTP. */
  readonly as: (user: UserId) => Workspace
  /** What the embedding program itself can do: everything. */
  readonly asSystem: () => SystemWorkspace
  /** The runtime that holds the services, for programs that mix promises with Effect. */
  readonly runtime: ManagedRuntime.ManagedRuntime<Engine.Services, unknown>
  /** Finishes what runs and closes the storage. */
  readonly close: () => Promise<void>
}

/**
 * Opens an engine over a storage. Rejects where the storage cannot be opened; every call rejects with one of the errors
 * of `errors/Errors`.
 */
export const open = async <E>(storage: StorageLayer<E>, options: Options = {}): Promise<Lectern> => {
  const runtime = ManagedRuntime.make(layer(storage, options))
  const { context } = await runtime.runtime()
  const run = async (actor: ActorValue, effect: Effect.Effect<unknown, unknown, Actor>): Promise<unknown> => {
    const exit = await runtime.runPromiseExit(Effect.provideService(effect, Actor, actor))
    if (Exit.isSuccess(exit)) return exit.value
    throw Cause.squash(exit.cause)
  }
  const promised = (service: object, hidden: ReadonlyArray<string>, actor: ActorValue): object =>
    Object.fromEntries(
      Object.entries(service)
        .filter(([name]) => !hidden.includes(name))
        .map(([name, member]) => [
          name,
          (...args: ReadonlyArray<unknown>) => run(actor, typeof member === "function" ? member(...args) : member)
        ])
    )
  /** The services of somebody, each made when it is first asked for. */
  const workspace = (actor: ActorValue, hidden: { readonly [name: string]: ReadonlyArray<string> }): object => {
    const all = {}
    for (const [name, { of }] of Object.entries(services)) {
      const service: object = of(context)
      if (Object.keys(service).every((member) => hidden[name]?.includes(member))) continue
      let made: object | undefined
      Object.defineProperty(all, name, {
        enumerable: true,
        get: () => (made ??= promised(service, hidden[name] ?? [], actor))
      })
    }
    return all
  }
  return {
    as: (id) => workspace(user(id), systemOnly) as Workspace,
    asSystem: () => workspace(system, {}) as SystemWorkspace,
    runtime,
    close: () => runtime.dispose()
  }
}
