/**
 * Draws cards with Typst and resvg, in a separate process with limits of processor time and memory.
 * @since 0.1.0
 */
import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import type { CardRenderer } from "@lectern/core/cards/CardRenderer"
import * as Effect from "effect/Effect"
import { fontsFor, installedFonts } from "../pdf/Fonts.js"
import { runProcess } from "../processes/Processes.js"
import { started } from "../processes/Starter.js"
import { programBeside } from "../workers/WorkerPool.js"
import type { CardRequest, DrawnCards } from "./CardProcess.js"
import { template } from "./CardTemplate.js"

/** The limits of one process: milliseconds of processor time, to which each card adds, and bytes of memory. */
const limits = { time: 10_000, each: 1_000, memory: 1024 ** 3 }

const program = fileURLToPath(programBeside(import.meta.url, "cards", "CardProcess"))

/** Incremented when pictures change for other reasons than the template and the fonts. */
const drawing = 1

const version = createHash("sha256")
  .update(JSON.stringify([drawing, template, installedFonts]))
  .digest("hex")
  .slice(0, 16)

/** A {@link CardRenderer} that runs one process at a time; others wait. */
export const make = (): CardRenderer => {
  const place = Effect.unsafeMakeSemaphore(1)
  return {
    version,
    hasFonts: (text) => fontsFor(text).missing.length === 0,
    draw: (cards) => {
      const time = limits.time + limits.each * cards.length
      const request: CardRequest = { cards, limits: { time, memory: limits.memory } }
      return place
        .withPermits(1)(runProcess<DrawnCards>(started, program, request, time))
        .pipe(
          Effect.tapErrorTag("Unavailable", ({ cause }) => Effect.logError("cards", cause)),
          Effect.map(({ pictures }) => pictures)
        )
    }
  }
}
