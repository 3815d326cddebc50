/** Pictures of pages, drawn by Typst and resvg. */
import * as TypstCards from "@lectern/node/cards/TypstCards"
import { Effect } from "effect"
import { expect, it } from "vitest"

const renderer = TypstCards.make()
const light = { back: "#ffffff", text: "#1b1f26", muted: "#59616e", accent: "#0b5cad" }
const card = { title: "Welcome", site: "Handbook", language: "en", direction: "ltr" as const, colours: light }
const svgOf = (inside: string): Uint8Array =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="red"/>${inside}</svg>`
  )

/** The width and the height in the header of a PNG. */
const sizeOf = (png: Uint8Array): ReadonlyArray<number> => {
  const view = new DataView(png.buffer, png.byteOffset)
  expect([...png.slice(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
  return [view.getUint32(16), view.getUint32(20)]
}

it("has the size that previews want, whatever it says", async () => {
  const cards = [
    card,
    { ...card, description: "What it is about." },
    { ...card, title: `${"Supercalifragilisticexpialidocious ".repeat(20)}`, description: "Long. ".repeat(200) },
    { ...card, title: "A".repeat(200) },
    { ...card, title: '#set page(width: 1pt) "\\" $x$ <a>', description: "#panic()" },
    { ...card, title: "", site: "😀" },
    { ...card, language: "ar", direction: "rtl" as const, title: "Welcome" },
    { ...card, logo: svgOf("") },
    { ...card, logo: new TextEncoder().encode("no picture") },
    { ...card, logo: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]) },
    { ...card, colours: { ...light, back: "#14171c" } },
    { ...card, logo: svgOf('<image href="file:///etc/passwd"/>') },
    { ...card, language: "pt-BR" },
    { ...card, language: "ckb", direction: "rtl" as const }
  ]
  const pictures = await Effect.runPromise(renderer.draw(cards))
  expect(pictures.map(sizeOf)).toEqual(cards.map(() => [1200, 630]))
  const [plain, , , , , , , withLogo, damaged, cut, dark, outside] = pictures.map((each) =>
    Buffer.from(each).toString("base64")
  )
  // A logo that cannot be shown, or needs other files, is left out.
  expect([damaged, cut, outside]).toEqual([plain, plain, plain])
  expect(new Set([plain, withLogo, dark]).size).toBe(3)
})

it("knows for which letters there are fonts", () => {
  expect(renderer.hasFonts("Grüße, Ελλάδα, Привет")).toBe(true)
  expect(renderer.hasFonts("ภาษาไทย")).toBe(false)
})
