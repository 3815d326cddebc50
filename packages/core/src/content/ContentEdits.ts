/** Editing content: a batch of changes that becomes one revision, or none. */
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../access/Actor.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { invalid, type LecternError, notFound, PreconditionFailed } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import { derive } from "../markdown/PageMetadata.js"
import { patch } from "../markdown/PageMetadataPatch.js"
import { PageBounds, requireBounds } from "../markdown/TextBounds.js"
import { parser } from "../schema/Input.js"
import type { SpaceId } from "../spaces/Space.js"
import { Storage } from "../storage/Storage.js"
import { type BatchRefs, storedReferences } from "./BatchReferences.js"
import { BlobReferences } from "./BlobReferences.js"
import { ContentBatch, type ContentChange, type InsertFile } from "./ContentChange.js"
import { ContentWriter, type Line } from "./ContentWriter.js"
import { DocumentRepository } from "./DocumentRepository.js"
import { type Draft, type DraftError, make as makeDraft } from "./Draft.js"
import { make as makeEditableLine } from "./EditableLine.js"
import { FileId } from "./File.js"
import { make as makeTakeFiles } from "./FileInsertion.js"
import { fileItem, type TakenFile } from "./FileItems.js"
import type { PageItem } from "./Item.js"
import { ItemRepository } from "./ItemRepository.js"
import { PageId } from "./Page.js"
import { applyNamed, applyStated, partsOf } from "./PageFields.js"
import * as Placement from "./PagePlacement.js"
import type { RevisionId } from "./RevisionId.js"
import { RevisionRepository } from "./RevisionRepository.js"

type Change<O extends ContentChange["operation"]> = Extract<ContentChange, { operation: O }>

/** What a batch changes, and what must be so for it. */
export interface EditOptions {
  /** The change request that is edited; main when absent. */
  readonly changeRequest?: ChangeRequestRef
  /** The revisions of which one must be current. */
  readonly expected?: ReadonlyArray<string>
}

/** Edits the content of spaces and of change requests. */
export interface ContentEditsService {
  /**
   * Applies the changes in order, as one revision or not at all, and gives the id of the revision that is current
   * then; a batch that changes nothing makes none. Needs `edit`; fails with `Conflict` where the space is
   * locked, or the change request merged or archived, with `PreconditionFailed` where another revision is current
   * than expected, with `NotFound` for a page that is not there, with `Invalid` for a field that does not fit or a text beyond its bounds. Files
   * are fetched first, for those who may edit; one that cannot be is `Invalid` as well.
   */
  readonly apply: (
    space: SpaceId,
    batch: ContentBatch,
    options?: EditOptions
  ) => Effect.Effect<RevisionId, LecternError, Actor>
}

/** The service that edits content. */
export class ContentEdits extends Context.Tag("@lectern/core/ContentEdits")<ContentEdits, ContentEditsService>() {}

const parseBatch = parser(ContentBatch)

/** A page with no fields of its own yet. */
const blank = (id: PageId, at: string): PageItem => ({
  kind: "page",
  id,
  type: "document",
  parent: "",
  position: "",
  slug: "",
  path: "",
  title: "Untitled",
  createdAt: at,
  updatedAt: at
})

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const documents = yield* DocumentRepository
  const writer = yield* ContentWriter
  const lineOf = yield* makeEditableLine
  const takeFiles = yield* makeTakeFiles
  const blobReferences = yield* BlobReferences
  const ids = yield* Ids
  const bounds = yield* PageBounds

  interface Batch {
    readonly space: SpaceId
    readonly draft: Draft
    readonly refs: BatchRefs
    readonly taken: ReadonlyMap<InsertFile, TakenFile>
    readonly at: string
  }

  const idOf = (batch: Batch, name: string): string => {
    const ref = name.startsWith("./") ? batch.refs.get(name.slice(2)) : undefined
    return ref?.kind === "page" ? ref.id : name
  }

  /** The page with a new text: stored links, stored body, and the fields that the text states. */
  const withDocument = (batch: Batch, page: PageItem, markdown: string): Effect.Effect<PageItem, DraftError> =>
    Effect.gen(function* () {
      const stored = yield* storedReferences({ draft: batch.draft, items, refs: batch.refs }, page, markdown)
      const before = page.document === undefined ? {} : derive(yield* documents.markdown(batch.space, page.document))
      return { ...applyStated(page, before, derive(stored)), document: yield* documents.put(batch.space, stored) }
    })

  const insertPage = Effect.fnUntraced(function* (batch: Batch, change: Change<"insert_page">, id: PageId) {
    const { draft, at } = batch
    const parent = change.into == null ? "" : idOf(batch, change.into)
    yield* Placement.requireParent(draft, parent)
    const named = applyNamed({ ...blank(id, at), parent: parent as PageId | "" }, change)
    const above = yield* Placement.parentPath(draft, parent)
    if (change.computed !== undefined && change.document !== undefined) {
      return yield* invalid("document", "a computed page has no text")
    }
    const markdown = change.document?.markdown ?? ""
    const title = derive(markdown).title ?? named.title
    const slug = yield* change.slug === undefined
      ? Placement.freeSlug(draft, parent, title)
      : Placement.requireFreeSlug(draft, parent, change.slug)
    const position = yield* Placement.positionAt(draft, parent, change.at)
    const placed = { ...named, slug, position, path: Placement.joinPath(above, slug) }
    const { computed } = change
    yield* draft.put(
      computed === undefined ? yield* withDocument(batch, placed, markdown) : { ...placed, type: "computed", computed }
    )
  })

  const updatePage = Effect.fnUntraced(function* (batch: Batch, change: Change<"update_page">) {
    const { draft } = batch
    const before = yield* draft.page(idOf(batch, change.page))
    const parent = change.into === undefined ? before.parent : change.into === null ? "" : idOf(batch, change.into)
    const moved = parent !== before.parent
    if (moved && before.type === "group") return yield* invalid("into", "a group stands at the root")
    if (moved) yield* Placement.requireParent(draft, parent, before.id)
    if (change.computed !== undefined && before.type !== "computed") {
      return yield* invalid("computed", `a ${before.type} is not computed`)
    }
    let page = applyNamed(before, change)
    if (change.computed !== undefined) page = { ...page, computed: change.computed }
    if (change.document !== undefined) {
      if (page.type !== "document") {
        return yield* invalid("document", `a ${page.type}${page.type === "computed" ? " page" : ""} has no text`)
      }
      page = yield* withDocument(batch, page, change.document.markdown)
    } else if (page.document !== undefined) {
      const text = yield* documents.markdown(batch.space, page.document)
      const agreed = patch(text, page)
      if (agreed !== text) page = { ...page, document: yield* documents.put(batch.space, agreed) }
    }
    const slug =
      page.type === "link"
        ? page.slug
        : change.slug !== undefined
          ? yield* Placement.requireFreeSlug(draft, parent, change.slug, page.id)
          : moved
            ? yield* Placement.freeSlug(draft, parent, page.slug, page.id)
            : page.slug
    const position =
      moved || change.at !== undefined ? yield* Placement.positionAt(draft, parent, change.at, page.id) : page.position
    const above = yield* Placement.parentPath(draft, parent)
    const path = page.type === "link" ? "" : Placement.joinPath(above, slug)
    yield* Placement.place(draft, { ...page, parent: parent as PageId | "", slug, position, path }, before.path)
  })

  const revertPage = Effect.fnUntraced(function* (batch: Batch, change: Change<"revert_page">) {
    const { draft, space } = batch
    const current = yield* draft.item(change.page)
    const old = yield* change.revision === undefined ? previous(draft, change.page) : inRevision(space, change)
    if (old?.kind !== "page") return yield* notFound("page")
    if (current?.kind === "page") {
      const { parent, position, slug, path } = current
      yield* draft.put({ ...old, parent, position, slug, path })
      return
    }
    const home = yield* draft.item(old.parent)
    const parent = home?.kind === "page" ? home.id : ""
    const slug = old.type === "link" ? old.slug : yield* Placement.freeSlug(draft, parent, old.slug)
    const position = yield* Placement.positionAt(draft, parent, undefined)
    const above = yield* Placement.parentPath(draft, parent)
    const path = old.type === "link" ? "" : Placement.joinPath(above, slug)
    yield* draft.put({ ...old, parent, slug, position, path })
  })
  /** A page before its last change: the last version that is not the current one. */
  const previous = Effect.fnUntraced(function* ({ view }: Draft, page: PageId) {
    const current = (yield* items.find(view, page))?.value
    const versions = yield* items.history(view, page, 3)
    return versions.find(({ value }) => value.line !== current?.line || value.from !== current.from)?.value.value
  })
  const inRevision = Effect.fnUntraced(function* (space: SpaceId, change: Change<"revert_page">) {
    const revision = change.revision === undefined ? undefined : yield* revisions.find(change.revision)
    if (revision?.space !== space) return yield* notFound("revision")
    return (yield* items.find(revision, change.page))?.value.value
  })

  const insertFiles = Effect.fnUntraced(function* (
    batch: Batch,
    change: Change<"insert_files">,
    fileIds: ReadonlyArray<FileId>
  ) {
    for (const [index, file] of change.files.entries()) {
      const taken = batch.taken.get(file)
      if (taken === undefined) return yield* Effect.dieMessage("a file of the batch was not taken")
      yield* blobReferences.add(taken.hash, batch.space)
      const id = fileIds[index] ?? FileId.make(yield* ids.next)
      yield* batch.draft.put(fileItem(id, taken, batch.at))
    }
  })

  const applyChange = (
    batch: Batch,
    change: ContentChange,
    own: ReadonlyArray<string>
  ): Effect.Effect<void, DraftError> => {
    switch (change.operation) {
      case "insert_page":
        return insertPage(batch, change, PageId.make(own[0] ?? ""))
      case "update_page":
        return updatePage(batch, change)
      case "delete_page":
        return Effect.flatMap(batch.draft.page(idOf(batch, change.page)), ({ id }) =>
          Placement.removeTree(batch.draft, id)
        )
      case "revert_page":
        return revertPage(batch, change)
      case "insert_files":
        return insertFiles(
          batch,
          change,
          own.map((id) => FileId.make(id))
        )
    }
  }

  /** Ids for everything that the batch makes, up front, so that a text may refer to what comes later in it. */
  const allocate = Effect.fnUntraced(function* (changes: ReadonlyArray<ContentChange>) {
    const refs = new Map<string, { readonly kind: "page" | "file"; readonly id: string }>()
    const own: Array<ReadonlyArray<string>> = []
    for (const change of changes) {
      const made =
        change.operation === "insert_page" ? [change] : change.operation === "insert_files" ? change.files : []
      const kind = change.operation === "insert_page" ? "page" : "file"
      own.push(yield* Effect.forEach(made, () => ids.next))
      for (const [index, { ref }] of made.entries()) {
        if (ref === undefined) continue
        if (refs.has(ref)) return yield* invalid("ref", `expected a name used once, ${ref} is used twice`)
        refs.set(ref, { kind, id: own.at(-1)?.[index] ?? "" })
      }
    }
    return { refs, own }
  })

  const requireExpected = ({ head }: Line, expected: ReadonlyArray<string> | undefined) =>
    expected === undefined || expected.includes(head.revision)
      ? Effect.void
      : Effect.fail(new PreconditionFailed({ message: `the current revision is ${head.revision}` }))

  const service: ContentEditsService = {
    apply: Effect.fnUntraced(function* (id, input, options = {}) {
      const { changes } = yield* parseBatch(input)
      for (const change of changes) {
        if ("document" in change && change.document !== undefined) {
          yield* requireBounds("document", change.document.markdown, bounds)
        }
      }
      const { changeRequest, expected } = options
      const open = Effect.tap(lineOf(id, changeRequest), (line) => requireExpected(line, expected))
      if (changes.some(({ operation }) => operation === "insert_files")) yield* open
      const { claim, files: taken } = yield* takeFiles(id, changes)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const line = yield* open
          const { refs, own } = yield* allocate(changes)
          const batch: Batch = { space: id, draft: makeDraft(items, line.view), refs, taken, at: yield* now }
          for (const [index, change] of changes.entries()) yield* applyChange(batch, change, own[index] ?? [])
          yield* claim
          const parts = partsOf(changes, (page) => idOf(batch, page))
          return (yield* writer.edit(line, batch.draft, parts))?.id ?? line.head.revision
        })
      )
    })
  }
  return service
})

/** {@link ContentEdits} over the services and repositories of the context. */
export const layer = Layer.effect(ContentEdits, make)
