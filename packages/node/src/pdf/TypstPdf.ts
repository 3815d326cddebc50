/** Typesetting with Typst, each document in a process of its own, within limits of processor time and memory. */
import { createHash } from "node:crypto"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import { Duration, Effect, Layer } from "effect"
import { installedFonts } from "./Fonts.js"
import { isLarger } from "./Parts.js"
import { runProcess } from "./Processes.js"
import { template } from "./Template.js"
import type { TypesetDocument, TypesetRequest } from "./TypesetProcess.js"

/**
 * The limits of typesetting.
 * @since 0.1.0
 */
export interface TypstOptions {
  /** How much processor time a document may take, or each part of a large one; two minutes when absent. */
  readonly time?: Duration.DurationInput
  /** How many bytes of memory a document may take; 2 GB when absent. */
  readonly memory?: number
}

/** How many documents are set at once, and how many large ones; the others wait. */
const atOnce = { all: 2, large: 1 }

/** About how many sheets are set at once: a document that has more is set in parts of as many. */
const partSheets = 150

/** Changes with whatever changes the look of a document besides the template and the fonts. */
const preparation = 3

/** The program of the process. It is what was built, also for who runs the sources. */
const built = import.meta.url.endsWith(".ts") ? "../../dist/pdf/TypesetProcess.js" : "./TypesetProcess.js"
const program = new URL(built, import.meta.url)

const version = createHash("sha256")
  .update(JSON.stringify([preparation, template, installedFonts, partSheets]))
  .digest("hex")
  .slice(0, 16)

/**
 * {@link PdfRenderer} with Typst.
 * @since 0.1.0
 */
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
        const running = places.withPermits(1)(runProcess<TypesetDocument>(program, request, time))
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
