/** Draws cards in this process: Typst sets them, and resvg turns the result into pixels. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, sep } from "node:path"
import type { Card } from "@lectern/core/cards/CardRenderer"
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler"
import { initWasm, Resvg } from "@resvg/resvg-wasm"
import { emojiPattern } from "../pdf/Emojis.js"
import { fontsFor } from "../pdf/Fonts.js"
import { languageFields } from "../pdf/Prepare.js"
import { extensionOf } from "../pdf/Preparing.js"
import { breakable } from "../pdf/Words.js"
import { template } from "./CardTemplate.js"

/** The root folder of Typst. It does not exist: Typst gets every file from memory and cannot read any other. */
const root = join(sep, "lectern-without-files")

const require = createRequire(import.meta.url)

/** A text without emoji, which text fonts lack, on one line. */
export const plainText = (text: string): string =>
  breakable(
    text
      .replaceAll(emojiPattern, "")
      .replaceAll(/[\ufe0e\ufe0f]/g, "")
      .replaceAll(/\s+/g, " ")
      .trim()
  )

/** The letters of cards, by which their fonts are chosen. */
export const textOf = ({ description = "", site, title }: Pick<Card, "description" | "site" | "title">): string =>
  [title, description, site].map(plainText).join(" ")

const set = (compiler: NodeCompiler, card: Card, families: ReadonlyArray<string>, extension?: string): string => {
  const { colours, description = "", direction, language, site, title } = card
  const data = {
    title: plainText(title),
    description: plainText(description),
    site: plainText(site),
    ...languageFields(language),
    rtl: direction === "rtl",
    colours,
    fonts: families,
    logo: extension === undefined ? null : `/logo.${extension}`
  }
  compiler.mapShadow(join(root, "card.json"), Buffer.from(JSON.stringify(data)))
  if (extension !== undefined) compiler.mapShadow(join(root, `logo.${extension}`), Buffer.from(card.logo ?? []))
  const compiled = compiler.compile({ mainFileContent: template })
  if (compiled.result !== null) return compiler.plainSvg(compiled.result)
  // A damaged logo is left out.
  if (extension !== undefined) return set(compiler, card, families)
  const problems = compiled.takeDiagnostics()?.shortDiagnostics ?? []
  throw new Error(`Typst: ${JSON.stringify(problems).slice(0, 2000)}`)
}

/** The formats of logos that resvg shows. */
const shown: ReadonlySet<string | undefined> = new Set(["png", "jpg", "gif", "svg"])

/** Draws cards as PNG. Throws if Typst fails. */
export const drawCards = async (cards: ReadonlyArray<Card>): Promise<ReadonlyArray<Uint8Array>> => {
  await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")))
  const { families, files } = fontsFor(cards.map(textOf).join(" "))
  const compiler = NodeCompiler.create({
    workspace: root,
    fontArgs: [{ fontBlobs: files.map((file) => readFileSync(file)) }]
  })
  return cards.map((card) => {
    const extension = card.logo === undefined ? undefined : extensionOf(card.logo)
    const svg = set(compiler, card, families, shown.has(extension) ? extension : undefined)
    const drawing = new Resvg(svg, { fitTo: { mode: "width", value: 1200 }, font: { loadSystemFonts: false } })
    return drawing.render().asPng()
  })
}
