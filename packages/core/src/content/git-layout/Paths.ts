/** Paths inside a folder: `/` between segments, no leading `/`, the top is the empty path. */
import { decodePart } from "../../foundation/urls/Decoding.js"

const encoder = new TextEncoder()

/** The folder a path is in; empty at the top. */
export const directory = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))

/** The last segment of a path. */
export const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** A path as seen from a folder, and whether it leads above the top, where it stays. */
const resolved = (folder: string, path: string) => {
  const out: Array<string> = folder === "" ? [] : folder.split("/")
  let isAbove = false
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue
    if (segment !== "..") out.push(segment)
    else if (out.pop() === undefined) isAbove = true
  }
  return { path: out.join("/"), isAbove }
}

/** The path of `path` as seen from a folder, `.` and `..` resolved; `undefined` if it leads above the top. */
export const join = (folder: string, path: string): string | undefined => {
  const found = resolved(folder, path)
  return found.isAbove ? undefined : found.path
}

/** {@link join} as in a URL, where the top is above itself. */
export const joinInUrl = (folder: string, path: string): string => resolved(folder, path).path

/** The relative path from one file to another: `../guide/install.md`. */
export const relative = (from: string, to: string): string => {
  const base = directory(from) === "" ? [] : directory(from).split("/")
  const target = to.split("/")
  let shared = 0
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared++
  return [...base.slice(shared).map(() => ".."), ...target.slice(shared)].join("/")
}

const special = /[\s\p{Cc}%()<>"'\\`[\]{}#?&|:*~^]/gu

/** A path as a destination that reads the same in a link, an HTML attribute and a block tag. */
export const encodePath = (path: string): string =>
  path.replaceAll(special, (char) =>
    [...encoder.encode(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("")
  )

/** A destination with its percent escapes replaced; as it is when they are not valid UTF-8. */
export const decodePath: (destination: string) => string = decodePart

/** The natural order of names: numbers by value, case ignored unless nothing else differs. */
export const compareNames = (() => {
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" })
  return (left: string, right: string): number =>
    collator.compare(left, right) || (left < right ? -1 : left > right ? 1 : 0)
})()

const markdownName = /\.(?:md|markdown)$/i
const readmeName = /^(?:readme|index)\.(?:md|markdown)$/i

/** Whether a path belongs to a markdown text. */
export const isMarkdown = (path: string): boolean => markdownName.test(path)

/** Whether a path belongs to a folder's own page. */
export const isReadme = (path: string): boolean => readmeName.test(basename(path))

/** A file name without its extension, a folder's page by the name of the folder. */
export const pageName = (path: string): string =>
  isReadme(path) && directory(path) !== "" ? basename(directory(path)) : basename(path).replace(markdownName, "")

/** Whether a path stays inside its folder: relative, without empty, `.` and `..` segments and control characters, at most 64 deep. */
export const isSafePath = (path: string): boolean => {
  if (path === "" || /^[A-Za-z]:/.test(path) || /\p{Cc}/u.test(path)) return false
  const segments = path.split("/")
  return segments.length <= 64 && segments.every((each) => each !== "" && each !== "." && each !== "..")
}
