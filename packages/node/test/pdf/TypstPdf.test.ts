import type { PdfDocument } from "@lectern/core/pdf/PdfDocument"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import * as TypstPdf from "@lectern/node/pdf/TypstPdf"
import { Effect, Either, Fiber } from "effect"
import { expect, it } from "vitest"
import { documentOf, page, read } from "./reading.js"

const render = (document: PdfDocument, options?: TypstPdf.TypstOptions) =>
  Effect.flatMap(PdfRenderer, (renderer) => renderer.render(document)).pipe(Effect.provide(TypstPdf.layer(options)))

const refusal = (document: PdfDocument, options: TypstPdf.TypstOptions) =>
  Effect.runPromise(
    Effect.map(
      Effect.either(render(document, options)),
      Either.match({ onLeft: ({ _tag, message }) => `${_tag}: ${message}`, onRight: () => "ok" })
    )
  )

const small = documentOf([page("Small", "Words.")])

/** A document that is small to send and much to set: a long table. */
const heavy = documentOf([
  page(
    "Heavy",
    `| a | b | c |\n|--|--|--|\n${Array.from({ length: 12_000 }, (_, i) => `| ${i} | \`x\` | **y** |`).join("\n")}`
  )
])

it("sets a document in a process of its own", async () => {
  const { text } = await read((await Effect.runPromise(render(small))).bytes)
  expect(text).toContain("Words.")
})

it("ends one that takes too long, and one that takes too much memory", async () => {
  expect(await refusal(heavy, { time: "700 millis" })).toBe(
    "Conflict: the content is too large for one PDF: it takes too long"
  )
  expect(await refusal(heavy, { memory: 150 * 1024 ** 2 })).toBe(
    "Conflict: the content is too large for one PDF: it takes too much memory"
  )
})

it("ends with whoever asked", async () => {
  const started = Effect.runFork(render(heavy))
  await Effect.runPromise(Effect.sleep("300 millis"))
  const exit = await Effect.runPromise(Fiber.interrupt(started))
  expect(exit._tag).toBe("Failure")
})
