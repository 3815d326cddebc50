/** Typesetting with Typst, each document in a process of its own, within limits of time and memory. */
import { type ChildProcess, fork } from "node:child_process"
import { createHash } from "node:crypto"
import { Conflict, Unavailable } from "@lectern/core/errors/Errors"
import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import { Duration, Effect, Layer } from "effect"
import { installedFonts } from "./Fonts.js"
import { template } from "./Template.js"
import type { TypesetAnswer, TypesetRequest } from "./TypesetProcess.js"

/**
 * The limits of typesetting.
 * @since 0.1.0
 */
export interface TypstOptions {
  /** How long one document may take; two minutes when absent. */
  readonly time?: Duration.DurationInput
  /** How many bytes of memory it may take; 2 GB when absent. */
  readonly memory?: number
}

/** How many documents are set at once; the others wait. */
const atOnce = 2

/** Changes with whatever changes the look of a document besides the template and the fonts. */
const preparation = 1

/** The program of the process. It is what was built, also for who runs the sources. */
const built = import.meta.url.endsWith(".ts") ? "../../dist/pdf/TypesetProcess.js" : "./TypesetProcess.js"
const program = new URL(built, import.meta.url)

const version = createHash("sha256")
  .update(JSON.stringify([preparation, template, installedFonts]))
  .digest("hex")
  .slice(0, 16)

/** Whether an answer is a PDF. */
const isPdf = (answer: TypesetAnswer): answer is Extract<TypesetAnswer, { readonly pdf: Uint8Array }> => "pdf" in answer

const start = (): ChildProcess =>
  fork(program, {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: {},
    execArgv: ["--max-old-space-size=768"]
  })

const failed = (cause: unknown): Unavailable => new Unavailable({ message: "typesetting failed", cause })

/**
 * {@link PdfRenderer} with Typst.
 * @since 0.1.0
 */
export const layer = (options: TypstOptions = {}): Layer.Layer<PdfRenderer> =>
  Layer.effect(
    PdfRenderer,
    Effect.gen(function* () {
      const time = Duration.decode(options.time ?? "2 minutes")
      const memory = options.memory ?? 2 * 1024 ** 3
      const places = yield* Effect.makeSemaphore(atOnce)
      const tooLarge = (what: string) => new Conflict({ message: `the content is too large for one PDF: ${what}` })

      const run = (document: PdfDocument) =>
        Effect.async<Extract<TypesetAnswer, { readonly pdf: Uint8Array }>, Conflict | Unavailable>((resume) => {
          const child = start()
          let said = ""
          child.stderr?.on("data", (data) => {
            said = `${said}${data}`.slice(-2000)
          })
          const request: TypesetRequest = { document, memory }
          child.once("message", (answer: TypesetAnswer) =>
            resume(isPdf(answer) ? Effect.succeed(answer) : Effect.fail(failed(answer.problem)))
          )
          child.once("error", (error) => resume(Effect.fail(failed(error))))
          child.once("exit", (code, signal) =>
            resume(
              Effect.fail(signal === null ? failed(`exit ${code}: ${said}`) : tooLarge("it takes too much memory"))
            )
          )
          child.send(request, (error) => {
            if (error !== null) resume(Effect.fail(failed(error)))
          })
          return Effect.sync(() => child.kill("SIGKILL"))
        })

      return PdfRenderer.of({
        version,
        render: (document) =>
          run(document).pipe(
            Effect.timeoutFail({ duration: time, onTimeout: () => tooLarge("it takes too long") }),
            places.withPermits(1),
            Effect.tap(({ missing }) =>
              missing.length === 0 ? Effect.void : Effect.logWarning("PDF: letters without a font", missing.join(", "))
            ),
            Effect.tapErrorTag("Unavailable", ({ cause }) => Effect.logError("PDF", cause)),
            Effect.map(({ pdf }) => pdf)
          )
      })
    })
  )
