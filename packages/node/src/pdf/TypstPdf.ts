/**
 * Typesets with Typst, each document in a separate process with limits of processor time and memory.
 * @since 0.1.0
 */
import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { runProcess } from "../processes/Processes.js"
import { started } from "../processes/Starter.js"
import { programBeside } from "../workers/WorkerPool.js"
import { installedFonts } from "./Fonts.js"
import { isLarger } from "./Parts.js"
import { template } from "./Template.js"
import type { TypesetDocument, TypesetRequest } from "./TypesetProcess.js"

/** The limits of typesetting. */
export interface TypstOptions {
  /** The processor time that a document may take, or each part of a large one; two minutes when absent. */
  readonly time?: Duration.DurationInput
  /** The memory that a document may use, in bytes; 2 GB when absent. */
  readonly memory?: number
}

/** How many documents are typeset in parallel, and how many of them may be large; others wait. */
const atOnce = { all: 2, large: 1 }

/** Documents with more than about this many sheets are typeset in parts of this size. */
const partSheets = 150

/** Incremented when the output changes for other reasons than the template and the fonts. */
const preparation = 5

const program = fileURLToPath(programBeside(import.meta.url, "pdf", "TypesetProcess"))

const version = createHash("sha256")
  .update(JSON.stringify([preparation, template, installedFonts, partSheets]))
  .digest("hex")
  .slice(0, 16)

/** {@link PdfRenderer} with Typst. */
export const layer = (options: TypstOptions = {}): Layer.Layer<PdfRenderer> =>
  Layer.effect(
    PdfRenderer,
    Effect.gen(function* () {
      const time = Duration.toMillis(options.time ?? "2 minutes")
      const memory = options.memory ?? 2 * 1024 ** 3
      const places = yield* Effect.makeSemaphore(atOnce.all)
      const largePlaces = yield* Effect.makeSemaphore(atOnce.large)

      const run = (document: PdfDocument) => {
        const request: TypesetRequest = { document, limits: { memory, time }, sheets: partSheets }
        const running = places.withPermits(1)(runProcess<TypesetDocument>(started, program, request, time))
        return isLarger(document, partSheets) ? largePlaces.withPermits(1)(running) : running
      }

      return PdfRenderer.of({
        version,
        render: (document) =>
          run(document).pipe(
            Effect.tap(({ missing }) =>
              missing.length === 0 ? Effect.void : Effect.logWarning("PDF: letters without a font", missing.join(", "))
            ),
            Effect.tapErrorTag("Unavailable", ({ cause }) => Effect.logError("PDF", cause)),
            Effect.map(({ pdf, problems }) => ({ bytes: pdf, problems }))
          )
      })
    })
  )
