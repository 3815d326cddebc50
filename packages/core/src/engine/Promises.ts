/**
 * The services of an engine as objects of promises, each object for one caller.
 * @since 0.1.0
 */
import type * as Brand from "effect/Brand"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Stream from "effect/Stream"
import type { LiveSession } from "../content/live-texts/LiveSession.js"
import type { LiveTextsService } from "../content/live-texts/LiveTexts.js"
import type { OpenedText } from "../content/live-texts/OpenedText.js"
import { invalid, type LecternError, Unauthenticated, Unavailable } from "../foundation/errors/Errors.js"
import { lazy } from "../foundation/loading/Lazy.js"
import { parser } from "../foundation/schema/Input.js"
import { Actor, type ActorValue, system, user, visitor } from "../people/access/Actor.js"
import { Visitor } from "../people/access/Visitor.js"
import { UserId } from "../people/users/User.js"
import type * as Engine from "./Engine.js"
import { services } from "./Services.js"

/** Inputs that contain no ids. */
type Leaf =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | Uint8Array
  | ReadableStream
  | AsyncIterable<unknown>
  | Stream.Stream<unknown, unknown>
  | ((...args: never) => unknown)

/** An input as a caller of promises may write it: an id is any string, at any depth. */
export type Input<A> = unknown extends A
  ? A
  : A extends Brand.Brand<string> & string
    ? string
    : A extends Leaf
      ? A
      : { readonly [K in keyof A]: Input<A[K]> }

/** The arguments of a method, each as an {@link Input}. */
type Inputs<A extends ReadonlyArray<unknown>> = { readonly [K in keyof A]: Input<A[K]> }

/** A service as promises: an effect becomes a function without arguments, a failure is thrown. */
export type Promised<S> = {
  readonly [K in keyof S]: S[K] extends (...args: infer A) => Effect.Effect<infer R, infer _E, infer _R>
    ? (...args: Inputs<A>) => Promise<R extends LiveSession ? OpenedText : R>
    : S[K] extends Effect.Effect<infer R, infer _E, infer _R>
      ? () => Promise<R>
      : never
}

type Runtime = ManagedRuntime.ManagedRuntime<Engine.Services, unknown>

/** The members of services that a caller does not get, by the name of the service. */
export type Hidden = { readonly [service: string]: ReadonlyArray<string> }

/** How the calls of one workspace object are made. */
export interface CallOptions {
  /**
   * Makes each method's call at most once: when it is made again with the same key and the same arguments, within 24
   * hours, it does nothing and resolves with the first answer. With other arguments it rejects with `KeyReused`. 1 to 255
   * visible ASCII characters, chosen at random.
   */
  readonly idempotencyKey?: string
}

/** Makes the services for one caller. */
export interface Workspaces {
  /** For a user. Throws `Invalid` if `id` is not a string; calls reject if no user has it. */
  readonly ofUser: (id: string, hidden: Hidden, options?: CallOptions) => object
  /** For a visitor. Throws `Invalid` if the visitor's credentials are malformed. */
  readonly ofVisitor: (brought: Visitor, hidden: Hidden) => object
  /** For the embedding program. */
  readonly ofSystem: (hidden: Hidden, options?: CallOptions) => object
  /** Runs a program over all services; rejects with its failure. */
  readonly run: <A, E>(program: Effect.Effect<A, E, Engine.Services>) => Promise<A>
}

const idempotencyOf = lazy("what keeps answers", () => import("../operations/idempotency/Idempotency.js"))

const parseVisitor = parser(Visitor)

const opening = lazy("open live texts", () => import("../content/live-texts/OpenedText.js"))

const closed = () => new Unavailable({ message: "the engine is closed" })

/** The reason that a call rejects with: the failure or, if there is none, the defect. */
const reasonOf = (cause: Cause.Cause<unknown>): unknown =>
  Cause.isInterruptedOnly(cause) ? closed() : Cause.squash(cause)

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" && value !== null ? "an object" : String(value)
}

/** Whether an argument is one that no method takes, although it could pass for an id once converted to a string. */
const isMisfit = (value: unknown): boolean =>
  ["bigint", "boolean", "symbol"].includes(typeof value) || Array.isArray(value) || value instanceof String

const requireFit = (args: ReadonlyArray<unknown>): void => {
  const at = args.findIndex(isMisfit)
  if (at >= 0) throw invalid("", `argument ${at + 1}: expected a string or an object, got ${kindOf(args[at])}`)
}

/** Fails the first call if the user does not exist. Once found, the user is not looked up again. */
const makeRequireUser = (context: Context.Context<Engine.Services>, id: UserId) => {
  const unknown = new Unauthenticated({
    message: `no user has the id ${JSON.stringify(id.slice(0, 100))}; asSystem().users.create creates one and returns its id`
  })
  let found = false
  const look = services.users
    .of(context)
    .get(id)
    .pipe(
      Effect.provideService(Actor, system),
      Effect.catchTag("NotFound", () => unknown),
      Effect.andThen(
        Effect.sync(() => {
          found = true
        })
      )
    )
  return Effect.suspend(() => (found ? Effect.void : look))
}

/** Makes the services of callers, over a running runtime; `isClosed` tells whether it has been closed. */
export const makeWorkspaces = (
  runtime: Runtime,
  context: Context.Context<Engine.Services>,
  isClosed: () => boolean
): Workspaces => {
  const run: Workspaces["run"] = async (effect) => {
    if (isClosed()) throw closed()
    const exit = await runtime.runPromiseExit(effect)
    if (Exit.isSuccess(exit)) return exit.value
    throw reasonOf(exit.cause)
  }
  type Call = Effect.Effect<unknown, unknown, Actor>
  type Provide = <A, E>(call: Effect.Effect<A, E, Actor>) => Effect.Effect<A, E | LecternError>
  type Keyed = (operation: string, args: ReadonlyArray<unknown>) => (call: Call) => Call
  const promised = (
    ofService: string,
    service: object,
    hidden: ReadonlyArray<string>,
    provide: Provide,
    keyed: Keyed | undefined
  ): object =>
    Object.fromEntries(
      Object.entries(service)
        .filter(([name]) => !hidden.includes(name))
        .map(([name, member]) => [
          name,
          async (...args: ReadonlyArray<unknown>) => {
            requireFit(args)
            const call = typeof member === "function" ? member(...args) : member
            return run(provide(keyed === undefined ? call : keyed(`${ofService}.${name}`, args)(call)))
          }
        ])
    )
  /** Live texts, of which an open one is an object of promises as well. */
  const promisedLive = (
    service: LiveTextsService,
    hidden: ReadonlyArray<string>,
    provide: Provide,
    keyed: Keyed | undefined
  ): object => ({
    ...promised("liveTexts", service, hidden, provide, keyed),
    open: async (...args: Parameters<LiveTextsService["open"]>) => {
      requireFit(args)
      const { openText } = await run(opening.load)
      return openText(service.open(...args), (effect) => run(provide(effect)))
    }
  })
  const keyedBy = ({ idempotencyKey: key }: CallOptions): Keyed | undefined => {
    if (key === undefined) return undefined
    const { once } = services.idempotency.of(context)
    return (operation, input) => (call) =>
      Effect.flatMap(idempotencyOf.load, ({ plainly }) => plainly(once, { key, operation, input }, call))
  }
  /** The services, each made on first use. */
  const workspace = (hidden: Hidden, provide: Provide, options: CallOptions = {}): object => {
    const keyed = keyedBy(options)
    const all = {}
    for (const [name, { of }] of Object.entries(services)) {
      const service: object = of(context)
      if (Object.keys(service).every((member) => hidden[name]?.includes(member))) continue
      let made: object | undefined
      Object.defineProperty(all, name, {
        enumerable: true,
        get: () =>
          (made ??=
            name === "liveTexts"
              ? promisedLive(services.liveTexts.of(context), hidden[name] ?? [], provide, keyed)
              : promised(name, service, hidden[name] ?? [], provide, keyed))
      })
    }
    return all
  }
  const as = (actor: ActorValue): Provide => Effect.provideService(Actor, actor)
  return {
    ofUser: (id, hidden, options) => {
      if (typeof id !== "string") throw invalid("user", `expected the id of a user, got ${kindOf(id)}`)
      const required = makeRequireUser(context, UserId.make(id))
      const caller = as(user(UserId.make(id)))
      return workspace(hidden, (call) => Effect.zipRight(required, caller(call)), options)
    },
    ofVisitor: (brought, hidden) => {
      const parsed = Effect.runSync(Effect.either(parseVisitor(brought)))
      if (Either.isLeft(parsed)) throw parsed.left
      return workspace(hidden, as(visitor(parsed.right)))
    },
    ofSystem: (hidden, options) => workspace(hidden, as(system), options),
    run
  }
}
