/** The ids of headings, as Python-Markdown makes them. */
import type { HeadingIds } from "../../../text/markdown/Anchors.js"

const numberedId = /^(.*)_(\d+)$/s

/** The ids of MkDocs: only ASCII; headings without an id and those with the same id are numbered after a `_`. */
export const mkdocsHeadings: HeadingIds = {
  id: (heading) =>
    heading
      .normalize("NFKD")
      .replaceAll(/[^\0-\x7f]/g, "")
      .replaceAll(/[^\w\s-]/g, "")
      .trim()
      .toLowerCase()
      .replaceAll(/[-\s]+/g, "-"),
  numbered: (id, count) => {
    const [, name = id, number = "0"] = numberedId.exec(id) ?? []
    return `${name}_${Number(number) + count}`
  }
}
