/**
 * Names that are accepted where an id is accepted, too. An id and a name never compete: no name is an id or could
 * become one, and lookups ask for the id first.
 */
import * as Effect from "effect/Effect"

/** Matches the form of ids that `Ids` makes by default: 26 digits of Crockford's base 32, in lower case. */
const defaultId = /^[0-9a-hjkmnp-tv-z]{26}$/

/** Whether a text is `.` or `..`, which clients resolve in a URL before they send it. */
export const isDots = (text: string): boolean => text === "." || text === ".."

/** Whether a text cannot be a segment of a path: it consists of dots, or is `~`, below which sites have own paths. */
export const isNoSegment = (text: string): boolean => isDots(text) || text === "~"

/** Whether a text cannot be a name, whatever is stored: it has the form of a default id, or cannot be a segment. */
export const isNoName = (text: string): boolean => defaultId.test(text) || isNoSegment(text)

const reasonOf = (name: string): string => {
  if (isDots(name)) return "clients resolve in URLs"
  return isNoSegment(name) ? "begins the own paths of sites" : "has the form of an id"
}

/** The error in a stored name, as a predicate; `undefined` if the name is valid. */
export const nameProblem = (what: string, name: string | undefined): string | undefined =>
  name === undefined || !isNoName(name) ? undefined : `its ${what} is ${name}, which ${reasonOf(name)}`

/** The two ways to find something in one place. */
export interface ByIdOrName<A, E, R> {
  readonly byId: (id: string) => Effect.Effect<A | undefined, E, R>
  readonly byName: (name: string) => Effect.Effect<A | undefined, E, R>
}

/**
 * The one of two findings that a text means: the one with the text as its id, or else the one with the text as its
 * name.
 */
export const idFirst = <A>(byId: A | undefined, byName: A | undefined): A | undefined => byId ?? byName

/** Finds by id, or else by name. */
export const findByIdOrName = Effect.fnUntraced(function* <A, E, R>(
  { byId, byName }: ByIdOrName<A, E, R>,
  text: string
) {
  const found = yield* byId(text)
  return found === undefined ? idFirst(found, yield* byName(text)) : found
})

/**
 * Whether a name is taken: it cannot be one, it is the id of something, or something has it. Belongs in the transaction
 * that gives the name.
 */
export const isNameTaken = Effect.fnUntraced(function* <A, E, R>({ byId, byName }: ByIdOrName<A, E, R>, name: string) {
  return isNoName(name) || (yield* byId(name)) !== undefined || (yield* byName(name)) !== undefined
})

/** A new id that nothing has as its name. Only ids of another form than the default one are looked up. */
export const unnamedId = Effect.fnUntraced(function* <A, E, R>(
  next: Effect.Effect<string>,
  { byName }: Pick<ByIdOrName<A, E, R>, "byName">
) {
  let id = yield* next
  while (!isNoName(id) && (yield* byName(id)) !== undefined) id = yield* next
  return id
})
