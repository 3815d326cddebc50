/** Recognizes the tabs of documentation generators. */
import type { Element, Root } from "hast"
import { attribute, elements, find, hasClass, isElement, lineOf, marked, rewrite } from "./Hast.js"

const role = (node: Element, name: string): boolean => attribute(node, "role") === name

interface Tabs {
  readonly titles: ReadonlyArray<string>
  readonly panels: ReadonlyArray<Element>
}

/** Pairs labels with panels in document order; `isTitle` and `isPanel` recognize them. */
const paired = (set: Element, isTitle: (each: Element) => boolean, isPanel: (each: Element) => boolean): Tabs => {
  const found = [...elements(set, (each) => !isTitle(each) && !isPanel(each))]
  return { titles: found.filter(isTitle).map((each) => lineOf(each)), panels: found.filter(isPanel) }
}

const isBlock = (node: Element): boolean => hasClass(node, "tabbed-block")
const codeTab = (node: Element): boolean => /(?:^| )language-/.test(attribute(node, "className"))

/** The tabs of an element whose class says that it is a set of tabs. */
const classTabs = (set: Element): Tabs | undefined => {
  if (hasClass(set, "tabbed-set")) return paired(set, (each) => isElement(each, "label"), isBlock)
  if (hasClass(set, "sd-tab-set"))
    return paired(
      set,
      (each) => hasClass(each, "sd-tab-label"),
      (each) => hasClass(each, "sd-tab-content")
    )
  if (hasClass(set, "vp-code-group"))
    return paired(
      set,
      (each) => isElement(each, "label"),
      (each) => codeTab(each) || hasClass(each, "vp-block")
    )
  return undefined
}

/** For each element below a node, the number of its tabs and panels, without tabs and panels inside panels. */
const countRoles = (root: Root | Element): ReadonlyMap<Element, readonly [tabs: number, panels: number]> => {
  const counts = new Map<Element, readonly [number, number]>()
  const count = (node: Element): readonly [number, number] => {
    let tabs = 0
    let panels = 0
    for (const child of node.children) {
      if (!isElement(child)) continue
      const inner = count(child)
      tabs += role(child, "tab") ? 1 : role(child, "tabpanel") ? 0 : inner[0]
      panels += role(child, "tabpanel") ? 1 : role(child, "tab") ? 0 : inner[1]
    }
    counts.set(node, [tabs, panels])
    return [tabs, panels]
  }
  for (const child of root.children) if (isElement(child)) count(child)
  return counts
}

/** The tabs of the smallest element that contains a tab list and its panels, recognized by their roles. */
const roleTabs = (set: Element, counts: ReturnType<typeof countRoles>): Tabs | undefined => {
  const isSet = (node: Element): boolean => {
    const [tabs, panels] = counts.get(node) ?? [0, 0]
    return tabs > 0 && tabs === panels
  }
  if (!isElement(set, "div", "section", "starlight-tabs", "figure", "article") || !isSet(set)) return undefined
  if (set.children.some((child) => isElement(child) && isSet(child))) return undefined
  const rest = lineOf(set, (each) => role(each, "tablist") || role(each, "tab") || role(each, "tabpanel"))
  if (rest !== "") return undefined
  return paired(
    set,
    (each) => role(each, "tab"),
    (each) => role(each, "tabpanel")
  )
}

/** Converts the sets of tabs of documentation generators. */
export const markTabs = (root: Root | Element): void => {
  const anyRole = find(root, (each) => role(each, "tabpanel")) !== undefined
  const counts = anyRole ? countRoles(root) : new Map()
  rewrite(root, (each) => {
    const tabs = classTabs(each) ?? roleTabs(each, counts)
    if (tabs === undefined || tabs.panels.length === 0) return undefined
    const panels = tabs.panels.map((panel, index) => {
      const title = tabs.titles[index] ?? ""
      const inner = codeTab(panel) ? [panel] : panel.children
      const tab = marked(
        { kind: "tag", name: "tab", attributes: { title: title === "" ? `${index + 1}` : title } },
        inner
      )
      markTabs(tab)
      return tab
    })
    return [marked({ kind: "tag", name: "tabs", attributes: {} }, panels)]
  })
}
