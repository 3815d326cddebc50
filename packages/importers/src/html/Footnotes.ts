/** Recognizes footnotes by their links: the reference links to the note, and the note links back. */
import type { Element, ElementContent, Root, RootContent } from "hast"
import {
  attribute,
  element,
  elements,
  find,
  hasClass,
  isBlank,
  isElement,
  lineOf,
  marked,
  markedInline,
  rewrite
} from "./Hast.js"

const target = (node: Element): string => {
  const href = isElement(node, "a") ? attribute(node, "href") : ""
  const hash = href.indexOf("#")
  // DocBook includes the page's URL in the second reference to a note.
  if (hash < 0 || hash + 1 === href.length || (hash > 0 && !hasClass(node, "footnoteref"))) return ""
  const id = href.slice(hash + 1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** The id of an element; Word gives links names. */
const idOf = (node: Element): string => attribute(node, "id") || (isElement(node, "a") ? attribute(node, "name") : "")

/** The notes of a definition list: each term is the label of a note. */
const listed = (list: Element): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  for (const child of list.children) {
    if (isElement(child, "dt")) found.push({ ...child, tagName: "aside", children: [element("span", child.children)] })
    else if (isElement(child, "dd")) {
      const note = found.at(-1)
      if (note === undefined) found.push({ ...child, tagName: "aside" })
      else note.children.push(...child.children)
    }
  }
  return found
}

/** The note in a one-row table: its label and its text. */
const tabled = (table: Element): ReadonlyArray<Element> | undefined => {
  const cells = [...elements(table, (each) => !isElement(each, "td"))].filter((each) => isElement(each, "td"))
  const [label, said] = cells
  if (label === undefined || said === undefined || cells.length !== 2) return undefined
  return [{ ...table, tagName: "aside", children: [element("span", label.children), ...said.children] }]
}

/** Makes each note that docutils writes as a term and definition, or as a table, one element. */
const gather = (root: Root): void =>
  rewrite(root, (node) => {
    if (!hasClass(node, "footnote", "citation", "footnote-list")) return undefined
    if (isElement(node, "dl") && find(node, (each) => target(each) !== "") !== undefined) return listed(node)
    return isElement(node, "table") ? tabled(node) : undefined
  })

/** Matches the text of a reference: a number, a letter or two, a sign, or anything short in brackets. */
const short = /^(?:[[(][\p{L}\p{N}*†‡§]{1,12}[\])]|\d{1,4}|\p{L}{1,2}|[ivxlc]{1,6}|[*†‡§]{1,3})$/iu

/** The link at the very beginning of a paragraph, or of the paragraphs of a note. */
const placeOf = (node: Element): Element | undefined => {
  const first = node.children.find((child) => !isBlank(child))
  if (isElement(first, "p") && isElement(node, "div")) return placeOf(first)
  return isElement(first, "a") ? first : undefined
}

/** The notes by the id that references link to: the note's element, and the ids that it links back to. */
const notesOf = (root: Root): ReadonlyMap<string, { readonly node: Element; readonly back: ReadonlySet<string> }> => {
  const notes = new Map<string, { readonly node: Element; readonly back: ReadonlySet<string> }>()
  const taken = new Set<Element>()
  for (const node of elements(root)) {
    if (taken.has(node) || !isElement(node, "li", "aside", "p", "div", "tr", "dt")) continue
    const own = attribute(node, "id")
    const place = isElement(node, "p", "div") ? placeOf(node) : undefined
    const isDeep = place !== undefined && place !== node.children.find((child) => !isBlank(child))
    const ids = [own, own === "" || isDeep ? (place === undefined ? "" : idOf(place)) : ""]
    const wanted = ids.filter((id) => id !== "" && !notes.has(id))
    if (wanted.length === 0 || (isElement(node, "div") && lineOf(node).length > 4_000)) continue
    const back = new Set([...elements(node)].map(target).filter((each) => each !== ""))
    // What begins with the place of one note, and holds others, holds all notes.
    if (back.size === 0 || (isDeep && (back.size > 1 || target(place) === ""))) continue
    for (const id of wanted) notes.set(id, { node, back })
    if (isDeep) for (const each of elements(node)) taken.add(each)
  }
  return notes
}

const isBack =
  (marks: ReadonlySet<string>) =>
  (node: Element): boolean =>
    marks.has(target(node))

const withoutBack = (node: Element, marks: ReadonlySet<string>): Array<ElementContent> => {
  const bracket = (child: ElementContent): boolean =>
    isElement(child, "span", "sup", "em", "td") &&
    find(child, isBack(marks)) !== undefined &&
    lineOf(child).length <= 24
  const copy: Element = { ...node, children: node.children.filter((child) => !bracket(child)) }
  const [first] = copy.children.filter((child) => !isBlank(child))
  rewrite(copy, (each) => (isBack(marks)(each) ? [] : undefined))
  const [next] = copy.children
  if (isElement(first) && isBack(marks)(first) && next?.type === "text")
    next.value = next.value.replace(/^\s*\.\s*/, "")
  return copy.children
}

const shows = (node: Element): boolean =>
  node.data?.mark !== undefined || isElement(node, "img", "iframe", "video", "audio", "input", "math")
const emptied = (node: Element): boolean => lineOf(node) === "" && !shows(node) && find(node, shows) === undefined

const isBracket = (node: ElementContent): boolean => node.type === "text" && /^\s*[[\]()]\s*$/.test(node.value)

/** Removes the rule between a text and its notes once the notes are gone. */
const dropRule = (root: Root): void => {
  let node: Root | Element = root
  for (;;) {
    const last: RootContent | undefined = node.children.at(-1)
    if (last === undefined || (last.type === "text" && !isBlank(last))) return
    if (isElement(last) && !isElement(last, "hr") && !emptied(last)) node = last
    else {
      node.children.pop()
      if (isElement(last, "hr")) return
    }
  }
}

/** Converts references and notes that link to each other to footnotes. */
export const markFootnotes = (root: Root): void => {
  gather(root)
  const notes = notesOf(root)
  if (notes.size === 0) return
  const marks = new Map<string, string>()
  const used = new Map<string, string>()
  const visit = (node: Root | Element, around: ReadonlyArray<string>): void => {
    for (const child of node.children) {
      if (!isElement(child)) continue
      const ids = [...around.slice(-1), idOf(child)].filter((id) => id !== "")
      const to = target(child)
      const note = to === "" ? undefined : notes.get(to)
      const inner = isElement(child, "a") ? [...elements(child)].map(idOf) : []
      const mine = [...ids, ...inner].find((id) => note?.back.has(id))
      if (note !== undefined && mine !== undefined && short.test(lineOf(child).replaceAll(" ", ""))) {
        marks.set(mine, to)
        if (!used.has(to)) used.set(to, String(used.size + 1))
      } else visit(child, ids)
    }
  }
  visit(root, [])
  if (used.size === 0) return
  const backs = new Set(marks.keys())
  const ends = new Map([...used].map(([id, label]) => [notes.get(id)!.node, label] as const))
  const isMark = (node: Element): string | undefined => {
    const label = used.get(target(node))
    if (label === undefined) return undefined
    const ids = [idOf(node), ...[...elements(node)].map(idOf)]
    return ids.some((id) => backs.has(id)) || short.test(lineOf(node).replaceAll(" ", "")) ? label : undefined
  }
  const parts: Array<Element> = []
  rewrite(root, (node) => {
    const label = ends.get(node)
    if (label !== undefined) {
      parts.push(marked({ kind: "footnotes", label }, withoutBack(node, backs)))
      return []
    }
    const only = isElement(node, "sup") ? node.children.filter((child) => !isBlank(child) && !isBracket(child)) : []
    const inner = only.length === 1 && isElement(only[0]) ? isMark(only[0]) : undefined
    const mark = inner ?? isMark(node)
    return mark === undefined ? undefined : [markedInline({ kind: "footnote", label: mark })]
  })
  rewrite(root, (node) => {
    if (isElement(node, "ol", "dl") && emptied(node)) return []
    const named = /footnote/i.test(attribute(node, "className")) || /^footnotes$/i.test(attribute(node, "id"))
    const wraps = named && isElement(node, "section", "div", "aside")
    const left = wraps ? lineOf(node, (each) => isElement(each, "h1", "h2", "h3")) : "x"
    return wraps && left === "" ? [] : undefined
  })
  dropRule(root)
  root.children.push(...parts)
}
