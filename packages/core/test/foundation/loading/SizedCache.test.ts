/** A cache that is bounded by the size of its entries, compared with a list of used entries, most recently first. */
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { charactersOf, makeSizedCache } from "../../../src/foundation/loading/SizedCache.js"

const key = fc.constantFrom("a", "b", "c", "dd")

const sizeOf = (used: ReadonlyArray<readonly [string, string]>): number =>
  used.reduce((sum, [name, text]) => sum + charactersOf(text, name), 0)

it("has what was used most recently, as much as has room", () => {
  const most = 20
  const steps = fc.array(fc.tuple(key, fc.option(fc.string({ maxLength: 25 }))), { minLength: 5, maxLength: 40 })
  fc.assert(
    fc.property(steps, (all) => {
      const kept = makeSizedCache<string>(most, charactersOf)
      let used: ReadonlyArray<readonly [string, string]> = []
      for (const [name, value] of all) {
        const known = used.find(([each]) => each === name)?.[1]
        if (value === null) expect(kept.get(name)).toBe(known)
        else expect(kept.set(name, value)).toBe(value)
        const now = value ?? known
        if (now !== undefined) used = [[name, now], ...used.filter(([each]) => each !== name)]
        while (used.length > 1 && sizeOf(used) > most) used = used.slice(0, -1)
      }
    })
  )
})
