/**
 * Rewrites SVG files so that nothing in them runs or loads anything: they are parsed strictly, and only elements and
 * attributes that draw are written again. A file is refused as a whole if a browser might read it differently.
 */

const bitmap = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i
const font = /^data:(?:font\/[\w.+-]+|application\/(?:x-)?font-[\w.+-]+)[;,]/i

/** A text as browsers read the scheme of a URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const bare = (text: string): string => text.replaceAll(/[\u0000-\u0020\u007f]/g, "")

const runs = /(?:javascript|vbscript|livescript|mocha):|data:(?!image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,])/i

/** Whether every `url()` in a text leads to a part of the file itself, or is the data of a bitmap or a font. */
const isClosed = (text: string): boolean =>
  Array.from(text.matchAll(/url\(\s*(["']?)([^)]*)/gi)).every(([, , target = ""]) => {
    const address = bare(target)
    return address.startsWith("#") || bitmap.test(address) || font.test(address)
  })

/** Whether a reference leads to a part of the file itself or, for a picture, is the data of a bitmap. */
const isOwnReference = (value: string, isPicture: boolean): boolean =>
  bare(value).startsWith("#") || (isPicture && bitmap.test(bare(value)))

/** Whether the value of an attribute is inert. */
const isInertValue = (value: string): boolean => !value.includes("\\") && !runs.test(bare(value)) && isClosed(value)

/** Whether a style sheet or a style attribute is inert. Escapes are refused, since they can hide everything else. */
const isInertCss = (css: string): boolean => {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, "")
  return (
    !/\\|\/\*|@import|@namespace|expression\s*\(|behavior\s*:|-moz-binding|image-set\s*\(|image\s*\(|src\s*\(/i.test(
      plain
    ) &&
    !/(?:javascript|vbscript):/i.test(bare(plain)) &&
    isClosed(plain)
  )
}

/** A file that only draws, and the names of the elements and attributes that were removed from it. */
export interface SafeSvg {
  readonly text: string
  readonly removed: ReadonlyArray<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** The elements that draw, and the elements that describe. */
const drawing = words(
  `svg g defs symbol use switch view title desc style image path rect circle ellipse line polyline polygon text tspan
  textPath linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence animate animateMotion animateTransform set mpath`
)

/** Elements for editors, which no reader misses. */
const unseen = /^(?:metadata$|(?:sodipodi|inkscape|rdf|cc|dc|sketch):)/

const animations = words("animate set animateMotion animateTransform")

/** Nesting beyond this is refused. */
const deepest = 200

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** A reference to an entity that a file declares itself. */
const ownEntity = /&(?!(?:amp|lt|gt|quot|apos);)\w+;/

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? "") : ""
    const code = decimal === undefined ? Number.parseInt(hex ?? "0", 16) : Number(decimal)
    return code > 31 && code < 0xd800 ? String.fromCodePoint(code) : " "
  })

/** A text as XML, without the characters that XML does not allow. */
const encoded = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").replaceAll(/[&<>"]/g, (character) => {
    if (character === "&") return "&amp;"
    return character === "<" ? "&lt;" : character === ">" ? "&gt;" : "&quot;"
  })

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>|<\/([\w.:-]+)\s*>|<([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The attributes of an element that are written again; the names of dangerous ones are added to `removed`. */
const keptAttributes = (element: string, text: string, removed: Set<string>): string => {
  let kept = ""
  const names = new Set<string>()
  for (const [, name = "", double, single] of text.matchAll(attribute)) {
    const value = decoded(double ?? single ?? "")
    const isReference = name === "href" || name === "xlink:href"
    if (!isReference && !/^(?:[A-Za-z][\w-]*|xml:space|xml:lang)$/.test(name)) continue
    if (name === "xmlns" || names.has(name)) continue
    names.add(name)
    const isFine = isReference
      ? isOwnReference(value, element === "image" || element === "feImage")
      : !/^on/i.test(name) && name !== "src" && (name === "style" ? isInertCss(value) : isInertValue(value))
    if (isFine) kept += ` ${name}="${encoded(value)}"`
    else removed.add(name)
  }
  return kept
}

const setsReference = (text: string): boolean => {
  for (const [, name, double, single] of text.matchAll(attribute)) {
    if (name === "attributeName" && /^\s*(?:xlink:)?(?:href|on)/i.test(decoded(double ?? single ?? ""))) return true
  }
  return false
}

/** An SVG that nothing runs in; `undefined` if the file is not well-formed, or not an SVG. */
export const safeSvg = (svg: string): SafeSvg | undefined => {
  const removed = new Set<string>()
  /** The open elements, as they are closed; elements within a dropped one are not written. */
  const open: Array<{ readonly name: string; readonly close: string; readonly isDropped: boolean }> = []
  let written = ""
  let style: string | undefined
  let prefix: string | undefined
  let isOver = false
  const close = ({ close: end, isDropped }: (typeof open)[number]) => {
    if (isDropped) return
    if (style !== undefined && end === "</style>") {
      if (isInertCss(style)) written += encoded(style)
      else removed.add("style")
      style = undefined
    }
    written += end
  }
  const say = (text: string) => {
    if (open.length === 0 || open.at(-1)?.isDropped === true) return
    if (style === undefined) written += encoded(text)
    else style += text
  }
  token.lastIndex = 0
  const source = svg.replace(/^\ufeff/, "")
  while (token.lastIndex < source.length) {
    const found = token.exec(source)
    if (found === null) return undefined
    const [, cdata, closing, opening, attributes = "", slash, text] = found
    if (cdata !== undefined) say(cdata)
    else if (text !== undefined) {
      if (open.length === 0 && text.trim() !== "") return undefined
      if (ownEntity.test(text)) removed.add("entities")
      say(decoded(text))
    } else if (closing !== undefined) {
      const last = open.pop()
      if (last?.name !== closing) return undefined
      close(last)
      isOver = open.length === 0
    } else if (opening !== undefined) {
      if (isOver || open.length >= deepest) return undefined
      prefix ??= opening.includes(":") ? opening.slice(0, opening.indexOf(":") + 1) : ""
      const local = opening.startsWith(prefix) ? opening.slice(prefix.length) : ":"
      const isRoot = open.length === 0
      if (isRoot && local !== "svg") return undefined
      const isInDropped = open.at(-1)?.isDropped === true
      const isDropped =
        isInDropped ||
        style !== undefined ||
        !(local === "a" || drawing.has(local)) ||
        (animations.has(local) && setsReference(attributes))
      if (isDropped && !isInDropped && !unseen.test(opening)) removed.add(opening)
      const tag = local === "a" ? "g" : local
      if (!isDropped) {
        const spaces = isRoot ? ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"' : ""
        written += `<${tag}${spaces}${keptAttributes(local, attributes, removed)}${slash}>`
        if (tag === "style" && slash === "") style = ""
      }
      if (slash === "") open.push({ name: opening, close: `</${tag}>`, isDropped })
      else isOver = isRoot
    }
  }
  return isOver && open.length === 0 ? { text: `${written}\n`, removed: [...removed] } : undefined
}
