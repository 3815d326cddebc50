/** A page in the shape of a response, from its row and the rows of the pages below it. */
import type { DocumentPage } from "@lectern/core/content/Page"

/** A page in the shape of a response. */
export type PlainPage = Omit<DocumentPage, "id" | "pages"> & {
  readonly id: string
  readonly pages: ReadonlyArray<PlainPage>
}

/** A row of the table of pages. */
export interface PageRow {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly path: string
  readonly layout: DocumentPage["layout"]
  readonly document: string
  readonly markdown?: string
  readonly created_at: string
  readonly updated_at: string
  /** The pages below. */
  readonly below?: ReadonlyArray<PageRow>
}

/** The response about a page; `base` is the public base URL. */
export const pageAnswer = (row: PageRow, space: string, base: string): PlainPage => ({
  id: row.id,
  title: row.title,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  kind: "sheet",
  type: "document",
  urls: { app: `${base}/app/s/${space}/${row.path}` },
  slug: row.slug,
  path: row.path,
  pages: (row.below ?? []).map((each) => pageAnswer(each, space, base)),
  layout: row.layout,
  documentId: row.document,
  ...(row.markdown !== undefined && { markdown: row.markdown })
})
