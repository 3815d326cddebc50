/** The parts of rows in the table of operations. */
import type { Ask, Ids, Person, World } from "../support/world.js"

/** A request, made in a fresh world, after its preparation. */
export interface Row {
  readonly as?: Person
  readonly path?: (ids: Ids) => string
  readonly body?: (ids: Ids) => unknown
  readonly headers?: (ids: Ids) => Readonly<Record<string, string>>
  readonly prepare?: (world: World) => Promise<unknown>
}

/** An operation: `status` and `success` are of a request that succeeds; the rest is a row, or the reason for none. */
export interface Operation {
  readonly method: string
  readonly as?: Person
  readonly path: (ids: Ids) => string
  readonly status: number
  readonly body?: (ids: Ids) => unknown
  readonly headers?: (ids: Ids) => Readonly<Record<string, string>>
  readonly prepare?: (world: World) => Promise<unknown>
  readonly failures: { readonly [Status in 400 | 403 | 404 | 409]: Row | string } & {
    readonly [Status in 412 | 413 | 415 | 460]?: Row
  }
  /** Further requests that succeed in the same way. */
  readonly more?: ReadonlyArray<Row>
  /** A request that succeeds with each other status that is declared. */
  readonly others?: Readonly<Record<number, Row>>
}

/** The path of the organization. */
export const organization = (ids: Ids) => `/v1/orgs/${ids.organization}`

/** The path of a space, or one below it. */
export const space =
  (name: keyof Ids["spaces"], rest = "") =>
  (ids: Ids) =>
    `/v1/spaces/${ids.spaces[name]}${rest}`

/** The path of a collection, or one below it. */
export const collection =
  (name: keyof Ids["collections"], rest = "") =>
  (ids: Ids) =>
    `/v1/collections/${ids.collections[name]}${rest}`

/** A path below another. */
export const within = (path: (ids: Ids) => string, rest: string) => (ids: Ids) => `${path(ids)}${rest}`

/** A body that is not JSON. */
export const malformed: Row = { body: () => "{" }

/** A request that prepares another. */
export const ask = (method: string, path: (ids: Ids) => string, body?: unknown, as?: Person) => (world: World) => {
  const what: Ask = { ...(as !== undefined && { as }), ...(body !== undefined && { body }) }
  return world.ask(method, path(world.ids), what)
}

/** Why an operation cannot give a status. */
export const never = {
  seesOrNot: "what the caller may not read is absent",
  lists: "a list has what the caller may see",
  readsOnly: "reading changes nothing",
  noState: "no state forbids it",
  unlessSet: "only with a setting of the server that the tests do not have",
  goneIsFine: "what is not there, or not visible, is deleted already"
} as const
