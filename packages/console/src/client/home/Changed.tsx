/** What changed in the spaces lately, and who changed it. */
import type { JSX } from "preact"
import { get } from "../api/Api.js"
import type { Space } from "../api/Objects.js"
import { pathOf } from "../navigation/Router.js"
import { useAnswer } from "../parts/useAnswer.js"
import { ago, texts } from "../texts.js"

interface RevisionSummary {
  readonly id: string
  readonly createdAt: string
  readonly createdBy?: { readonly displayName?: string }
}

interface Change extends RevisionSummary {
  readonly space: Space
}

const looksAt = 4
const shownChanges = 6

/** The last changes of the spaces that changed last; several by one person in one space are one. */
const changesOf = async (spaces: ReadonlyArray<Space>): Promise<ReadonlyArray<Change>> => {
  const latest = spaces.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt)).slice(0, looksAt)
  const found = await Promise.all(
    latest.map(async (space) => {
      const { items } = await get<{ items: ReadonlyArray<RevisionSummary> }>(`/spaces/${space.id}/revisions?limit=5`)
      const byOthers = items.filter(
        ({ createdBy }, index) => index === 0 || createdBy?.displayName !== items[index - 1]?.createdBy?.displayName
      )
      return byOthers.map((revision): Change => ({ ...revision, space }))
    })
  )
  return found
    .flat()
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .slice(0, shownChanges)
}

/** The last changes, if there are any. */
export const Changed = ({ spaces }: { spaces: ReadonlyArray<Space> }): JSX.Element | null => {
  const { found: changes = [] } = useAnswer(() => changesOf(spaces), [spaces])
  if (changes.length === 0) return null
  return (
    <section>
      <h2>{texts.whatChanged}</h2>
      <ul class="places changes">
        {changes.map(({ createdAt, createdBy, id, space }) => (
          <li key={id}>
            <span>{texts.changedBy(createdBy?.displayName)}</span>{" "}
            <a href={pathOf({ kind: "space", space: space.id })}>{space.title}</a> <small>{ago(createdAt)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
