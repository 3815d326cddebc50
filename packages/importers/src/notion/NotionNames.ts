/** The names of files that Notion exports: `Title 0123456789abcdef0123456789abcdef.md`. */
import { basename } from "@lectern/core/internal/content/git-layout/Paths"
import { withoutExtension } from "../archive/Texts.js"

const ending = /^(.*?)[ _-]?([0-9a-f]{32})$/

const bare = (path: string): string =>
  withoutExtension(basename(path))
    .replace(/\.csv$/i, "")
    .replace(/_all$/, "")

/** The id in a file name; `undefined` if there is none. */
export const notionId = (path: string): string | undefined => ending.exec(bare(path))?.[2]

/** The title in a file name, without id and extension. */
export const notionTitle = (path: string): string => {
  const name = bare(path)
  return (ending.exec(name)?.[1] ?? name).trim() || "Untitled"
}

/** The id at the end of a Notion URL; `undefined` if there is none. */
export const idOfAddress = (address: string): string | undefined =>
  /^https?:\/\/(?:[\w-]+\.)?notion\.(?:so|site|com)\/(?:[^?#]*[/-])?([0-9a-f]{32})(?:[?#]|$)/.exec(address)?.[1]
