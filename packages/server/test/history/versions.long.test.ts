/** Servers of an earlier version are replaced by this one, one after the other, while clients work: no request fails. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { violationsIn } from "./checker.js"
import { editing, type Histories, longest, startHistories } from "./Histories.js"
import { others } from "./others.js"
import type { Recorder } from "./Recorder.js"

/** The program of the earlier version, which `npm run compatibility -- versions` makes. */
const program = process.env.LECTERN_EARLIER_PROGRAM

/** How many calls are answered between two changes. */
const between = 60

describe.skipIf(program === undefined)("servers of an earlier version", () => {
  let histories: Histories
  beforeAll(async () => {
    histories = await startHistories(3, program)
  })
  afterAll(() => histories?.stop())

  it(
    "are replaced while clients work",
    async () => {
      const { during, fleet } = histories
      const codes: Array<number | null> = []
      const replaceAll = async ({ progress }: Recorder): Promise<void> => {
        await progress(between)
        for (let server = 0; server < fleet.count; server++) {
          codes.push(await fleet.replace(server))
          await progress(between)
        }
      }
      const made = await during(replaceAll, (work) => [...editing(work), ...others(work)])
      expect(fleet.crashes).toEqual([])
      expect(codes).toEqual(codes.map(() => 0))
      expect(codes).toHaveLength(fleet.count)
      expect(violationsIn(made)).toEqual([])
    },
    longest
  )
})
