/** Chooses the fonts of a document from the installed packages, and finds the letters they lack. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** A font package: its family as Typst calls it, the file whose coverage counts, and its purpose. */
interface FontPackage {
  readonly name: string
  /** Returns the path of a file of the package; throws if the package is not installed. */
  readonly locate: () => string
  readonly family: string
  readonly regular: string
  readonly bold: string
  readonly italic?: string
  readonly boldItalic?: string
  readonly scripts: RegExp
}

const require = createRequire(import.meta.url)

const packages: ReadonlyArray<FontPackage> = [
  {
    name: "@embedpdf/fonts-latin",
    locate: () => require.resolve("@embedpdf/fonts-latin"),
    family: "Noto Sans",
    regular: "NotoSans-Regular.ttf",
    bold: "NotoSans-Bold.ttf",
    italic: "NotoSans-Italic.ttf",
    boldItalic: "NotoSans-BoldItalic.ttf",
    scripts: /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
  },
  {
    name: "@embedpdf/fonts-jp",
    locate: () => require.resolve("@embedpdf/fonts-jp"),
    family: "Noto Sans Japanese",
    regular: "NotoSansJP-Regular.otf",
    bold: "NotoSansJP-Bold.otf",
    scripts: /[\p{Script=Hiragana}\p{Script=Katakana}]/u
  },
  {
    name: "@embedpdf/fonts-kr",
    locate: () => require.resolve("@embedpdf/fonts-kr"),
    family: "Noto Sans Korean",
    regular: "NotoSansKR-Regular.otf",
    bold: "NotoSansKR-Bold.otf",
    scripts: /\p{Script=Hangul}/u
  },
  {
    name: "@embedpdf/fonts-sc",
    locate: () => require.resolve("@embedpdf/fonts-sc"),
    family: "Noto Sans S Chinese",
    regular: "NotoSansHans-Regular.otf",
    bold: "NotoSansHans-Bold.otf",
    scripts: /\p{Script=Han}/u
  },
  {
    name: "@embedpdf/fonts-arabic",
    locate: () => require.resolve("@embedpdf/fonts-arabic"),
    family: "Noto Naskh Arabic",
    regular: "NotoNaskhArabic-Regular.ttf",
    bold: "NotoNaskhArabic-Bold.ttf",
    scripts: /\p{Script=Arabic}/u
  },
  {
    name: "@embedpdf/fonts-hebrew",
    locate: () => require.resolve("@embedpdf/fonts-hebrew"),
    family: "Noto Sans Hebrew",
    regular: "NotoSansHebrew-Regular.ttf",
    bold: "NotoSansHebrew-Bold.ttf",
    scripts: /\p{Script=Hebrew}/u
  }
]

const folderOf = ({ locate }: FontPackage): string | undefined => {
  try {
    return join(dirname(locate()), "..", "fonts")
  } catch {
    return undefined
  }
}

/** An installed package, with its folder. */
interface Installed extends FontPackage {
  readonly folder: string
}

const installed: ReadonlyArray<Installed> = packages.flatMap((each) => {
  const folder = folderOf(each)
  return folder === undefined ? [] : [{ ...each, folder }]
})

/** The names of the installed packages. */
export const installedFonts: ReadonlyArray<string> = installed.map(({ name }) => name)

/** A test whether a font has a glyph for a code point, based on the ranges of its character map. */
const coverage = (file: string): ((codePoint: number) => boolean) => {
  const bytes = readFileSync(file)
  const u16 = (at: number): number => bytes.readUInt16BE(at)
  const u32 = (at: number): number => bytes.readUInt32BE(at)
  const ranges: Array<readonly [number, number]> = []
  for (let table = 0; table < u16(4); table++) {
    const record = 12 + table * 16
    if (bytes.toString("latin1", record, record + 4) !== "cmap") continue
    const start = u32(record + 8)
    for (let index = 0; index < u16(start + 2); index++) {
      const map = start + u32(start + 4 + index * 8 + 4)
      if (u16(map) === 12) {
        for (let group = 0; group < u32(map + 12); group++) {
          ranges.push([u32(map + 16 + group * 12), u32(map + 20 + group * 12)])
        }
      } else if (u16(map) === 4) {
        const segments = u16(map + 6) / 2
        for (let segment = 0; segment < segments; segment++) {
          ranges.push([u16(map + 16 + (segments + segment) * 2), u16(map + 14 + segment * 2)])
        }
      }
    }
  }
  return (codePoint) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to)
}

/** The fonts for a text, and the characters that they lack. */
export interface FontChoice {
  /** Font families, the most needed first. */
  readonly families: ReadonlyArray<string>
  readonly files: ReadonlyArray<string>
  /** The English names of the scripts that no installed font covers. */
  readonly missing: ReadonlyArray<string>
}

const scripts = ["Han", "Hiragana", "Katakana", "Hangul", "Arabic", "Hebrew", "Thai", "Devanagari", "Bengali", "Tamil"]
const scriptOf = (letter: string): string =>
  scripts.find((script) => new RegExp(`\\p{Script=${script}}`, "u").test(letter)) ?? "other letters"

const plain = /^[\0-\u024f\u2000-\u206f\u200b]*$/

/** Chooses the fonts for the text of a document. */
export const fontsFor = (text: string): FontChoice => {
  const [latin, ...others] = installed
  const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  const used = others.filter(({ name, scripts: own }) => {
    if (name === "@embedpdf/fonts-jp" && kana) return true
    return own.test(text)
  })
  const standIn = others.filter(
    ({ name }) =>
      name.endsWith("-jp") &&
      /\p{Script=Han}/u.test(text) &&
      !used.some((each) => each.name.endsWith("-sc") || each.name.endsWith("-jp"))
  )
  const chosen = [...(latin === undefined ? [] : [latin]), ...used, ...standIn]
  const files = chosen.flatMap(({ bold, boldItalic, folder, italic, regular }) =>
    [regular, bold, italic, boldItalic].flatMap((file) => (file === undefined ? [] : [join(folder, file)]))
  )
  const missing = new Set<string>()
  if (!plain.test(text)) {
    const covers = chosen.map(({ folder, regular }) => coverage(join(folder, regular)))
    const letters = new Set(text.match(/[^\0-\u024f\P{L}]/gu) ?? [])
    for (const letter of letters) {
      if (!covers.some((has) => has(letter.codePointAt(0) ?? 0))) missing.add(scriptOf(letter))
    }
  }
  return { families: chosen.map(({ family }) => family), files, missing: [...missing].sort() }
}

/** The packages with fonts for these scripts; empty if there are none. */
export const packagesFor = (missing: ReadonlyArray<string>): ReadonlyArray<string> =>
  packages
    .filter(
      ({ name, scripts: own }) =>
        !installedFonts.includes(name) && missing.some((script) => own.source.includes(`=${script}}`))
    )
    .map(({ name }) => name)
