/** Prepares what a page shows in frames: pictures that load late, pictures of emoji, embedded objects. */
import type { Element, ElementContent, Root } from "hast"
import { emoticons } from "../Emoticons.js"
import { attribute, classes, element, elements, find, isBlank, isElement, lineOf, rewrite } from "./Hast.js"

const lazy = ["dataSrc", "dataOriginal", "dataLazySrc", "dataCanonicalSrc", "dataImageSrc"]

/** The stated source of an `img`; lazy images have it in other attributes. Empty if it has none but a placeholder. */
export const statedSource = (image: Element): string => {
  const written = attribute(image, "src")
  if (written !== "" && !written.startsWith("data:")) return written
  return lazy.map((name) => attribute(image, name)).find((each) => each !== "") ?? ""
}

const setsOf = (image: Element): string => attribute(image, "srcSet") || attribute(image, "dataSrcset")

/** Whether an image is a point, which only counts visits. */
const isPoint = (image: Element): boolean =>
  /^[01]$/.test(attribute(image, "width")) && /^[01]$/.test(attribute(image, "height"))

const emoji = /^\p{RGI_Emoji}$/v
const emojiName = /emoji|smiley|emoticon/i

/** The name of an emoticon of Confluence. */
const emoticonOf = (image: Element): string =>
  attribute(image, "dataEmoticonName") ||
  (classes(image)
    .find((name) => name.startsWith("emoticon-"))
    ?.slice("emoticon-".length) ??
    "")

/** The emoji that an image shows; `undefined` if it shows anything else. */
const emojiOf = (image: Element): string | undefined => {
  const isNamed = classes(image).some((name) => emojiName.test(name)) || emojiName.test(attribute(image, "src"))
  const stated = [attribute(image, "alt"), attribute(image, "dataEmojiFallback")].map((each) => each.trim())
  return isNamed ? (stated.find((each) => emoji.test(each)) ?? emoticons[emoticonOf(image)]) : undefined
}

const isDrawing = (type: string, address: string): boolean =>
  type.startsWith("image/") || (type === "" && /\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$)/i.test(address))

/** An `object` or `embed` as the picture or frame that it shows; an object that states no address is its content. */
const shownBy = (node: Element): ReadonlyArray<ElementContent> => {
  const address = attribute(node, isElement(node, "object") ? "data" : "src")
  if (address === "" || /^(?:data|about|blob):/.test(address)) return isElement(node, "object") ? node.children : []
  return isDrawing(attribute(node, "type"), address)
    ? [element("img", [], { src: address, alt: lineOf(node) || attribute(node, "title") })]
    : [element("iframe", [], { src: address })]
}

/** Gives a placeholder the picture that a `noscript` after it has for browsers without scripts. */
const unveil = (noscript: Element, before: ElementContent | undefined): void => {
  if (!isElement(before)) return
  const placeholder = isElement(before, "img") ? before : find(before, (each) => isElement(each, "img"))
  if (placeholder === undefined || statedSource(placeholder) !== "" || setsOf(placeholder) !== "") return
  const shown = find(noscript, (each) => isElement(each, "img"))
  if (shown !== undefined) placeholder.properties = { ...shown.properties }
}

/** Prepares the pictures, frames and objects below a node. */
export const readImages = (root: Root | Element): void => {
  for (const each of elements(root)) {
    let before: ElementContent | undefined
    for (const child of each.children) {
      if (isElement(child, "noscript")) unveil(child, before)
      if (!isBlank(child)) before = child
    }
  }
  rewrite(root, (node) => {
    if (isElement(node, "object", "embed")) return shownBy(node)
    // What a frame, a film or a sound contains is for browsers that cannot show it.
    if (isElement(node, "iframe")) return [{ ...node, children: [] }]
    if (isElement(node, "video", "audio"))
      return [{ ...node, children: node.children.filter((each) => isElement(each, "source")) }]
    if (!isElement(node, "img")) return undefined
    if (isPoint(node)) return []
    const sign = emojiOf(node)
    return sign === undefined ? undefined : [{ type: "text", value: sign }]
  })
}
