/** Content: items, revisions, bodies, what is derived from them, and blob references. */
import * as Schema from "effect/Schema"
import { BlobReferenceTable } from "../../blobs/BlobReferences.js"
import { Computed } from "../../content/Computed.js"
import { Documents, documentHash } from "../../content/DocumentRepository.js"
import { Items } from "../../content/Item.js"
import { LinkTarget, PageType } from "../../content/Page.js"
import { GitBlob, PageCover, Variables } from "../../content/PageParts.js"
import { RevisionType } from "../../content/Revision.js"
import { Revisions } from "../../content/RevisionRepository.js"
import { PendingIndexTable } from "../../indexing/PendingIndex.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../../link-index/LinkTables.js"
import { PdfsTable } from "../../pdf/PdfsTable.js"
import { optional } from "../../schema/Input.js"
import { SpacesTable } from "../../spaces/SpaceRepository.js"
import { type Records, records, to } from "../Records.js"

const id = Schema.String
const text = Schema.String
const count = Schema.Number
const flag = optional(Schema.Boolean)
const space = to("space", SpacesTable)
const blobHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))
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
  description: optional(text),
  emoji: optional(text),
  icon: optional(text),
  hidden: flag,
  noIndex: flag,
  noRobotsIndex: flag,
  condition: optional(text),
  layout: optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  cover: optional(PageCover),
  variables: optional(Variables),
  target: optional(LinkTarget),
  computed: optional(Computed),
  git: optional(GitBlob)
})

/** A file as stored, in a space or staged by an import. */
export const StoredFile = Schema.Struct({
  kind: Schema.Literal("file"),
  id,
  name: text,
  contentType: text,
  charset: optional(Schema.Literal("utf-8")),
  size: count,
  hash: blobHash,
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
    values: Schema.Record({ key: Schema.String, value: Schema.Unknown })
  })
)

const revision = to("parent", Revisions)

/** The records of content. */
export const contents: ReadonlyArray<Records> = [
  records(
    Items,
    Schema.Struct({
      line: id,
      from: count,
      until: count,
      value: StoredValue,
      deleted: optional(Schema.Literal(true))
    }),
    {
      columns: {
        item: ({ value }) => value.id,
        kind: ({ value }) => value.kind,
        parent: ({ value }) => (value.kind === "page" ? value.parent : ""),
        position: ({ value }) => (value.kind === "page" ? value.position : value.id),
        path: ({ deleted, value }) =>
          value.kind === "page" && value.type !== "link" && deleted !== true ? value.path : null
      },
      problem: ({ from, until }) => (from < until ? undefined : `it begins at ${from} and ends at ${until}`)
    }
  ),
  records(
    Revisions,
    Schema.Struct({
      id,
      space: id,
      line: id,
      sequence: count,
      base: optional(Schema.Struct({ line: id, sequence: count })),
      type: RevisionType,
      parents: Schema.Array(id),
      mergedFrom: optional(Schema.Struct({ id, number: count, revision: id })),
      createdAt: text,
      createdBy: optional(id),
      git: optional(Schema.Object),
      computed: optional(Schema.Literal(true))
    }),
    { references: ({ parents, space: of }) => [space(of), ...parents.map((parent) => revision(parent))] }
  ),
  records(Documents, Schema.Struct({ space: id, hash: id, markdown: Schema.String }), {
    problem: ({ hash, markdown }) =>
      documentHash(markdown) === hash ? undefined : "its text does not have the hash that it is kept under"
  }),
  records(BlobReferenceTable, Schema.Struct({ hash: blobHash, space: id, size: optional(Schema.Number) })),
  records(
    PageLinksTable,
    Schema.Struct({
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
    }),
    { columns: { other: ({ links }) => (links.some(({ status }) => status !== undefined) ? 1 : 0) } }
  ),
  records(BacklinksTable, Schema.Struct({ space: id, target: id, page: id, links: count })),
  records(
    LinkCountsTable,
    Schema.Struct({
      space: id,
      counts: Schema.Struct({ ok: count, broken: count, "in-app": count, elsewhere: count })
    })
  ),
  records(
    PdfsTable,
    Schema.Struct({
      space: id,
      key: text,
      title: text,
      hash: blobHash,
      keptUntil: count,
      problems: optional(Schema.Array(text))
    }),
    {
      columns: { until: ({ keptUntil }) => keptUntil },
      references: ({ hash, key, space: of }) => [
        space(of),
        to("use of blob", BlobReferenceTable)(hash, `pdf:${of}:${key}`)
      ]
    }
  ),
  records(
    PendingIndexTable,
    Schema.Struct({
      space: id,
      ordinal: count,
      items: optional(Schema.Array(Schema.Struct({ id, presence: optional(Schema.Literal("came", "went")) })))
    }),
    { references: (note) => [space(note.space)] }
  )
]
