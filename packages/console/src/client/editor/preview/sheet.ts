/** Collects how the lines and the ranges of a part of the text look. */
import type { EditorState, Line, Range } from "@codemirror/state"
import { Decoration, type DecorationSet } from "@codemirror/view"

/** How one line looks. */
export interface LineLook {
  readonly classes: Array<string>
  /** The colours of the rules at its left side, the outermost first. */
  readonly rules: Array<string>
  /** A colour behind the whole line, from its last rule. */
  tint?: string
  /** How many characters of fixed width hang before its text. */
  hanging: number
  readonly attributes: Record<string, string>
}

/** The look of a range of text. */
export const styled = (name: string, attributes?: Readonly<Record<string, string>>): Decoration =>
  Decoration.mark({ class: name, ...(attributes !== undefined && { attributes }) })

const hidden = Decoration.replace({})
const step = 1.125

const layer = (colour: string, index: number, width: string): string =>
  `linear-gradient(${colour},${colour}) ${index * step}rem 0/${width} 100% no-repeat`

const decorated = ({ attributes, classes, hanging, rules, tint }: LineLook): Decoration => {
  const layers = rules.map((colour, index) => layer(colour, index, "3px"))
  if (tint !== undefined) layers.push(layer(tint, rules.length - 1, "100%"))
  let style = layers.length > 0 ? `--d:${rules.length};background:${layers.join(",")};` : ""
  if (hanging > 0) style += `--n:${hanging};`
  return Decoration.line({
    attributes: {
      dir: "auto",
      ...attributes,
      ...(classes.length > 0 && { class: classes.join(" ") }),
      ...(style !== "" && { style })
    }
  })
}

/** The decorations of the visible part of a text while they are collected. */
export class Sheet {
  private readonly looks = new Map<number, LineLook>()
  private readonly ranges: Array<Range<Decoration>> = []
  private from = 0
  private to = 0

  constructor(
    readonly state: EditorState,
    /** Whether the marks of a range are shown because the selection touches it. */
    readonly touches: (from: number, to: number) => boolean,
    /** The same for marks that take no room, so that nothing moves when they are shown. */
    readonly touchesHanging: (from: number, to: number) => boolean
  ) {}

  /** Goes on to another visible part of the text. */
  show(from: number, to: number): void {
    this.from = this.state.doc.lineAt(from).from
    this.to = to
  }

  /** The look of the line that begins at `from`. */
  line(from: number): LineLook {
    let look = this.looks.get(from)
    if (look === undefined) {
      look = { classes: [], rules: [], hanging: 0, attributes: {} }
      this.looks.set(from, look)
    }
    return look
  }

  /** Calls `each` for the lines of a range that are among the visible ones. */
  lines(from: number, to: number, each: (look: LineLook, line: Line) => void): void {
    for (let at = Math.max(from, this.from); at <= Math.min(to, this.to); ) {
      const line = this.state.doc.lineAt(at)
      const look = this.looks.get(line.from)
      if (look !== undefined) each(look, line)
      at = line.to + 1
    }
  }

  /** Gives a range a look. */
  mark(from: number, to: number, decoration: Decoration): void {
    if (to > from) this.ranges.push(decoration.range(from, to))
  }

  /** Hides a range. Where it goes on in another line, as the address of a link may, the lines stay apart. */
  hide(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const end = this.state.doc.lineAt(at).to
      if (end > at) this.ranges.push(hidden.range(at, Math.min(to, end)))
      at = end + 1
    }
  }

  /** Hides the marks of syntax at a range, or dims them while the selection touches what they belong to. */
  syntax(from: number, to: number, isTouched: boolean): void {
    if (isTouched) this.mark(from, to, dimmed)
    else this.hide(from, to)
  }

  /** What was collected. */
  decorations(): DecorationSet {
    const lines = [...this.looks].map(([from, look]) => decorated(look).range(from))
    return Decoration.set([...lines, ...this.ranges], true)
  }
}

const dimmed = styled("syntax")
