/**
 * Writes the content of documents as a folder in the layout of Git-synced documentation.
 * @since 0.1.0
 */
import { encode, type FolderFile, type Problem, type StreamedFile } from "@lectern/core/git-layout/Folder"
import { decodePath, encodePath, relative } from "@lectern/core/internal/content/git-layout/Paths"
import { cutSuffix } from "@lectern/core/internal/content/git-layout/Resolver"
import { escapeInline } from "@lectern/core/internal/text/markdown/Heading"
import { type Reference, type Replacement, rewrite } from "@lectern/core/internal/text/markdown/References"

/** A problem: something that was left out or changed. */
export const problemOf = (file: string, message: string, severity: Problem["severity"] = "warning"): Problem => ({
  file,
  message,
  severity
})

/** A page as a file. */
export const pageFile = (path: string, title: string, markdown: string, description?: string): FolderFile => {
  const front = description === undefined ? "" : `---\ndescription: ${JSON.stringify(description)}\n---\n\n`
  const heading = escapeInline(title.replaceAll(/\s+/g, " ").trim())
  return { path, bytes: encode(`${front}# ${heading}\n\n${markdown === "" ? "" : `${markdown}\n`}`) }
}

const scheme = "import:/"

/**
 * A text whose references to keys become relative links to files of the folder. `targetOf` maps the path in a key to
 * the path of the file. Reading the folder later reports links to missing files.
 */
export const linkToFiles = (
  markdown: string,
  references: ReadonlyArray<Reference>,
  from: string,
  targetOf: (path: string) => string
): string =>
  rewrite(
    markdown,
    references.flatMap(({ end, raw, start }): ReadonlyArray<Replacement> => {
      if (!raw.startsWith(scheme)) return []
      const { path, suffix } = cutSuffix(raw.slice(scheme.length))
      return [{ start, end, text: encodePath(relative(from, targetOf(decodePath(path)))) + suffix }]
    })
  )

/** A folder of markdown, for `readLayout`, and a list of losses. */
export interface Layout {
  readonly files: ReadonlyArray<FolderFile | StreamedFile>
  readonly problems: ReadonlyArray<Problem>
  /** The title of the document, if it states one. */
  readonly title?: string
}
