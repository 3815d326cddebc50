/**
 * Rewrites the body of a Word document into shapes that mammoth reads without loss: tracked changes are accepted, text
 * boxes follow their paragraphs, and marks replace features that mammoth does not support (numbering, outline levels,
 * formulas).
 */
import {
  child,
  childrenOf,
  descendants,
  holds,
  isXml,
  type XmlElement,
  type XmlNode,
  xml,
  xmlText
} from "../xml/Xml.js"
import { plainInstruction } from "./Fields.js"
import { texOf } from "./Formulas.js"
import { codeStyles, lookOf, lookOver, type RunLook, withLook } from "./Looks.js"
import { isMath, mark, markPrefix } from "./MarkNames.js"
import type { Counting } from "./Numbering.js"
import { hiddenIn, numberingOf, outlineOf, type ParagraphStyle } from "./Styles.js"

/** A formula in TeX; `display` if it is on a line of its own. */
export interface Formula {
  readonly tex: string
  readonly display: boolean
}

/** The lookup tables of the body reader, and its collected results. */
export interface BodyContext {
  readonly styles: ReadonlyMap<string, ParagraphStyle>
  /** The character styles by id. */
  readonly characters: ReadonlyMap<string, ParagraphStyle>
  /** Whether the whole document is in a font of code, so that the font means nothing. */
  readonly isMono: boolean
  readonly counting: Counting
  /** The ids of the part's relationships. */
  readonly related: ReadonlySet<string>
  /** The ids of the relationships to pictures that are in the document. */
  readonly pictures: ReadonlySet<string>
  /** The ids of the existing notes, such as `footnote/1`. */
  readonly notes: ReadonlySet<string>
  readonly formulas: Array<Formula>
  /** The text that each comment refers to, by comment id, in document order. */
  readonly quotes: Map<string, string>
  /** The texts of a diagram, by its relationship id. */
  readonly diagram: (relationship: string) => ReadonlyArray<string>
  readonly report: (problem: string) => void
}

const removed = new Set(["w:del", "w:moveFrom", "w:delText", "w:delInstrText"])
const unwrapped = new Set(["w:ins", "w:moveTo", "w:customXml", "w:smartTag", "w:dir", "w:bdo"])
const bodies = ["w:p", "w:tbl", "w:r", "w:t"] as const
const maxQuote = 200
/** How many comments may cover the same text. */
const maxOpen = 50

const heading = /^heading [1-9]$|^title$/i

const plainRun = (text: string): XmlElement => xml("w:r", {}, [xml("w:t", { "xml:space": "preserve" }, [text])])

const paragraphOf = (text: string): XmlElement => xml("w:p", {}, [plainRun(text)])

/** Whether an empty paragraph is drawn as a line. */
const isRule = (properties: XmlElement | undefined): boolean => {
  const border = child(properties, "w:pBdr")
  return [child(border, "w:bottom"), child(border, "w:top")].some(
    (each) => each !== undefined && !/^(?:nil|none)$/.test(each.attributes["w:val"] ?? "")
  )
}

const isGone = (node: XmlElement, holder: string, ...names: ReadonlyArray<string>): boolean =>
  child(child(node, holder), ...names) !== undefined

/** Creates a function that rewrites the blocks of one part of a document. */
export const bodyReader = (context: BodyContext): ((nodes: ReadonlyArray<XmlNode>) => ReadonlyArray<XmlNode>) => {
  const open = new Map<string, string>()
  /** Text boxes of the current paragraph. */
  let boxes: Array<XmlNode> = []
  /** Whether the style of the current paragraph hides its text. */
  let isHidden = false
  /** The formats that the style of the current paragraph gives its runs. */
  let outerLook: RunLook = {}
  /** The instructions of the open fields, which may be in several runs. */
  const fields: Array<{ instruction: string; isRead: boolean }> = []

  const said = (text: string): void => {
    for (const [id, before] of open) {
      const quote = before + text
      context.quotes.set(id, quote.length > maxQuote ? `${quote.slice(0, maxQuote)}…` : quote)
      if (quote.length > maxQuote) open.delete(id)
      else open.set(id, quote)
    }
  }

  const comment = ({ attributes, name }: XmlElement): void => {
    const id = attributes["w:id"] ?? ""
    if (name === "w:commentRangeEnd") open.delete(id)
    else if (name === "w:commentRangeStart" && open.size < maxOpen && !context.quotes.has(id)) open.set(id, "")
    if (!context.quotes.has(id)) context.quotes.set(id, "")
  }

  /** The alternative of an `mc:AlternateContent` whose text and images can be read. */
  const alternative = (node: XmlElement): XmlElement | undefined => {
    const [first] = childrenOf(node, "mc:Choice")
    const rich = first !== undefined && holds(first, "w:txbxContent", "pic:pic", "m:oMath", ...bodies)
    return rich ? first : (child(node, "mc:Fallback") ?? first)
  }

  /**
   * A drawing without its text boxes, which are collected for the end of the paragraph, and the alternative text of
   * pictures that are missing.
   */
  const drawing = (node: XmlElement): ReadonlyArray<XmlElement> => {
    const pictures: Array<XmlElement> = []
    const missing: Array<XmlElement> = []
    const instead = (text: string): void => {
      context.report(text === "" ? "a picture is missing" : `a picture is missing: ${text}`)
      if (text !== "") missing.push(xml("w:t", { "xml:space": "preserve" }, [text]))
    }
    const described = [...descendants(node)].find(({ name }) => name === "wp:docPr")?.attributes ?? {}
    const { descr = "", title = "" } = described
    const rebuilt = (each: XmlNode): ReadonlyArray<XmlNode> => {
      if (!isXml(each)) return [each]
      if (isXml(each, "mc:AlternateContent")) return (alternative(each)?.children ?? []).flatMap(rebuilt)
      if (isXml(each, "w:txbxContent")) boxes.push(...blocks(each.children))
      else if (isXml(each, "dgm:relIds")) boxes.push(...context.diagram(each.attributes["r:dm"] ?? "").map(paragraphOf))
      else if (isXml(each, "v:textpath")) boxes.push(paragraphOf(each.attributes.string ?? ""))
      else if (isXml(each, "c:chart")) context.report("a chart is left out")
      else if (isXml(each, "o:OLEObject")) context.report("an embedded object is left out")
      else if (isXml(each, "v:rect") && /^t/.test(each.attributes["o:hr"] ?? ""))
        boxes.push(xml("w:p", {}, [mark("hr")]))
      if (isXml(each, "pic:pic")) {
        for (const inner of descendants(each))
          if (inner.name === "wp15:webVideoPr") boxes.push(...video(inner.attributes.embeddedHtml ?? ""))
        if (isThere(each)) pictures.push(each)
        else instead(descr.trim() || title.trim())
      }
      if (isXml(each, "w:txbxContent", "dgm:relIds", "c:chart", "pic:pic", "o:OLEObject")) return []
      if (isXml(each, "v:imagedata") && !context.pictures.has(each.attributes["r:id"] ?? "")) {
        instead(each.attributes["o:title"] ?? "")
        return []
      }
      const before = pictures.length
      const children = each.children.flatMap(rebuilt)
      const shown = isXml(each, "a:graphicData") ? pictures.slice(before) : []
      return [{ ...each, children: [...children, ...shown] }]
    }
    return [{ ...node, children: node.children.flatMap(rebuilt) }, ...missing]
  }

  /** A link to the video that a picture stands for. */
  const video = (written: string): ReadonlyArray<XmlElement> => {
    const address = /\ssrc=["']([^"']+)["']/.exec(written)?.[1]
    if (address === undefined) return []
    const said = `HYPERLINK "${address}"`
    return [xml("w:p", {}, field(xml("w:fldSimple", { "w:instr": said }, [plainRun(address)])))]
  }

  /** Whether the bytes of an image are in the document. */
  const isThere = (node: XmlElement): boolean => {
    const [blip] = [...descendants(node)].filter(({ name }) => name === "a:blip")
    return context.pictures.has(blip?.attributes["r:embed"] ?? "")
  }

  const note = (node: XmlElement): ReadonlyArray<XmlNode> => {
    const kind = node.name === "w:footnoteReference" ? "footnote" : "endnote"
    return context.notes.has(`${kind}/${node.attributes["w:id"]}`) ? [node] : []
  }

  /** Rewrites the content of a run. */
  const parts = (nodes: ReadonlyArray<XmlNode>): ReadonlyArray<XmlNode> =>
    nodes.flatMap((node): ReadonlyArray<XmlNode> => {
      if (!isXml(node)) return []
      switch (node.name) {
        case "w:t":
          said(xmlText(node))
          return [node]
        case "w:commentReference":
          comment(node)
          return []
        case "w:cr":
          return [xml("w:br")]
        case "w:ptab":
          return [xml("w:tab")]
        case "w:footnoteReference":
        case "w:endnoteReference":
          return note(node)
        case "mc:AlternateContent":
          return parts(alternative(node)?.children ?? [])
        case "w:drawing":
        case "w:pict":
        case "w:object":
          return drawing(node)
        case "w:instrText": {
          const field = fields.at(-1)
          if (field !== undefined) field.instruction += xmlText(node)
          return []
        }
        case "w:fldChar":
          return fieldCharacter(node)
        case "w:ruby": {
          const [base, above] = ["w:rubyBase", "w:rt"].map((name) => xmlText(child(node, name) ?? ""))
          said(base ?? "")
          return [xml("w:t", { "xml:space": "preserve" }, [`${base} (${above})`])]
        }
        default:
          return removed.has(node.name) ? [] : unwrapped.has(node.name) ? parts(node.children) : [node]
      }
    })

  const instruction = (text: string): XmlElement => xml("w:instrText", {}, [plainInstruction(text)])

  /** A character of a field; the whole instruction comes where it ends. */
  const fieldCharacter = (node: XmlElement): ReadonlyArray<XmlNode> => {
    const type = node.attributes["w:fldCharType"]
    const open = type === "begin" ? undefined : fields.at(-1)
    if (type === "begin") fields.push({ instruction: "", isRead: false })
    if (type === "end") fields.pop()
    if (open === undefined || open.isRead) return [node]
    open.isRead = true
    return [instruction(open.instruction), node]
  }

  const field = (node: XmlElement): ReadonlyArray<XmlNode> => {
    const character = (type: string) => xml("w:r", {}, [xml("w:fldChar", { "w:fldCharType": type })])
    const said = xml("w:r", {}, [instruction(node.attributes["w:instr"] ?? "")])
    return [character("begin"), said, character("separate"), ...inline(node.children), character("end")]
  }

  const formula = (node: XmlElement): ReadonlyArray<XmlNode> => {
    const tex = texOf(node)
    if (tex === "") return []
    context.formulas.push({ tex, display: node.name === "m:oMathPara" })
    return [mark("math", context.formulas.length - 1)]
  }

  /** Hidden text is left out, but not the characters of fields, of which each needs the others. */
  const run = (node: XmlElement): ReadonlyArray<XmlNode> => {
    const properties = child(node, "w:rPr")
    const style = context.characters.get(child(properties, "w:rStyle")?.attributes["w:val"] ?? " ")
    if (!(hiddenIn(properties) ?? (style?.hidden === true || isHidden))) {
      const look = lookOver(lookOver(lookOf(properties), style?.look ?? {}), outerLook)
      const others = node.children.filter((each) => !isXml(each, "w:rPr"))
      return [{ ...node, children: [withLook(properties, look, context.isMono), ...parts(others)] }]
    }
    if (holds(node, "w:t", "w:drawing", "w:pict")) context.report("hidden text is left out")
    const kept = parts(childrenOf(node, "w:fldChar", "w:instrText"))
    return kept.length === 0 ? [] : [{ ...node, children: kept }]
  }

  /** Rewrites the content of a paragraph. */
  const inline = (nodes: ReadonlyArray<XmlNode>): ReadonlyArray<XmlNode> =>
    nodes.flatMap((node): ReadonlyArray<XmlNode> => {
      if (!isXml(node) || removed.has(node.name)) return []
      if (unwrapped.has(node.name)) return inline(node.children)
      switch (node.name) {
        case "w:pPr":
        case "w:bookmarkEnd":
        case "w:proofErr":
        case "w:permStart":
        case "w:permEnd":
          return []
        case "w:r":
          return run(node)
        case "w:hyperlink": {
          const { "r:id": id = "", ...rest } = node.attributes
          const attributes = context.related.has(id) ? node.attributes : rest
          return [{ ...node, attributes, children: inline(node.children) }]
        }
        case "w:sdt":
          return child(child(node, "w:sdtPr"), "w14:checkbox") === undefined
            ? inline(child(node, "w:sdtContent")?.children ?? [])
            : [node]
        case "w:fldSimple":
          return field(node)
        case "m:oMath":
        case "m:oMathPara":
          return formula(node)
        case "w:commentRangeStart":
        case "w:commentRangeEnd":
          comment(node)
          return []
        case "w:bookmarkStart":
          return (node.attributes["w:name"] ?? "").startsWith(markPrefix) ? [] : [node]
        case "mc:AlternateContent":
          return inline(alternative(node)?.children ?? [])
        default:
          return holds(node, ...bodies, "m:oMath") ? inline(node.children) : [node]
      }
    })

  /** The mark of a numbered paragraph, or of a heading that is one only by its outline level. */
  const markOf = (properties: XmlElement | undefined): ReadonlyArray<XmlNode> => {
    const id = child(properties, "w:pStyle")?.attributes["w:val"] ?? ""
    const style = context.styles.get(id)
    const own = numberingOf(properties)
    const inherited = style?.numbering.list === undefined ? context.counting.ofStyle(id) : style.numbering
    const counted = context.counting.next({
      list: own.list ?? inherited?.list,
      level: own.level ?? inherited?.level ?? context.counting.ofStyle(id)?.level
    })
    const outline = outlineOf(properties) ?? style?.outline
    if (heading.test(style?.name ?? "") || /^Heading[1-9]?$/.test(id)) return []
    if (outline !== undefined && outline >= 0 && outline < 9) return [mark("h", Math.min(outline + 1, 6))]
    if (counted !== undefined)
      return [mark("li", counted.level, counted.list.replaceAll(":", ""), counted.number ?? "")]
    // Paragraphs of an item after its first one are in a list without signs, or in a style of their own.
    const stated = own.list === undefined || own.list === "0" ? undefined : (own.level ?? 0)
    const [whole, level = "1"] = /^List Continue(?: (\d))?$/i.exec(style?.name ?? "") ?? []
    const continued = stated ?? (whole === undefined ? undefined : Number(level) - 1)
    return continued === undefined ? [] : [mark("more", continued)]
  }

  const paragraph = (node: XmlElement, content: ReadonlyArray<XmlNode>): ReadonlyArray<XmlNode> => {
    const around = boxes
    boxes = []
    const properties = child(node, "w:pPr")
    const style = context.styles.get(child(properties, "w:pStyle")?.attributes["w:val"] ?? "")
    const outer = { isHidden, look: outerLook }
    isHidden = style?.hidden ?? false
    const isCode = codeStyles.includes(style?.name ?? "")
    const isLine = isCode || (!context.isMono && lookOf(child(properties, "w:rPr")).code === true)
    const isHeading = heading.test(style?.name ?? "") || style?.outline !== undefined
    outerLook = isCode || isHeading ? {} : (style?.look ?? {})
    const children = inline(content)
    const isGone = hiddenIn(child(properties, "w:rPr")) ?? isHidden
    isHidden = outer.isHidden
    outerLook = outer.look
    const shown = children.some((each) => !isXml(each, "w:bookmarkStart") || isMath(each))
    const marks = shown || !isGone ? markOf(properties) : []
    const kept = childrenOf(properties, "w:pStyle", "w:jc", "w:ind")
    const found = xml("w:p", {}, [
      ...(kept.length === 0 ? [] : [xml("w:pPr", {}, kept)]),
      ...(shown ? marks : []),
      ...(!shown && isRule(properties) ? [mark("hr")] : []),
      ...children,
      // An empty line of code is a line, too.
      ...(!shown && isLine ? [plainRun("\u200b")] : [])
    ])
    const after = boxes
    boxes = around
    return [found, ...after]
  }

  const cells = (row: XmlElement): XmlElement => ({
    ...row,
    children: flattened(row.children).flatMap((cell): ReadonlyArray<XmlNode> => {
      if (!isXml(cell, "w:tc")) return [cell]
      return isGone(cell, "w:tcPr", "w:cellDel") ? [] : [{ ...cell, children: blocks(cell.children) }]
    })
  })

  const table = (node: XmlElement): XmlElement => ({
    ...node,
    children: flattened(node.children).flatMap((row): ReadonlyArray<XmlNode> => {
      if (!isXml(row, "w:tr")) return isXml(row, "w:tblPr") ? [row] : []
      return isGone(row, "w:trPr", "w:del") ? [] : [cells(row)]
    })
  })

  /** Blocks, rows or cells without the elements that merely wrap them. */
  const flattened = (nodes: ReadonlyArray<XmlNode>): ReadonlyArray<XmlNode> =>
    nodes.flatMap((node): ReadonlyArray<XmlNode> => {
      if (!isXml(node) || removed.has(node.name)) return []
      if (isXml(node, "w:p", "w:tbl", "w:tr", "w:tc", "w:tblPr", "w:trPr", "w:tcPr")) return [node]
      if (isXml(node, "mc:AlternateContent")) return flattened(alternative(node)?.children ?? [])
      if (isXml(node, "w:altChunk", "w:subDoc")) context.report("an embedded document is left out")
      if (isXml(node, "w:commentRangeStart", "w:commentRangeEnd", "w:r", "m:oMath", "m:oMathPara", "w:bookmarkStart"))
        return [node]
      return isXml(node, "w:sdtPr", "w:sdtEndPr") ? [] : flattened(node.children)
    })

  const blocks = (nodes: ReadonlyArray<XmlNode>): ReadonlyArray<XmlNode> => {
    const found: Array<XmlNode> = []
    /** The content of paragraphs whose end marks are deleted, which continues in the next paragraph. */
    let carried: Array<XmlNode> = []
    let last: XmlElement | undefined
    for (const node of flattened(nodes)) {
      if (!isXml(node)) continue
      if (isXml(node, "w:p")) {
        carried.push(...node.children)
        last = node
        if (isGone(child(node, "w:pPr") ?? node, "w:rPr", "w:del", "w:moveFrom")) continue
        found.push(...paragraph(node, carried))
        carried = []
        last = undefined
      } else if (isXml(node, "w:tbl")) {
        if (last !== undefined) found.push(...paragraph(last, carried))
        if (last !== undefined) carried = []
        last = undefined
        found.push(table(node))
      } else if (isXml(node, "w:tcPr")) found.push(node)
      else carried.push(node)
    }
    if (carried.length > 0) found.push(...paragraph(last ?? xml("w:p"), carried))
    return found
  }
  return blocks
}
