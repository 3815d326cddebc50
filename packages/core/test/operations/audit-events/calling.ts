/** The calls of the audit trail's tests, and the events that they are expected to record. */
import { Actor, type ActorValue, system, user } from "@lectern/core/access/Actor"
import type * as Engine from "@lectern/core/engine/Engine"
import { services } from "@lectern/core/engine/Services"
import { UserId } from "@lectern/core/users/User"
import { type Context, Effect, Redacted } from "effect"

/** Why a call is no event. */
export type Reason =
  /** It reads: nothing in the storage changes. */
  | "reads"
  /** It changes content, whose revisions and change requests tell who did it. */
  | "content"
  /** It notes a use, a visit, a challenge or progress, which changes no setting or content. */
  | "notes"
  /** It removes something that has ended by itself. */
  | "cleans"

/** The actions of the events that a call records, sorted, or the reason for none. */
export type Expected = ReadonlyArray<string> | Reason

/** The password of everybody. */
export const password = "correct horse battery staple"

/** Where everybody signs in from. */
export const client = { address: "203.0.113.7", device: "Firefox on Linux" }

/** The secret that the address of a one-time link ends with. */
export const secretOf = ({ url }: { readonly url: string }) => Redacted.make(url.slice(url.lastIndexOf("/") + 1))

/** Runs an effect as a caller. */
export const as =
  (actor: ActorValue | string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Actor>> =>
    Effect.provideService(effect, Actor, typeof actor === "string" ? user(UserId.make(actor)) : actor)

/** Runs an effect as the system. */
export const asSystem = as(system)

/** An effect over the services, as the administrator. */
export type Work = Effect.Effect<unknown, unknown, Engine.Services | Actor>

/** A program over the services. Only calls after `begin` count. */
export type Program = (begin: Effect.Effect<void>) => Work

/** A call of a member with more than its arguments, or a program that makes it. */
export type Special =
  | Program
  | {
      /** The caller, if it is not the administrator. */
      readonly by?: ActorValue | string
      /** The arguments, if they are not those of the table of calls. */
      readonly args?: ReadonlyArray<unknown>
      /** The work that must be done before. */
      readonly after?: Work
    }

/** A call of a service by its names. */
export const calling = (service: string, member: string, args: ReadonlyArray<unknown>): Work => {
  type Members = Readonly<Record<string, ((...args: ReadonlyArray<unknown>) => Work) | Work>>
  const found = Object.entries(services).find(([name]) => name === service)?.[1]
  return Effect.flatMap(Effect.context<Engine.Services>(), (context) => {
    const { [member]: called } = (found as { of: (context: Context.Context<Engine.Services>) => object }).of(
      context
    ) as Members
    return typeof called === "function" ? called(...args) : (called ?? Effect.dieMessage(`${service} has no ${member}`))
  })
}

/** The program of a call. */
export const programOf = (
  service: string,
  member: string,
  args: ReadonlyArray<unknown>,
  special: Special = {}
): Program => {
  if (typeof special === "function") return special
  const call = calling(service, member, special.args ?? args)
  const called = special.by === undefined ? call : as(special.by)(call)
  return (begin) =>
    special.after === undefined ? called : Effect.zipRight(Effect.zipRight(special.after, begin), called)
}

/** A call by the system. */
export const bySystem = (...args: ReadonlyArray<unknown>) => ({ by: system, args })
