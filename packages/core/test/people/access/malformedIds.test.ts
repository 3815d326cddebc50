/**
 * Every id of every call, replaced by a value that is no id: refused as malformed or as absent, in the same way by all
 * storages.
 */
import * as Lectern from "@lectern/core/Lectern"
import { runs } from "@lectern/storage-testing/runs"
import { beforeAll, describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { everyCall } from "./everyCall.js"
import type { Rows } from "./rows.js"

/**
 * Malformed values in the place of an id, by a name. The last ones turn into the id where they are converted to text.
 */
const malformed: Readonly<Record<string, (id: string) => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  zero: () => 0,
  number: () => 42,
  bigint: () => 10n,
  true: () => true,
  symbol: () => Symbol("id"),
  function: () => () => "id",
  object: () => ({}),
  empty: () => "",
  space: () => " ",
  nul: () => "\0",
  surrogate: () => "\ud800",
  prototype: () => "__proto__",
  long: () => "x".repeat(100_000),
  lines: (id) => `${id}\nsystem`,
  upper: (id) => id.toUpperCase(),
  array: (id) => [id],
  boxed: (id) => new String(id),
  speaking: (id) => ({ toString: () => id })
}

const kinds = Object.entries(malformed)

/** Some of the kinds, different ones for each calling place, and all of them where there is time. */
const some = (from: number) =>
  Array.from({ length: Math.min(runs(14), kinds.length) }, (_, i) => kinds[(from + i) % kinds.length]!)

/** An argument with one of the ids in it replaced, for each of these. */
const replaced = (
  value: unknown,
  isId: (text: string) => boolean,
  by: (id: string) => unknown
): ReadonlyArray<unknown> => {
  if (typeof value === "string") return isId(value) ? [by(value)] : []
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    replaced(inner, isId, by).map((other) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other }
    )
  )
}

const endOf = (error: unknown): string => {
  const { _tag, message } = error as { readonly _tag?: string; readonly message?: string }
  return _tag === undefined ? `a defect: ${message ?? String(error)}` : _tag
}

/** How each call ends: a tag, `nothing` if it succeeds without an answer, or else `something`. */
const ends = async (
  workspace: object,
  rows: Rows,
  isId: (text: string) => boolean
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for (const [name, members] of Object.entries(rows)) {
    for (const [member, { args }] of Object.entries(members)) {
      const service: object = Reflect.get(workspace, name)
      const call: (...args: ReadonlyArray<unknown>) => Promise<unknown> = Reflect.get(service, member)
      for (const [at, arg] of args.entries()) {
        for (const [kind, by] of some(found.size)) {
          for (const [i, other] of replaced(arg, isId, by).entries()) {
            const end = await call(...args.with(at, other)).then(
              (value) => (value === undefined ? "nothing" : "something"),
              endOf
            )
            found.set(`${name}.${member}, argument ${at + 1}.${i}, ${kind}`, end)
          }
        }
      }
    }
  }
  return found
}

describe.each(storages)("a malformed id, on $name", ({ layer }) => {
  let found: ReadonlyMap<string, string>
  let damage: ReadonlyArray<unknown>

  beforeAll(async () => {
    const lectern = await Lectern.open({ storage: { layer } })
    const { admin, ids, rows } = await everyCall(lectern)
    found = await ends(lectern.as(admin), rows, (text) => ids.has(text))
    damage = (await lectern.asSystem().integrity.check()).findings
    await lectern.close()
  })

  it("is NotFound or Invalid, or removes nothing", () => {
    expect(found.size).toBeGreaterThan(1_500)
    const allowed = (call: string): ReadonlyArray<string> => {
      // The same for every organization, whether it is there or not.
      if (call.startsWith("scim.documents,")) return ["something", "Invalid"]
      if (/^(?:accounts|apiTokens|scim)\.|^members\.add/.test(call))
        return ["NotFound", "Invalid", "Forbidden", "nothing"]
      return /\.(?:remove|withdraw|cancel)/.test(call) ? ["NotFound", "Invalid", "nothing"] : ["NotFound", "Invalid"]
    }
    const wrong = [...found].filter(([call, end]) => !allowed(call).includes(end))
    expect(wrong.map((each) => each.join(": "))).toEqual([])
  })

  it("leaves the workspace whole", () => expect(damage).toEqual([]))
})
