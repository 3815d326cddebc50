/** Derives readable colours from chosen ones, with the contrast that their background requires. */

/** Red, green and blue, from 0 to 255. */
type Rgb = readonly [number, number, number]

/** The contrast that WCAG requires at level AA, with a small margin for rounding. */
const least = 4.6

/** A colour such as `#07c` or `#0077cc`. */
export const parsed = (hex: string): Rgb => {
  const digits = hex.slice(1)
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits
  const at = (index: number) => Number.parseInt(full.slice(2 * index, 2 * index + 2), 16)
  return [at(0), at(1), at(2)]
}

/** A colour as `#rrggbb`. */
export const hexOf = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** The contrast of two colours, from 1 to 21. */
export const contrast = (a: Rgb, b: Rgb): number => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** A colour mixed with a share of another one, rounded to 8 bits per channel. */
export const mixed = (colour: Rgb, other: Rgb, share: number): Rgb => [
  Math.round(colour[0] + (other[0] - colour[0]) * share),
  Math.round(colour[1] + (other[1] - colour[1]) * share),
  Math.round(colour[2] + (other[2] - colour[2]) * share)
]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** The colour, mixed with as little black or white as needed for readability on backgrounds that depend on it. */
const strengthened = (colour: Rgb, backgroundsOf: (colour: Rgb) => ReadonlyArray<Rgb>, towards: Rgb): Rgb => {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mixed(colour, towards, share)
    if (backgroundsOf(tried).every((background) => contrast(tried, background) >= least)) return tried
  }
  return towards
}

/** The light and the dark background, and a slightly different shade of each. */
const grounds = {
  light: { back: white, soft: [246, 247, 249] as Rgb, share: 0.08, towards: black },
  dark: { back: [20, 23, 28] as Rgb, soft: [27, 31, 38] as Rgb, share: 0.16, towards: white }
}

/** A colour for the text of links and buttons, and a background in its hue for selected items. */
export const accentOn = (
  hex: string,
  ground: keyof typeof grounds
): { readonly accent: string; readonly tint: string } => {
  const { back, share, soft, towards } = grounds[ground]
  const tintOf = (colour: Rgb) => mixed(back, colour, share)
  const accent = strengthened(parsed(hex), (colour) => [back, soft, tintOf(colour)], towards)
  return { accent: hexOf(accent), tint: hexOf(tintOf(accent)) }
}

/** A colour that is readable on pages, and in boxes tinted with it. */
export const signalOn = (hex: string, ground: keyof typeof grounds): string => {
  const { back, soft, towards } = grounds[ground]
  return hexOf(strengthened(parsed(hex), (colour) => [back, soft, mixed(back, colour, 0.12)], towards))
}
