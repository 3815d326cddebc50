/**
 * Draws the pictures that stand alone on a line, above that line, which shows their caption. Their height is always the
 * same, so that nothing moves when they arrive.
 */
import {
  type EditorState,
  type Extension,
  type Range,
  StateField,
  type Text,
  type Transaction
} from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view"
import { scanIn } from "../blocks.js"

/** The height of the frame of a picture with the space around it, in pixels; `styles.ts` says the same. */
const height = 260

const written =
  /^[\s>]*!\[((?:[^\]\\]|\\.)*)\]\(\s*(?:<([^>]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)\s*$/
const element = /^[\s>]*(?:<(?:figure|div|p|picture)\b[^>]*>|<source\b[^>]*>|\s)*<img\b[^>]*?\ssrc="([^"]+)"[^>]*>/

const mayBePicture = (text: string): boolean => (text.includes("](") ? text.includes("![") : text.includes("<img"))

/** Says where a picture is shown from: see `EditorOptions`. */
export type ImageSource = (url: string) => string | Promise<string | undefined> | undefined

interface Picture {
  readonly url: string
  readonly alt: string
}

const pictureIn = (text: string): Picture | undefined => {
  if (!mayBePicture(text)) return undefined
  const markdown = written.exec(text)
  if (markdown !== null) return { url: markdown[2] ?? markdown[3]!, alt: markdown[1]! }
  const html = element.exec(text)
  return html === null ? undefined : { url: html[1]!, alt: /\salt="([^"]*)"/.exec(text)?.[1] ?? "" }
}

class PictureWidget extends WidgetType {
  constructor(
    private readonly address: string | Promise<string | undefined>,
    private readonly alt: string
  ) {
    super()
  }
  override eq(other: PictureWidget) {
    return other.address === this.address && other.alt === this.alt
  }
  override get estimatedHeight() {
    return height
  }
  override toDOM() {
    const frame = document.createElement("div")
    frame.className = "picture-frame"
    const picture = document.createElement("img")
    const show = (address: string | undefined) => {
      if (address !== undefined) picture.src = address
    }
    if (typeof this.address === "string") show(this.address)
    else void this.address.then(show)
    picture.alt = this.alt
    picture.draggable = false
    frame.append(picture)
    return frame
  }
  override ignoreEvent() {
    return false
  }
}

const drawn = (state: EditorState, image: ImageSource): DecorationSet => {
  const { code } = scanIn(state)
  const found: Array<Range<Decoration>> = []
  let from = 0
  for (let lines = state.doc.iterLines(), next = lines.next(); !next.done; next = lines.next()) {
    const text = next.value
    const picture = pictureIn(text)
    const at = from
    from += text.length + 1
    if (picture === undefined || code.some((each) => each.from <= at && each.to >= at)) continue
    const address = image(picture.url)
    if (address === undefined) continue
    found.push(Decoration.widget({ widget: new PictureWidget(address, picture.alt), block: true, side: -1 }).range(at))
  }
  return Decoration.set(found)
}

const isConcerned = ({ changes, newDoc, startState: { doc } }: Transaction): boolean => {
  let is = false
  const some = (text: Text, from: number, to: number) =>
    mayBePicture(text.sliceString(text.lineAt(from).from, text.lineAt(to).to))
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    is ||= some(doc, fromA, toA) || some(newDoc, fromB, toB)
  })
  return is
}

/** Draws pictures from the addresses that `image` gives. */
export const pictures = (image: ImageSource): Extension =>
  StateField.define<DecorationSet>({
    create: (state) => drawn(state, image),
    update: (decorations, transaction) => {
      if (!transaction.docChanged) return decorations
      const { state, startState } = transaction
      const isOther = scanIn(state).code.length !== scanIn(startState).code.length
      return isOther || isConcerned(transaction) ? drawn(state, image) : decorations.map(transaction.changes)
    },
    provide: (field) => EditorView.decorations.from(field)
  })
