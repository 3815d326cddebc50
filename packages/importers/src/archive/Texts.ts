/** Decides which files of an archive are texts that may become pages, and how they are named. */
import { basename, directory } from "@lectern/core/internal/content/git-layout/Paths"

const extension = /\.(?:md|markdown|mdx|html?)$/i
const ownPage = /^(?:readme|index|_index)\.(?:md|markdown|mdx|html?)$/i
const ordered = /^\d{1,3}[-_. ]+(?=[^\d\s.])/

/** Whether a path belongs to a markdown or HTML text. */
export const isText = (path: string): boolean => extension.test(path)

/** Whether a path belongs to an HTML file. */
export const isHtml = (path: string): boolean => /\.html?$/i.test(path)

/** Whether a path belongs to markdown with components (MDX). */
export const isMdx = (path: string): boolean => /\.mdx$/i.test(path)

/** Whether a path belongs to the index page of a folder. */
export const isFolderPage = (path: string): boolean => ownPage.test(basename(path))

/** A path without the extension of a text. */
export const withoutExtension = (path: string): string => path.replace(extension, "")

/** A name without its numeric prefix: `01-intro` becomes `intro`. */
export const withoutNumber = (name: string): string => name.replace(ordered, "")

/** The name of a text, from its file name or, for an index page, from its folder, without numeric prefix. */
export const textName = (path: string): string =>
  withoutNumber(
    isFolderPage(path) && directory(path) !== "" ? basename(directory(path)) : withoutExtension(basename(path))
  )
