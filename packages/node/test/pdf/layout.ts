/** The positions of the texts of a PDF. */
import { getDocumentProxy } from "unpdf"

/** A text on a sheet, in points from its left and bottom: the box that its letters fill. */
export interface Box {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** A sheet with its size and its texts. */
export interface Sheet {
  readonly width: number
  readonly height: number
  readonly boxes: ReadonlyArray<Box>
}

/** The sheets of a PDF. */
export const layoutOf = async (pdf: Uint8Array): Promise<ReadonlyArray<Sheet>> => {
  const proxy = await getDocumentProxy(new Uint8Array(pdf))
  const sheets: Array<Sheet> = []
  for (let number = 1; number <= proxy.numPages; number++) {
    const sheet = await proxy.getPage(number)
    const [, , width = 0, height = 0] = sheet.view
    const { items } = await sheet.getTextContent()
    const boxes = items.flatMap((item): ReadonlyArray<Box> => {
      if (!("str" in item) || item.str.trim() === "") return []
      const [a = 0, b = 0, , , left = 0, base = 0] = item.transform as ReadonlyArray<number>
      const size = Math.hypot(a, b)
      return [{ text: item.str, left, right: left + item.width, bottom: base - 0.1 * size, top: base + 0.55 * size }]
    })
    sheets.push({ width, height, boxes })
  }
  return sheets
}

/** The distance of a sheet's text from its top and its bottom, between its head and its foot, in points. */
export const edges = { head: 57, foot: 65 } as const

/** The overlap that boxes may have: the rounding of positions, and the overhang of slanted letters. */
const slack = 0.8

const shown = ({ bottom, left, right, text, top }: Box): string =>
  `${JSON.stringify(text)} at ${[left, bottom, right, top].map((part) => part.toFixed(1)).join(" ")}`

/** The faults of a layout: texts that overlap, and texts that leave their sheet. */
export const faultsOf = (sheets: ReadonlyArray<Sheet>): ReadonlyArray<string> =>
  sheets.flatMap(({ boxes, height, width }, index) => {
    const where = `sheet ${index + 1}`
    const outside = boxes
      .filter(({ bottom, left, right, top }) => left < 0 || bottom < 0 || right > width + slack || top > height)
      .map(({ text }) => `${where}: ${JSON.stringify(text)} leaves the sheet`)
    const sorted = [...boxes].sort((first, second) => second.top - first.top)
    const over: Array<string> = []
    for (const [at, one] of sorted.entries()) {
      for (let next = at + 1; next < sorted.length; next++) {
        const other = sorted[next]!
        if (other.top <= one.bottom + slack) break
        const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const isTall = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom)
        if (shared > slack && isTall > slack) {
          over.push(`${where}: ${shown(one)} and ${shown(other)} overlap`)
        }
      }
    }
    return [...outside, ...over]
  })

/** A sheet as lines of text from its top to its bottom, each with its distance from the left and top in points. */
export const linesOf = ({ boxes, height }: Sheet): ReadonlyArray<string> => {
  const lines = new Map<number, Array<Box>>()
  for (const box of boxes) {
    const y = Math.round(height - box.bottom)
    const near = [y, y - 1, y + 1].find((key) => lines.has(key)) ?? y
    lines.set(near, [...(lines.get(near) ?? []), box])
  }
  return [...lines]
    .sort(([first], [second]) => first - second)
    .map(([y, found]) => {
      const inOrder = [...found].sort((first, second) => first.left - second.left)
      return `${y}: ${inOrder.map(({ left, text }) => `${Math.round(left)} ${text.replaceAll("\u200b", "").trim()}`).join(" | ")}`
    })
}
