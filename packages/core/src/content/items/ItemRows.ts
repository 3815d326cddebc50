/** The rows of items. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, hash, id, rowOf, text } from "../../storage/rows/RowDeclaration.js"
import { DialectName } from "../dialects/DialectName.js"
import { Computed } from "../pages/Computed.js"
import { LinkTarget, PageType } from "../pages/Page.js"
import { PageLayout } from "../pages/PageLayout.js"
import { GitBlob, PageCover, Variables } from "../pages/PageParts.js"
import type { ItemVersion } from "./Item.js"

const flag = optional(Schema.Boolean)
const spellings = optional(Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }))

/** A page as stored. */
const StoredPage = Schema.Struct({
  kind: Schema.Literal("page"),
  id,
  type: PageType,
  parent: id,
  position: text,
  slug: text,
  path: text,
  title: text,
  createdAt: text,
  updatedAt: text,
  document: optional(id),
  spellings,
  label: optional(text),
  description: optional(text),
  emoji: optional(text),
  icon: optional(text),
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag,
  condition: optional(text),
  layout: optional(Schema.partialWith(PageLayout, { exact: true })),
  cover: optional(PageCover),
  variables: optional(Variables),
  target: optional(LinkTarget),
  computed: optional(Computed),
  git: optional(GitBlob),
  dialect: optional(DialectName)
})

/** A file as stored, in a space or staged by an import. */
export const StoredFile = Schema.Struct({
  kind: Schema.Literal("file"),
  id,
  name: text,
  contentType: text,
  charset: optional(Schema.Literal("utf-8")),
  size: count,
  hash,
  dimensions: optional(Schema.Struct({ width: count, height: count })),
  createdAt: text,
  git: optional(GitBlob)
})

const StoredValue = Schema.Union(
  StoredPage,
  StoredFile,
  Schema.Struct({
    kind: Schema.Literal("reusable-content"),
    id,
    title: text,
    document: id,
    createdAt: text,
    updatedAt: text,
    git: optional(GitBlob),
    spellings
  }),
  Schema.Struct({
    kind: Schema.Literal("variables"),
    id: Schema.Literal("variables"),
    values: Variables,
    git: optional(GitBlob)
  }),
  Schema.Struct({
    kind: Schema.Literal("redirects"),
    id: Schema.Literal("redirects"),
    values: Schema.Record({ key: Schema.String, value: Schema.String })
  }),
  Schema.Struct({
    kind: Schema.Literal("source"),
    id: Schema.Literal("source"),
    values: Schema.Struct({
      root: text,
      readme: text,
      summary: text,
      config: optional(text),
      variables: optional(text),
      table: optional(
        Schema.Struct({
          text: Schema.String,
          entries: Schema.Array(
            Schema.Struct({ line: count, page: text, title: optional(text), label: optional(text) })
          )
        })
      ),
      inferred: optional(Schema.Literal(true)),
      dialect: optional(DialectName),
      stated: optional(Schema.Record({ key: Schema.String, value: Schema.String }))
    })
  })
)

/** The rows of the table `items`. */
export const items = rowOf<ItemVersion>()({
  fields: {
    line: id,
    from: count,
    until: count,
    value: StoredValue,
    deleted: optional(Schema.Literal(true))
  },
  problem: ({ from, until }) => (from < until ? undefined : `it begins at ${from} and ends at ${until}`)
})
