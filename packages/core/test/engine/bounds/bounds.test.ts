import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { put, trialsOf } from "./fields.js"
import { subjects } from "./table.js"

describe.each(subjects)("$name", ({ fields, parse, rest }) => {
  it.each(Object.entries(fields))("has %s within its bounds", (path, field) => {
    for (const { says, value } of [field].flat().flatMap(trialsOf)) {
      const result = Effect.runSync(Effect.either(parse(put(rest, path, value))))
      const shown = `${path}: ${JSON.stringify(value)?.slice(0, 80)}`
      if (says === undefined) {
        expect(Either.isRight(result), `${shown} ${Either.isLeft(result) ? result.left.message : ""}`).toBe(true)
      } else {
        const refused = Either.getOrThrowWith(Either.flip(result), () => new Error(`accepted: ${shown}`))
        expect(refused.field, shown).toBe(path)
        expect(refused.message.startsWith(`${path}: `), refused.message).toBe(true)
        expect(refused.message, shown).toMatch(says)
        expect(refused.message.length, refused.message.slice(0, 300)).toBeLessThanOrEqual(300)
        expect(refused.message).not.toMatch(/ReadonlyArray|filter|<->|\n/)
      }
    }
  })
})
