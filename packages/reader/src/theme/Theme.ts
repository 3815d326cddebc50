/** The style of a page of a site with a look. */
import type { ReadLook } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import { customizationOf } from "@lectern/core/sites/customization/Customization"
import { shortHash } from "@lectern/http/internal/foundation/dispatcher/EntityTag"
import { accentOn, signalOn } from "./Colours.js"
import { styleParts } from "./Style.js"

const sans = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif'
const humanist = '"Segoe UI",Candara,"Noto Sans",system-ui,sans-serif'
const geometric = 'Avenir,"Avenir Next",Montserrat,Corbel,"URW Gothic",system-ui,sans-serif'
const serif = 'Charter,"Bitstream Charter","Iowan Old Style",Cambria,Georgia,serif'
const slab = 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small",Georgia,serif'
const mono = 'ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace'

/**
 * The font stack for each font: the font itself if the reader has it, otherwise a similar one that every system has.
 */
const fonts: Readonly<Record<ReadLook["styling"]["font"], string>> = {
  ABCFavorit: sans,
  Inter: sans,
  Roboto: `Roboto,${sans}`,
  RobotoSlab: `"Roboto Slab",${slab}`,
  OpenSans: `"Open Sans",${humanist}`,
  SourceSansPro: `"Source Sans 3","Source Sans Pro",${humanist}`,
  Lato: `Lato,Carlito,${humanist}`,
  Ubuntu: `Ubuntu,${humanist}`,
  Raleway: `Raleway,${geometric}`,
  Merriweather: `Merriweather,${serif}`,
  Overpass: `Overpass,${sans}`,
  NotoSans: `"Noto Sans",${sans}`,
  IBMPlexSerif: `"IBM Plex Serif",${serif}`,
  Poppins: `Poppins,${geometric}`,
  FiraSans: `"Fira Sans",${humanist}`
}

const monospaceFonts: Readonly<Record<ReadLook["styling"]["monospaceFont"], string>> = {
  FiraCode: `"Fira Code",${mono}`,
  IBMPlexMono: `"IBM Plex Mono",${mono}`,
  JetBrainsMono: mono,
  SourceCodePro: `"Source Code Pro",${mono}`,
  RobotoMono: `"Roboto Mono",${mono}`,
  SpaceMono: `"Space Mono",${mono}`,
  DMMono: `"DM Mono",${mono}`,
  Inconsolata: `Inconsolata,${mono}`
}

const signals = { info: "infoColor", success: "successColor", warning: "warningColor", danger: "dangerColor" } as const

const { styling: usualStyling } = customizationOf({})

/** The changes of a look to the values of the default style; empty if there are none. */
const changesOf = ({ styling, themes }: ReadLook): string => {
  const values: Array<string> = []
  const isChanged = (field: "primaryColor" | (typeof signals)[keyof typeof signals]): boolean =>
    styling[field].light !== usualStyling[field].light || styling[field].dark !== usualStyling[field].dark
  if (isChanged("primaryColor")) {
    const [light, dark] = [accentOn(styling.primaryColor.light, "light"), accentOn(styling.primaryColor.dark, "dark")]
    values.push(`--accent:light-dark(${light.accent},${dark.accent})`, `--tint:light-dark(${light.tint},${dark.tint})`)
  }
  for (const [name, field] of Object.entries(signals)) {
    if (!isChanged(field)) continue
    values.push(
      `--${name}:light-dark(${signalOn(styling[field].light, "light")},${signalOn(styling[field].dark, "dark")})`
    )
  }
  if (fonts[styling.font] !== sans) values.push(`--sans:${fonts[styling.font]}`)
  if (monospaceFonts[styling.monospaceFont] !== mono) values.push(`--mono:${monospaceFonts[styling.monospaceFont]}`)
  if (!themes.toggeable) values.push(`color-scheme:${themes.default}`)
  return values.length === 0 ? "" : `:root{${values.join(";")}}`
}

const classAttribute = ' class="'

const classesIn = (text: string): ReadonlySet<string> => {
  const attributes = new Set<string>()
  let at = text.indexOf(classAttribute)
  while (at >= 0) {
    const start = at + classAttribute.length
    const end = text.indexOf('"', start)
    if (end < 0) break
    attributes.add(text.slice(start, end))
    at = text.indexOf(classAttribute, end)
  }
  return new Set([...attributes].flatMap((names) => names.split(" ")))
}

/** The style of a page with this HTML: the parts that its classes need, and the changes of the look. */
export const pageStyleOf = (look: ReadLook, text: string): string => {
  const there = classesIn(text)
  const parts = styleParts.filter(({ classes }) => classes?.some((name) => there.has(name)) ?? true)
  return `${parts.map(({ css }) => css).join("\n")}${look.version === "" ? "" : changesOf(look)}`
}

/** A style sheet, and its path below the URL of a site, which changes with it. */
export interface Sheet {
  readonly path: string
  readonly body: string
}

/** The style sheet of a look: the site's own CSS, which may have fonts and pictures in it; `undefined` if it has none. */
export const sheetOf = ({ css = "" }: ReadLook): Sheet | undefined =>
  css === "" ? undefined : { path: `~/style-${shortHash(css)}.css`, body: css }
