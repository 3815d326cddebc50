/**
 * Data that is written while the next piece is prepared is all there in the end, or the writer reports that it is not.
 */
import { open, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { steadyWriter } from "../src/backup/SteadyWriter.js"
import { temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)
const file = join(folder, "file")

const written = async (flags: string, pieces: ReadonlyArray<Uint8Array>, kept: boolean): Promise<void> => {
  const handle = await open(file, flags)
  try {
    const { end, write } = steadyWriter(handle, kept)
    for (const piece of pieces) await write(piece)
    await end()
  } finally {
    await handle.close()
  }
}

describe("a steady writer", () => {
  it("writes all pieces in their order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 100 })), fc.boolean(), async (pieces, kept) => {
        await written("w", pieces, kept)
        expect((await readFile(file)).equals(Buffer.concat(pieces))).toBe(true)
      }),
      { numRuns: runs(20) }
    )
  })

  it("asks for the disk in between, and loses nothing", async () => {
    const pieces = [Buffer.alloc(32 * 1024 * 1024, 1), Buffer.from("two"), Buffer.from("three")]
    await written("w", pieces, true)
    expect((await readFile(file)).equals(Buffer.concat(pieces))).toBe(true)
  })

  it.each([1, 2])("fails if the file cannot be written, at piece %i of 2 or at the end", async (count) => {
    await writeFile(file, "")
    await expect(written("r", Array<Uint8Array>(count).fill(Buffer.from("a")), true)).rejects.toThrow("EBADF")
  })
})
