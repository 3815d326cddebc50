import { ContentBatch } from "@lectern/core/content/ContentChange"
import { emoji, url } from "../../engine/bounds/common.js"
import { choice, form, items, nullable, scalar, spelled, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

const page = { operation: "insert_page", title: "A page" }
const icon = [
  text(1, 50, (length) => spelled("a", length)),
  form(["gear", "circle-2"], ["", "Gear", "-a", "a b", "😀"])
]
const ofPage = {
  "changes.0.title": text(1, 256),
  "changes.0.label": [text(1, 256), form(["a b", "語"], ["", " a", "a  b", "a\nb"])].map(nullable),
  "changes.0.slug": [
    text(1, 100, (length) => spelled("é", length)),
    form(["a-1", "語", "v1.0", "...", "~a"], ["", "a/b", "a b", ".", "..", "~"])
  ].map(nullable),
  "changes.0.description": nullable(text(0, 1024)),
  "changes.0.condition": nullable(text(1, 1024, (length) => spelled("1", length))),
  "changes.0.emoji": nullable(emoji),
  "changes.0.icon": icon.map(nullable)
}
const ref = [text(1, 64, (length) => spelled("a", length)), form(["a_1", "A-b"], ["", "a b", "é", "a/b"])]

/** Edits. */
export const resource: Resource = {
  calls: ({ space }) => ({
    rows: {
      contentEdits: { apply: absent(space, { changes: [{ operation: "insert_page", title: "Mine" }] }) }
    }
  }),
  recorded: {
    contentEdits: { apply: "content" }
  },
  locks: {
    contentEdits: {
      apply: "space"
    }
  },
  bounds: [
    subject("a batch", ContentBatch, { changes: items(1, 50, () => page) }),
    subject(
      "a page of a batch",
      ContentBatch,
      { ...ofPage, "changes.0.operation": choice("insert_page"), "changes.0.ref": ref },
      { changes: [page] }
    ),
    subject("a changed page of a batch", ContentBatch, ofPage, { changes: [{ operation: "update_page", page: "a" }] }),
    ...["update_page", "delete_page", "revert_page"].map((operation) =>
      subject(
        `${operation} of a batch`,
        ContentBatch,
        { "changes.0.operation": choice(operation) },
        { changes: [{ operation, page: "a" }] }
      )
    ),
    subject(
      "files of a batch",
      ContentBatch,
      {
        "changes.0.files": items(1, 20, (index) => ({ name: `${index}`, base64: "" })),
        "changes.0.files.0.name": text(1, 256),
        "changes.0.files.0.contentType": text(1, 256),
        "changes.0.files.0.ref": ref,
        "changes.0.files.0.base64": form(["A".repeat(1_400_000)], ["A".repeat(1_400_001)]),
        "changes.0.operation": choice("insert_files")
      },
      { changes: [{ operation: "insert_files", files: [{ name: "a", base64: "" }] }] }
    ),
    subject(
      "fetched files of a batch",
      ContentBatch,
      {
        "changes.0.files": items(1, 20, (index) => ({ name: `${index}`, url: "https://docs.example/" })),
        "changes.0.files.0.url": url,
        "changes.0.operation": choice("insert_files")
      },
      { changes: [{ operation: "insert_files", files: [{ name: "a", url: "https://docs.example/" }] }] }
    ),
    subject(
      "a page with a cover and a layout of a batch",
      ContentBatch,
      {
        "changes.0.cover.ref.kind": choice("file"),
        "changes.0.cover.refDark.kind": choice("file"),
        "changes.0.layout.width": choice("default", "wide"),
        "changes.0.layout.coverSize": choice("hero", "full")
      },
      {
        changes: [
          {
            ...page,
            cover: { ref: { kind: "file", file: "a" }, refDark: { kind: "file", file: "b" } },
            layout: { width: "wide", coverSize: "full" }
          }
        ]
      }
    ),
    subject(
      "a page with covers from elsewhere of a batch",
      ContentBatch,
      {
        "changes.0.cover.ref.url": form(["a", spelled("a", 2048)], [spelled("a", 2049), "a b", "/files/a", ""]),
        "changes.0.cover.refDark.url": form(["https://example.com/a.png"], ["a b", "/files/a", ""])
      },
      { changes: [{ ...page, cover: { ref: { kind: "url", url: "a" }, refDark: { kind: "url", url: "b" } } }] }
    ),
    subject(
      "a computed page of a batch",
      ContentBatch,
      {
        "changes.0.computed.type": choice("builtin:openapi"),
        "changes.0.computed.dependencies.spec.ref.kind": choice("openapi"),
        "changes.0.computed.dependencies.spec.ref.spec": text(1, 100),
        "changes.0.computed.props.*": scalar(form(["", spelled("é", 256)], [spelled("é", 257)]))
      },
      {
        changes: [
          {
            ...page,
            computed: { type: "builtin:openapi", dependencies: { spec: { ref: { kind: "openapi", spec: "a" } } } }
          }
        ]
      }
    )
  ]
}
