/** How a service is declared, so that the lists of services are all that an engine is made of. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import type { Table } from "../storage/Table.js"
import type { Dependent } from "./Dependents.js"

/** A service: how it is made of other services, and found among them. */
export interface Service<I, S, R> {
  /**
   * Makes the service of what the context has, and puts it among the services that are made, by the key of its tag and as
   * `observe` gives it back.
   */
  readonly addTo: (made: Map<string, unknown>, observe?: <T>(service: T) => T) => Effect.Effect<void, never, R>
  /** The service of a context that has it. */
  readonly of: (context: Context.Context<I>) => S
  /** The service alone, for programs that need no whole engine. */
  readonly layer: Layer.Layer<I, never, R>
}

/** A service that keeps rows, with its tables. */
export interface Repository<I, S, R> extends Service<I, S, R> {
  readonly tables: ReadonlyArray<Table>
  /** What it does when something that its rows belong to goes. */
  readonly dependent: (context: Context.Context<I>) => Dependent
}

/** Declares a service by its tag and its constructor. */
export const serviceOf = <I, S, R>(tag: Context.Tag<I, S>, make: Effect.Effect<S, never, R>): Service<I, S, R> => ({
  addTo: (made, observe = identity) => Effect.map(make, (service) => void made.set(tag.key, observe(service))),
  of: Context.get(tag),
  layer: Layer.effect(tag, make)
})

/** Gives a service its tables, and what it does when something that its rows belong to goes. */
export const withTables = <I, S, R>(
  service: Service<I, S, R>,
  tables: ReadonlyArray<Table>,
  dependent: (repository: S) => Dependent = () => ({})
): Repository<I, S, R> => ({ ...service, tables, dependent: (context) => dependent(service.of(context)) })

/** Declares a repository by its tag, its constructor and its tables; see {@link withTables}. */
export const repositoryOf = <I, S, R>(
  tag: Context.Tag<I, S>,
  make: Effect.Effect<S, never, R>,
  tables: ReadonlyArray<Table>,
  dependent?: (repository: S) => Dependent
): Repository<I, S, R> => withTables(serviceOf(tag, make), tables, dependent)

/** The identifiers of services. */
export type Identifier<A> = A extends Service<infer I, infer _S, infer _R> ? I : never

/** What a service gives to those who call it. */
export type Shape<A> = A extends Service<infer _I, infer S, infer _R> ? S : never

/** What services are made of. */
export type Requirements<A> = A extends Service<infer _I, infer _S, infer R> ? R : never
