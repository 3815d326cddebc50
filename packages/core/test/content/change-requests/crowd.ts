/** Many concurrent change requests, by several fibers and by several processes: the work of each of them. */
import type { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import type { Lectern, Workspace } from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import type { UserId } from "@lectern/core/users/User"

/** Where the crowd works. */
export interface Crowd {
  readonly space: SpaceId
  readonly user: UserId
}

/** How many pages there are; request `n` rewrites page `n % pageCount`, and inserts one. */
const pageCount = 20

/** A space with some pages. */
export const gather = async (lectern: Lectern): Promise<Crowd> => {
  const user = (await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })).id
  const { contentEdits, organizations, spaces } = lectern.as(user)
  const organization = await organizations.create({ title: "Crowd" })
  const space = (await spaces.create(organization.id, {})).id
  await contentEdits.apply(space, {
    changes: Array.from({ length: pageCount }, (_, index) => ({
      operation: "insert_page" as const,
      title: `Page ${index}`,
      document: { markdown: `# Page ${index}\n\ntext\n` }
    }))
  })
  return { space, user }
}

/** Opens a request and edits in it; returns its number. */
export const openOne = async ({ changeRequests, contentEdits, contents }: Workspace, space: SpaceId) => {
  const { id: changeRequest, number } = await changeRequests.create(space, {})
  const page = await contents.pageByPath(space, `page-${number % pageCount}`, { changeRequest })
  await contentEdits.apply(
    space,
    {
      changes: [
        { operation: "update_page", page: page.id, document: { markdown: `# ${page.title}\n\nby ${number}\n` } },
        { operation: "insert_page", title: `New ${number % 7}`, document: { markdown: `added by ${number}\n` } }
      ]
    },
    { changeRequest }
  )
  return number
}

/** The result of merging one request: `merge`, `conflicts`, or how it failed. */
export type Outcome = readonly [number, string]

/** Merges requests, all in parallel. */
export const mergeAll = (workspace: Workspace, space: SpaceId, numbers: ReadonlyArray<number>) =>
  Promise.all(
    numbers.map(
      async (number): Promise<Outcome> => [
        number,
        await workspace.changeRequests.merge(space, `${number}` as ChangeRequestRef).then(
          ({ result }) => result,
          (error) => (error instanceof Error && "_tag" in error ? String(error._tag) : String(error))
        )
      ]
    )
  )
