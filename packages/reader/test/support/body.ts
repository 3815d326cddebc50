/** The text of a page as HTML, without an engine. */
import { readingTask } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import { pageDiagrams } from "@lectern/reader/content/Diagrams"
import { pageBody, type Surroundings } from "@lectern/reader/content/PageBody"
import { pictureAddress, safeAddress } from "@lectern/reader/html/Html"
import { english } from "@lectern/reader/words/English"

const around: Surroundings = {
  language: "en",
  words: english,
  link: (reference) => {
    if (reference.kind === "url") {
      const href = safeAddress(reference.url)
      return href === undefined || href === "" ? undefined : { href }
    }
    if (reference.kind === "page")
      return { href: `/${reference.page}`, title: `Page ${reference.page}`, description: "About it" }
    if (reference.kind === "file")
      return { href: `/files/${reference.file}`, title: "report.pdf", size: 1_500_000, isFile: true }
    return reference.kind === "anchor" ? { href: `#${encodeURIComponent(reference.anchor)}` } : undefined
  },
  picture: (reference) => {
    if (reference.kind === "file") return { src: `/files/${reference.file}`, width: 800, height: 400 }
    const src = reference.kind === "url" ? pictureAddress(reference.url) : undefined
    return src === undefined || src === "" ? undefined : { src }
  },
  icon: () => undefined
}

/** The rendering of a text. */
export const bodyOf = async (markdown: string) =>
  pageBody(await readingTask.run({ markdown, specs: new Map() }), {
    ...around,
    diagram: pageDiagrams(english, false).diagram
  })

/** The HTML of a rendered text. */
export const htmlOf = async (markdown: string): Promise<string> => (await bodyOf(markdown)).body.text
