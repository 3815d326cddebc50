/** PDFs use the fonts that are installed with Lectern, and no others of the machine. */
import { inflateSync } from "node:zlib"
import { typeset } from "@lectern/node/pdf/Typeset"
import { expect, it } from "vitest"
import { documentOf, page } from "./reading.js"

/** A PDF as text, with its streams unpacked where they can be. */
const unpacked = (pdf: Uint8Array): string => {
  const bytes = Buffer.from(pdf)
  const parts = [bytes.toString("latin1")]
  for (let at = bytes.indexOf("stream"); at >= 0; at = bytes.indexOf("stream", at + 9)) {
    const end = bytes.indexOf("endstream", at)
    const start = bytes[at + 6] === 13 ? at + 8 : at + 7
    try {
      parts.push(inflateSync(bytes.subarray(start, end)).toString("latin1"))
    } catch {
      // Not packed, or the end of a stream.
    }
  }
  return parts.join("\n")
}

it("has fonts of its own packages, whatever letters there are", () => {
  const letters = "Ελληνικά, кириллица, 日本語 中文 한국어, العربية, עברית, ไทย, हिन्दी, ქართული, ➜ ☃ ∑ ⌘ 😀"
  const text = `# Letters\n\nLatin **bold** *slanted* \`code\`, ${letters}\n\n$$\\sum_{i=1}^n x_i$$\n`
  const { pdf } = typeset(documentOf([page("Letters", text)]))
  const names = new Set(
    Array.from(unpacked(pdf).matchAll(/\/FontName\s*\/(?:[A-Z]{6}\+)?([\w-]+)/g), ([, name]) => name)
  )
  // Typst itself brings those for code and for formulas. Many machines have DejaVu Sans, which has Georgian letters.
  const own = /^(?:Noto|NewCM|DejaVuSansMono)/
  expect(names.size).toBeGreaterThan(3)
  expect([...names].filter((name) => !own.test(name ?? ""))).toEqual([])
})
