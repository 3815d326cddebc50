/** The way through the open threads of a change request. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import type { Thread } from "../../src/client/comments/Threads.js"
import type { Changed } from "../../src/client/comparison/changed.js"
import { openOn, stepTo } from "../../src/client/review/openThreads.js"

const items = ["a", "b", "c"].map((id): Changed => ({ id, name: id, path: id, kinds: ["edited"], isPage: true }))

const threads = fc
  .array(
    fc.record({
      page: fc.constantFrom("a", "b", "c", "elsewhere"),
      status: fc.constantFrom("open", "open", "resolved"),
      end: fc.option(fc.nat(100))
    }),
    { maxLength: 12 }
  )
  .map((all) =>
    all.map(
      ({ end, page, status }, index) =>
        ({
          id: `thread${index}`,
          status,
          target: { page: { id: page, title: page }, ...(end !== null && { range: { start: 0, end } }) }
        }) as Thread
    )
  )

it("leads through each of them once, and back the same way", () => {
  fc.assert(
    fc.property(threads, (all) => {
      const open = openOn(items, all)
      const expected = all.filter(({ status, target }) => status === "open" && target.page?.id !== "elsewhere")
      expect(open.map(({ thread }) => thread).sort()).toEqual(expected.map(({ id }) => id).sort())
      let at: string | undefined
      for (const { item, thread } of open) {
        const from = { thread: at, item: items[0]?.id }
        at = stepTo(open, items, from, 1)?.thread
        expect(at).toBe(thread)
        expect(
          stepTo(open, items, { thread: stepTo(open, items, { thread, item: item.id }, 1)?.thread, item: "" }, -1)
        ).toEqual({ item, thread })
      }
    }),
    { numRuns: runs(200) }
  )
})

it("begins with the page that is shown", () => {
  fc.assert(
    fc.property(threads, fc.constantFrom(...items), (all, { id }) => {
      const open = openOn(items, all)
      const next = stepTo(open, items, { thread: undefined, item: id }, 1)
      const before = stepTo(open, items, { thread: undefined, item: id }, -1)
      expect(next).toBe(open.find(({ item }) => item.id >= id) ?? open[0])
      expect(before).toBe(open.findLast(({ item }) => item.id < id) ?? open.at(-1))
    }),
    { numRuns: runs(200) }
  )
})
