/** How revisions are grouped in the history. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import type { Revision } from "../../src/client/api/Objects.js"
import { authorsOf, groupsOf, longest } from "../../src/client/history/Groups.js"

const person = (id: string) => ({ id, displayName: id.toUpperCase() })

const made = fc.record({
  minutes: fc.integer({ min: 0, max: 45 }),
  type: fc.constantFrom("edits" as const, "edits" as const, "edits" as const, "merge" as const, "rollback" as const),
  by: fc.constantFrom("a", "b"),
  others: fc.subarray(["c", "d"]),
  name: fc.option(fc.constant("v1"), { nil: undefined, freq: 8 })
})

/** A history, newest first. */
const histories = fc.array(made, { maxLength: 30 }).map((all) => {
  let time = Date.parse("2026-01-01T00:00:00Z")
  return all.map(({ by, minutes, name, others, type }, i): Revision => {
    time -= minutes * 60_000
    return {
      id: `r${i}`,
      type,
      parents: [`r${i + 1}`],
      createdAt: new Date(time).toISOString(),
      createdBy: person(by),
      coauthors: others.map(person),
      ...(name !== undefined && { name })
    }
  })
})

const peopleOf = (revision: Revision) =>
  authorsOf(revision)
    .map(({ id }) => id)
    .sort()
    .join()

const apart = (newer: Revision, older: Revision) => Date.parse(newer.createdAt) - Date.parse(older.createdAt)

it("every revision is in one group, in order", () => {
  fc.assert(
    fc.property(histories, (history) => {
      expect(groupsOf(history).flat()).toEqual(history)
    }),
    { numRuns: runs(100) }
  )
})

it("a group of several are edits without names, by the same people, within half an hour", () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const group of groupsOf(history)) {
        if (group.length === 1) continue
        expect(new Set(group.map(({ name, type }) => `${type} ${name}`))).toEqual(new Set(["edits undefined"]))
        expect(new Set(group.map(peopleOf)).size).toBe(1)
        expect(apart(group[0], group.at(-1)!)).toBeLessThanOrEqual(longest)
      }
    }),
    { numRuns: runs(100) }
  )
})

it("of two groups beside each other, the newer has no room for the newest of the older", () => {
  fc.assert(
    fc.property(histories, (history) => {
      const groups = groupsOf(history)
      for (const [i, [next]] of groups.entries()) {
        const newest = groups[i - 1]?.[0]
        if (newest === undefined) continue
        const isAlone = [newest, next].some(({ name, type }) => type !== "edits" || name !== undefined)
        expect(isAlone || peopleOf(newest) !== peopleOf(next) || apart(newest, next) > longest).toBe(true)
      }
    }),
    { numRuns: runs(100) }
  )
})
