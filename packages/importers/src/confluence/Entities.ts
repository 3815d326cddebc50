/** Parses `entities.xml` of a Confluence export: a flat list of objects with properties. */
import { unescape } from "@lectern/core/internal/text/markdown/Parser"

/** An object. `properties` are its texts; `references` are the ids of the objects that its properties refer to. */
export interface Entity {
  readonly type: string
  readonly id: string
  readonly properties: ReadonlyMap<string, string>
  readonly references: ReadonlyMap<string, string>
}

/** The offset of the first occurrence of a text outside CDATA sections, from `from` on; -1 if there is none. */
const outside = (xml: string, text: string, from: number): number => {
  let found = xml.indexOf(text, from)
  for (let data = xml.indexOf("<![CDATA[", from); data >= 0 && data < found; ) {
    const end = xml.indexOf("]]>", data)
    if (end < 0) return -1
    if (found < end) found = xml.indexOf(text, end)
    data = xml.indexOf("<![CDATA[", end)
  }
  return found
}

/** The text of an element's content: CDATA sections verbatim, entities replaced everywhere else. */
const textOf = (content: string): string => {
  let text = ""
  let at = 0
  for (let data = content.indexOf("<![CDATA["); data >= 0; data = content.indexOf("<![CDATA[", at)) {
    const end = content.indexOf("]]>", data)
    text += unescape(content.slice(at, data).trim(), true)
    if (end < 0) return text + content.slice(data + 9)
    text += content.slice(data + 9, end)
    at = end + 3
  }
  return (text + unescape(content.slice(at).trim(), true)).replaceAll("]] >", "]]>")
}

const opening = /<(id|property|collection)\s+name="([^"]{0,200})"[^>]{0,500}?(\/?)>/g

const entityOf = (type: string, xml: string): Entity => {
  const properties = new Map<string, string>()
  const references = new Map<string, string>()
  let id = ""
  opening.lastIndex = 0
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    if (found[3] === "/") continue
    const [, tag = "", name = ""] = found
    const start = opening.lastIndex
    const end = outside(xml, `</${tag}>`, start)
    if (end < 0) break
    const content = xml.slice(start, end)
    opening.lastIndex = end
    if (tag === "collection") continue
    if (tag === "id") id ||= textOf(content)
    else if (/^\s*<id\s/.test(content)) {
      const target = textOf(content.replace(/^\s*<id[^>]*>/, "").replace(/<\/id>\s*$/, ""))
      references.set(name, target)
    } else properties.set(name, textOf(content))
  }
  return { type, id, properties, references }
}

/** The objects of some classes in an export, in document order. A truncated object ends the list. */
export function* readEntities(xml: string, types: ReadonlySet<string>): Generator<Entity> {
  const start = /<object\s+class="([^"]*)"[^>]*>/g
  for (let found = start.exec(xml); found !== null; found = start.exec(xml)) {
    const from = start.lastIndex
    const end = outside(xml, "</object>", from)
    if (end < 0) return
    start.lastIndex = end
    if (types.has(found[1]!)) yield entityOf(found[1]!, xml.slice(from, end))
  }
}
