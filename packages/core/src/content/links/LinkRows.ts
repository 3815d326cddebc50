/** The rows of links. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, id, rowOf } from "../../storage/rows/RowDeclaration.js"
import type { StoredStatus } from "./Link.js"

/** The rows of the table `page_links`. */
export const pageLinks = rowOf<PageLinksRecord>()({
  fields: {
    space: id,
    page: id,
    links: Schema.Array(
      Schema.Struct({
        written: Schema.String,
        status: optional(Schema.Literal("broken", "in-app", "elsewhere")),
        included: optional(Schema.Literal(true)),
        section: optional(Schema.String)
      })
    )
  }
})

/** The rows of the table `backlinks`. */
export const backlinks = rowOf<BacklinkRecord>()({ fields: { space: id, target: id, page: id, links: count } })

/** The rows of the table `link_counts`. */
export const linkCounts = rowOf<LinkCountsRecord>()({
  fields: {
    space: id,
    counts: Schema.Struct({ ok: count, broken: count, "in-app": count, elsewhere: count })
  }
})

/** A link of the current text of a page or reusable content. */
export interface LinkRecord {
  /** The destination as written in the text. */
  readonly written: string
  /** `ok` when absent, as most are. */
  readonly status?: Exclude<StoredStatus, "ok">
  /** Whether the target is embedded in the page. */
  readonly included?: true
  /** The anchor of the section that contains the link. */
  readonly section?: string
}

/** The links of a page or reusable content, whose id is `page`, in order; there is no row if it has none. */
export interface PageLinksRecord {
  readonly space: string
  readonly page: string
  readonly links: ReadonlyArray<LinkRecord>
}

/** The number of links, `links`, from a page to an item of its space. */
export interface BacklinkRecord {
  readonly space: string
  readonly target: string
  readonly page: string
  readonly links: number
}

/** The number of links of a space, by status. */
export type LinkCounts = Readonly<Record<StoredStatus, number>>

/** The counts of a space; without a row, it has no links. */
export interface LinkCountsRecord {
  readonly space: string
  readonly counts: LinkCounts
}
