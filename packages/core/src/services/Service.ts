/** How a service is declared, so that the lists of services are all that an engine is made of. */
import { Context, Effect, identity, Layer } from "effect"
import type { Table } from "../storage/Table.js"
import type { Dependent } from "./Dependents.js"

/** The context that services are made in: whatever the ones before, and the ports, have put there. */
type Everything = Context.Context<unknown>

/** A service: how it is made of other services, and found among them. */
export interface Service<I, S, R> {
  /** Makes the service of what a context has, and adds it, as `observe` gives it back. */
  readonly addTo: (context: Everything, observe?: <T>(service: T) => T) => Effect.Effect<Everything>
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
  addTo: (context, observe = identity) =>
    Effect.map(Effect.provide(make, context), (made) => Context.add(context, tag, observe(made))),
  of: Context.get(tag),
  layer: Layer.effect(tag, make)
})

/** Declares a repository: a service with its tables, and with what it does when something that its rows belong to goes. */
export const repositoryOf = <I, S, R>(
  tag: Context.Tag<I, S>,
  make: Effect.Effect<S, never, R>,
  tables: ReadonlyArray<Table>,
  dependent: (repository: S) => Dependent = () => ({})
): Repository<I, S, R> => ({
  ...serviceOf(tag, make),
  tables,
  dependent: (context) => dependent(Context.get(context, tag))
})

/** The identifiers of services. */
export type Identifier<A> = A extends Service<infer I, infer _S, infer _R> ? I : never

/** What a service gives to those who call it. */
export type Shape<A> = A extends Service<infer _I, infer S, infer _R> ? S : never

/** What services are made of. */
export type Requirements<A> = A extends Service<infer _I, infer _S, infer R> ? R : never
