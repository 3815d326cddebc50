/** Declares services, so that an engine is built from lists of services alone. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import type { RecordTable } from "../rows/RecordTable.js"
import type { Dependent } from "./Dependents.js"

/** A service: creates it from other services, and finds it among them. */
export interface Service<I, S, R> {
  /** Its tag: for modules that use the service and must not load its implementation. */
  readonly tag: Context.Tag<I, S>
  /**
   * Creates the service from the context, wraps it with `observe`, and adds it to the created services under the key of
   * its tag.
   */
  readonly addTo: (made: Map<string, unknown>, observe?: <T>(service: T) => T) => Effect.Effect<void, never, R>
  /** The service of a context that has it. */
  readonly of: (context: Context.Context<I>) => S
  /** The service alone, for programs that do not need a whole engine. */
  readonly layer: Layer.Layer<I, never, R>
}

/** A service that keeps rows, with its tables. */
export interface Repository<I, S, R> extends Service<I, S, R> {
  readonly tables: ReadonlyArray<RecordTable>
  /** Its actions when the owner of its rows is deleted, transferred or copied. */
  readonly dependent: (context: Context.Context<I>) => Dependent
}

/** Declares a service by its tag and its constructor. */
export const serviceOf = <I, S, R>(tag: Context.Tag<I, S>, make: Effect.Effect<S, never, R>): Service<I, S, R> => ({
  tag,
  addTo: (made, observe = identity) => Effect.map(make, (service) => void made.set(tag.key, observe(service))),
  of: Context.get(tag),
  layer: Layer.effect(tag, make)
})

/** Adds tables to a service, and its {@link Dependent}. */
export const withTables = <I, S, R>(
  service: Service<I, S, R>,
  tables: ReadonlyArray<RecordTable>,
  dependent: (repository: S) => Dependent = () => ({})
): Repository<I, S, R> => ({ ...service, tables, dependent: (context) => dependent(service.of(context)) })

/** Declares a repository by its tag, its constructor and its tables; see {@link withTables}. */
export const repositoryOf = <I, S, R>(
  tag: Context.Tag<I, S>,
  make: Effect.Effect<S, never, R>,
  tables: ReadonlyArray<RecordTable>,
  dependent?: (repository: S) => Dependent
): Repository<I, S, R> => withTables(serviceOf(tag, make), tables, dependent)

/** The identifiers of services. */
export type Identifier<A> = A extends Service<infer I, infer _S, infer _R> ? I : never

/** The interface of a service. */
export type Shape<A> = A extends Service<infer _I, infer S, infer _R> ? S : never

/** The dependencies of services. */
export type Requirements<A> = A extends Service<infer _I, infer _S, infer R> ? R : never
