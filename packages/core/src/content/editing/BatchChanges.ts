/** Applies the changes of a batch to a draft. */
import * as Effect from "effect/Effect"
import { invalid, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { Unprepared } from "../../storage/rows/PreparedTransaction.js"
import { joinPath } from "../../text/markdown/Slug.js"
import type { Draft, DraftError } from "../drafts/Draft.js"
import * as Placement from "../drafts/PagePlacement.js"
import { putBack } from "../drafts/PutBack.js"
import { FileId } from "../files/FileId.js"
import { fileItem, type TakenFile } from "../files/FileItems.js"
import type { FileItem, PageItem } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { applyNamed, applyStated, needsFrontMatter } from "../pages/PageFields.js"
import { PageId } from "../pages/PageId.js"
import { agreeing, frontMatterProblem, metadataOf } from "../pages/TextReading.js"
import { RevisionRepository } from "../revisions/RevisionRepository.js"
import { type BatchRefs, storedReferences } from "./BatchReferences.js"
import type { ContentChange, InsertFile } from "./ContentChange.js"
import type { Outcome } from "./ContentUpdate.js"
import type { PageTexts } from "./PageTexts.js"

type Outcomes = ReadonlyArray<Outcome>
type Change<O extends ContentChange["operation"]> = Extract<ContentChange, { operation: O }>

/** A batch that is being applied to a draft. */
export interface Batch {
  readonly space: SpaceId
  readonly draft: Draft
  readonly texts: PageTexts
  readonly refs: BatchRefs
  readonly taken: ReadonlyMap<InsertFile, TakenFile>
  readonly at: string
  /** The files added to the draft. */
  readonly files: Array<FileItem>
  /** Makes the reference to a page for the answer. */
  readonly refer: (id: PageId) => Extract<Outcome, { object: "created_page" }>["page"]
}

/** Applies changes to the draft of a batch. */
export interface BatchChanges {
  /** Applies one change, whose pages or files get the given ids, and returns its effects on pages. */
  readonly apply: (
    batch: Batch,
    change: ContentChange,
    own: ReadonlyArray<string>
  ) => Effect.Effect<Outcomes, DraftError | Unprepared>
  /** The id of a page that a change refers to by id or by `./<ref>`. */
  readonly idOf: (batch: Batch, name: string) => string
}

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

/** The parent with an id; the empty one is the root. */
const parentId = (id: string): PageId | "" => (id === "" ? "" : PageId.make(id))

const none: Outcomes = []

const created = ({ refer }: Batch, id: PageId, ref?: string): Outcomes => [
  { object: "created_page", ...(ref !== undefined && { ref }), page: refer(id) }
]

const updated = ({ refer }: Batch, id: PageId): Outcomes => [{ object: "updated_page", page: refer(id) }]

/**
 * Fails with `Invalid` if a page has fields that its text cannot state because its front matter is not valid YAML: an
 * export of the page would lose them. Returns whether the front matter is valid.
 */
const requireStatable = Effect.fnUntraced(function* (page: PageItem, markdown: string) {
  const problem = yield* frontMatterProblem(markdown)
  if (problem !== undefined && needsFrontMatter(page)) {
    return yield* invalid(
      "document",
      `line ${problem.line}: ${problem.message}; mend the front matter before the page has fields such as \`hidden\``
    )
  }
  return problem === undefined
})

/** {@link BatchChanges} over the repositories of the context. */
export const makeBatchChanges = Effect.gen(function* () {
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const ids = yield* Ids

  const idOf: BatchChanges["idOf"] = (batch, name) => {
    const ref = name.startsWith("./") ? batch.refs.get(name.slice(2)) : undefined
    return ref?.kind === "page" ? ref.id : name
  }

  /** The page with a new text: stored links, stored body, and the fields that the text states. */
  const withDocument = Effect.fnUntraced(function* (batch: Batch, page: PageItem, markdown: string) {
    const { draft, refs, space, texts } = batch
    const sent = yield* texts.sent(markdown)
    const stored = yield* storedReferences({ draft, refs }, page, markdown, sent.references)
    const before = page.document === undefined ? {} : yield* metadataOf(yield* texts.markdown(space, page.document))
    const stated = stored === markdown ? sent.metadata : yield* metadataOf(stored)
    const isValid = yield* requireStatable(page, stored)
    return { ...applyStated(page, isValid ? before : {}, stated), document: yield* texts.put(stored) }
  })

  const insertPage = Effect.fnUntraced(function* (batch: Batch, change: Change<"insert_page">, id: PageId) {
    const { draft, at } = batch
    const parent = change.into == null ? "" : idOf(batch, change.into)
    yield* Placement.requireParent(draft, parent)
    const named = applyNamed({ ...blank(id, at), parent: parentId(parent) }, change)
    const above = yield* Placement.parentPath(draft, parent)
    if (change.computed !== undefined && change.document !== undefined) {
      return yield* invalid("document", "a computed page has no text")
    }
    const markdown = change.document?.markdown ?? ""
    const title = (yield* batch.texts.sent(markdown)).metadata.title ?? named.title
    const slug = yield* change.slug == null
      ? Placement.freeSlugBelow(draft, above, title)
      : Placement.requireFreeSlug(draft, above, change.slug)
    const position = yield* Placement.positionAt(draft, parent, change.at)
    const placed = { ...named, slug, position, path: joinPath(above, slug) }
    const { computed } = change
    yield* draft.put(
      computed === undefined ? yield* withDocument(batch, placed, markdown) : { ...placed, type: "computed", computed }
    )
    return created(batch, id, change.ref)
  })

  const updatePage = Effect.fnUntraced(function* (batch: Batch, change: Change<"update_page">) {
    const { draft } = batch
    const before = yield* draft.page(idOf(batch, change.page))
    const parent = change.into === undefined ? before.parent : change.into === null ? "" : idOf(batch, change.into)
    const moved = parent !== before.parent
    if (moved && before.type === "group") return yield* invalid("into", "a group can only be at the root")
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
      const text = yield* batch.texts.markdown(batch.space, page.document)
      if (needsFrontMatter(change)) yield* requireStatable(page, text)
      const agreed = yield* agreeing(text, page)
      if (agreed !== text) page = { ...page, document: yield* batch.texts.put(agreed) }
    }
    const above = yield* Placement.parentPath(draft, parent)
    const slug =
      page.type === "link"
        ? page.slug
        : change.slug === null
          ? yield* Placement.freeSlugBelow(draft, above, page.title, page.id)
          : change.slug !== undefined
            ? yield* Placement.requireFreeSlug(draft, above, change.slug, page.id)
            : moved
              ? yield* Placement.freeSlugBelow(draft, above, page.slug, page.id)
              : page.slug
    const position =
      moved || change.at !== undefined ? yield* Placement.positionAt(draft, parent, change.at, page.id) : page.position
    const path = page.type === "link" ? "" : joinPath(above, slug)
    yield* Placement.place(draft, { ...page, parent: parentId(parent), slug, position, path }, before.path)
    return updated(batch, before.id)
  })

  const revertPage = Effect.fnUntraced(function* (batch: Batch, change: Change<"revert_page">) {
    const { draft, space } = batch
    const old = yield* change.revision === undefined ? previous(draft, change.page) : inRevision(space, change)
    if (old?.kind !== "page") return yield* notFound("page")
    const existed = yield* putBack(draft, old, (parent) => Placement.positionAt(draft, parent, undefined))
    return existed ? updated(batch, old.id) : created(batch, old.id)
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
      const item = fileItem(fileIds[index] ?? FileId.make(yield* ids.next), taken, batch.at)
      batch.files.push(item)
      yield* batch.draft.put(item)
    }
    return none
  })

  const deletePage = Effect.fnUntraced(function* (batch: Batch, change: Change<"delete_page">) {
    const { id } = yield* batch.draft.page(idOf(batch, change.page))
    yield* Placement.removeTree(batch.draft, id)
    const outcomes: Outcomes = [{ object: "deleted_page", page: id }]
    return outcomes
  })

  const apply: BatchChanges["apply"] = (batch, change, own) => {
    switch (change.operation) {
      case "insert_page":
        return insertPage(batch, change, PageId.make(own[0] ?? ""))
      case "update_page":
        return updatePage(batch, change)
      case "delete_page":
        return deletePage(batch, change)
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
  return { apply, idOf } satisfies BatchChanges
})
