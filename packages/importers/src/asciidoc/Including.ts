/**
 * Selects the lines of a text that an AsciiDoc `include::` takes:
 * https://docs.asciidoctor.org/asciidoc/latest/directives/include/
 */

/** The attributes in the brackets of an include. */
type Stated = Readonly<Record<string, string>>

const ranges = (stated: string): ReadonlyArray<readonly [from: number, to: number]> =>
  stated.split(/[,;]/).map((part) => {
    const [from = "", to = from] = part.trim().split("..")
    const end = to === "" || Number(to) < 0 ? Number.POSITIVE_INFINITY : Number(to)
    return [Number(from), end]
  })

const tagLine = /\b(tag|end)::([^\s[\]]+)\[\](?=$|\s)/

/** Whether to take a line that is inside some tags, listed innermost last. */
const chosen = (open: ReadonlyArray<string>, wanted: ReadonlyMap<string, boolean>): boolean => {
  for (const tag of open.toReversed()) {
    const own = wanted.get(tag) ?? wanted.get("*")
    if (own !== undefined) return own
  }
  const others = wanted.get("**")
  return others ?? (![...wanted.values()].includes(true) || (wanted.get("*") === false && !wanted.has("**")))
}

const tagged = (lines: ReadonlyArray<string>, stated: string): ReadonlyArray<string> => {
  const wanted = new Map<string, boolean>()
  for (const each of stated.split(/[,;]/).map((part) => part.trim())) {
    if (each !== "" && each !== "!") wanted.set(each.replace(/^!/, ""), !each.startsWith("!"))
  }
  const open: Array<string> = []
  return lines.filter((line) => {
    const [, kind, name = ""] = tagLine.exec(line) ?? []
    if (kind === undefined) return chosen(open, wanted)
    if (kind === "tag") open.push(name)
    else if (open.includes(name)) open.splice(open.lastIndexOf(name), 1)
    return false
  })
}

/** The part of a text that an include takes. Tag directives are never part of it. */
export const included = (text: string, stated: Stated): string => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/)
  if ((stated.lines ?? "") !== "") {
    const taken = ranges(stated.lines ?? "")
    return lines.filter((_, index) => taken.some(([from, to]) => index + 1 >= from && index + 1 <= to)).join("\n")
  }
  const tags = stated.tag ?? stated.tags ?? ""
  return (tags === "" ? lines.filter((line) => !tagLine.test(line)) : tagged(lines, tags)).join("\n")
}
