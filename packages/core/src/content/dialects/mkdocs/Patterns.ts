/** Lists of patterns of paths, in the format of `.gitignore`. */

interface Pattern {
  readonly segments: ReadonlyArray<string>
  readonly isNegated: boolean
  readonly isFolder: boolean
}

/** Whether a name matches a pattern with `*` and `?`; only the last `*` is tried again, so that it takes little time. */
const matchesName = (pattern: string, name: string): boolean => {
  let [at, in_] = [0, 0]
  let [star, from] = [-1, 0]
  while (in_ < name.length) {
    if (pattern[at] === "*") {
      star = at++
      from = in_
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === name[in_])) {
      at++
      in_++
    } else if (star >= 0) {
      at = star + 1
      in_ = ++from
    } else return false
  }
  while (pattern[at] === "*") at++
  return at === pattern.length
}

/** The same for paths, in which `**` is any number of folders. */
const matchesPath = (pattern: ReadonlyArray<string>, path: ReadonlyArray<string>): boolean => {
  let [at, in_] = [0, 0]
  let [star, from] = [-1, 0]
  while (in_ < path.length) {
    if (pattern[at] === "**") {
      star = at++
      from = in_
    } else if (at < pattern.length && matchesName(pattern[at]!, path[in_]!)) {
      at++
      in_++
    } else if (star >= 0) {
      at = star + 1
      in_ = ++from
    } else return false
  }
  while (pattern[at] === "**") at++
  return at === pattern.length
}

const read = (line: string): Pattern => {
  const isNegated = line.startsWith("!")
  const written = isNegated ? line.slice(1) : line
  const isFolder = written.endsWith("/")
  const inner = written.replaceAll(/^\/|\/$/g, "").replace(/^\\/, "")
  const isAnchored = written.replace(/\/$/, "").includes("/")
  return { segments: [...(isAnchored ? [] : ["**"]), ...inner.split("/")], isNegated, isFolder }
}

const matches = ({ isFolder, segments }: Pattern, path: ReadonlyArray<string>): boolean => {
  for (let length = isFolder ? path.length - 1 : path.length; length > 0; length--) {
    if (matchesPath(segments, path.slice(0, length))) return true
  }
  return false
}

/** Whether a list of patterns, one on each line, contains a path; the last pattern that matches decides. */
export const patternList = (list: string | undefined): ((path: string) => boolean) => {
  const patterns = (list ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(read)
  return (path) => {
    const segments = path.split("/")
    const found = patterns.findLast((pattern) => matches(pattern, segments))
    return found !== undefined && !found.isNegated
  }
}
