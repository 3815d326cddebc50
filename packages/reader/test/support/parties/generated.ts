/** Requests for any operation, with ids and names of either organization wherever the document takes a text. */
import { document } from "@lectern/http/OpenApiDocument"
import type { Asked, Who } from "./world.js"

/** The ids and names that paths and bodies contain, by the name of the parameter. */
export type Names = Readonly<Record<string, string>>

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
}

const { components, paths } = document() as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** An operation of the API. */
export interface Declared {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: Schema | undefined
}

/** Every operation of the API. */
export const operations: ReadonlyArray<Declared> = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    path,
    body: requestBody?.content["application/json"]?.schema
  }))
)

/** A path with its parameters filled in; `undefined` if one is not known. */
export const filled = (path: string, names: Names): string | undefined => {
  let isWhole = true
  const found = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    isWhole &&= names[name] !== undefined
    return encodeURIComponent(names[name] ?? "")
  })
  return isWhole ? found : undefined
}

/** Numbers from 0 to 1, always the same ones from a seed. */
export const numbersOf = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One call of any operation, chosen by its seed. */
export const anyRequest = (seed: number, who: Who | undefined, victim: Names, attacker: Names): Asked => {
  const next = numbersOf(seed)
  const pick = <A>(some: ReadonlyArray<A>): A => some[Math.floor(next() * some.length)]!
  const both = [...Object.values(victim), ...Object.values(attacker)]
  const valueOf = (schema: Schema, name: string, depth = 0): unknown => {
    const ref = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split("/").at(-1) ?? ""]
    if (ref === undefined || depth > 6) return null
    const kinds = ref.anyOf ?? ref.oneOf
    if (kinds !== undefined) return valueOf(pick(kinds), name, depth + 1)
    if (ref.enum !== undefined) return pick(ref.enum)
    if (ref.properties !== undefined) {
      const given = Object.entries(ref.properties).filter(([key]) => ref.required?.includes(key) || next() < 0.4)
      return Object.fromEntries(given.map(([key, each]) => [key, valueOf(each, key, depth + 1)]))
    }
    if (ref.type === "array") return ref.items === undefined ? [] : [valueOf(ref.items, name, depth + 1)]
    if (ref.type === "boolean") return next() < 0.5
    if (ref.type === "number" || ref.type === "integer") return Math.floor(next() * 3)
    if (ref.type === "null") return null
    const same = [victim[name], attacker[name], victim[`${name}Id`], attacker[`${name}Id`]].filter(
      (each) => each !== undefined
    )
    return same.length > 0 && next() < 0.5 ? pick(same) : pick(both)
  }
  const { body, method, path } = pick(operations)
  const names = Object.fromEntries(
    Object.keys({ ...victim, ...attacker }).map((name) => [
      name,
      (next() < 0.5 ? victim : attacker)[name] ?? pick(both)
    ])
  )
  return {
    ...(who !== undefined && { who }),
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? pick(both))),
    ...(body !== undefined && { body: valueOf(body, "") })
  }
}
