/** The documents as pages of a space of Lectern, in a file that is copied for each comparison. */
import { copyFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page, PageId } from "@lectern/core/content/Page"
import type { SpaceTree, TreePage } from "@lectern/core/content/SpaceTree"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { startServer } from "../ServerProcess.js"
import { tempFolder } from "../TempFolder.js"
import { type Administered, administered, openFile, spaceOfTree, within } from "../Workspace.js"
import { type ContentApi, type ContentServer, fieldOf, found, reading, writing } from "./ContentServer.js"
import { type Document, documentOf, sectionCount, sectionSize } from "./Documents.js"

/** A closed file with the documents as pages. */
export interface FilledFile extends Administered {
  readonly filename: string
  readonly space: SpaceId
  /** The pages of the documents, in their order. */
  readonly pages: ReadonlyArray<PageId>
  /** The groups with the pages of a section, in their order. */
  readonly groups: ReadonlyArray<PageId>
}

const tree = (): SpaceTree => {
  const page = ({ body, section, slug, title }: Document): TreePage => ({
    key: `section-${section}/${slug}.md`,
    type: "document",
    title,
    slug,
    markdown: body,
    pages: []
  })
  return {
    pages: Array.from({ length: sectionCount }, (_, section) => ({
      key: `section-${section}`,
      type: "group",
      title: `Section ${section}`,
      slug: `section-${section}`,
      pages: Array.from({ length: sectionSize }, (_, i) => page(documentOf(section * sectionSize + i)))
    })),
    files: [],
    reusableContents: [],
    variables: {},
    redirects: {}
  }
}

const below = (page: Page): ReadonlyArray<Page> => (page.type === "group" ? page.pages : [])

/** Fills a new file, and closes it. */
export const filledFile = Effect.gen(function* () {
  const filename = join(yield* tempFolder, "filled.db")
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const workspace = yield* administered(yield* openFile(filename))
      const space = yield* spaceOfTree(workspace, "Documents", tree())
      const { pages: groups } = yield* within(
        workspace,
        Effect.flatMap(Contents, (contents) => contents.pages(space))
      )
      const { organization, token, user } = workspace
      const filled: FilledFile = {
        filename,
        organization,
        token,
        user,
        space,
        groups: groups.map(({ id }) => id),
        pages: groups.flatMap((group) => below(group).map(({ id }) => id))
      }
      return filled
    })
  )
})

/** The name of a copy of a filled file, which lasts as long as the scope. */
export const copyOf = ({ filename }: FilledFile) =>
  Effect.flatMap(tempFolder, (folder) =>
    Effect.promise(async () => {
      const copy = join(folder, "workspace.db")
      await copyFile(filename, copy)
      return copy
    })
  )

const apiOf = ({ groups, pages, space }: FilledFile): ContentApi => {
  const content = `/v1/spaces/${space}/content`
  const changing = (change: object) => writing("POST", content, { changes: [change] })
  return {
    get: (i) => reading(`${content}/page/${pages[i]}`),
    list: (section) => reading(`${content}/page/${groups[section]}`),
    search: (word) => reading(`/v1/spaces/${space}/search?limit=${found}&query=${word}`),
    create: ({ body, section, slug, title }) =>
      changing({ operation: "insert_page", into: groups[section], title, slug, document: { markdown: body } }),
    update: (i, body) => changing({ operation: "update_page", page: pages[i], document: { markdown: body } }),
    created: (answer) => reading(`${content}/page/${fieldOf(answer, "changes", "0", "page", "id")}`),
    bodyIn: (answer) => fieldOf(answer, "markdown"),
    itemsIn: (answer) => fieldOf(answer, "pages") ?? fieldOf(answer, "items")
  }
}

/** Starts Lectern's server on a copy of a filled file. */
export const startLectern = Effect.fnUntraced(function* (filled: FilledFile) {
  const { address, process } = yield* startServer("lectern", yield* copyOf(filled))
  const server: ContentServer = {
    name: "Lectern",
    address,
    process,
    authorization: `Bearer ${filled.token}`,
    ...apiOf(filled)
  }
  return server
})
