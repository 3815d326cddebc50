/** A group of revisions in the history, which opens to its single revisions. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import type { Revision, Space } from "../api/Objects.js"
import { pathOf } from "../navigation/Router.js"
import { useAnswer } from "../parts/useAnswer.js"
import { ago } from "../texts.js"
import { changesBetween, pagesIn } from "./Compared.js"
import { authorsOf, type Group } from "./Groups.js"
import { texts } from "./texts.js"

/** What can be done with revisions of the list. */
export interface RowActions {
  readonly space: Space
  readonly canEdit: boolean
  readonly isMarked: (revision: Revision) => boolean
  readonly mark: (revision: Revision, isOn: boolean) => void
  readonly compare: (from: string, to: string) => void
  readonly name: (revision: Revision) => void
  readonly restore: (revision: Revision) => void
}

const exact = (time: string): string => new Date(time).toLocaleString("en", { dateStyle: "full", timeStyle: "medium" })

const whoOf = (revision: Revision): string =>
  authorsOf(revision)
    .map(({ displayName }) => displayName)
    .join(", ") || texts.server

const labelOf = (revision: Revision): string => `${whoOf(revision)}, ${exact(revision.createdAt)}`

/** How many pages differ between two revisions. */
const Count = ({ from, space, to }: { space: Space; from: string; to: string }): JSX.Element | null => {
  const { found } = useAnswer(() => changesBetween(space.id, from, to), [space.id, from, to])
  return found === undefined ? null : <small>{texts.changes.pages(pagesIn(found))}</small>
}

/** A revision, or a group of them under its newest. */
const Row = (given: {
  readonly revision: Revision
  readonly before: string | undefined
  readonly count: number
  readonly actions: RowActions
}): JSX.Element => {
  const { actions, before, count, revision } = given
  const { createdAt, description, id, mergedFrom, name, type } = revision
  const label = labelOf(revision)
  return (
    <div class="revision">
      <input
        type="checkbox"
        aria-label={texts.mark(label)}
        checked={actions.isMarked(revision)}
        onChange={(event) => actions.mark(revision, event.currentTarget.checked)}
      />
      <div class="revision-words">
        {name !== undefined && <strong class="revision-name">{name}</strong>}
        {description !== undefined && <p>{description}</p>}
        <span>
          {revision.parents.length === 0 ? texts.created : `${whoOf(revision)} ${texts.did[type]}`}{" "}
          {mergedFrom !== undefined && (
            <a href={pathOf({ kind: "space", space: actions.space.id, request: mergedFrom.id })}>
              {texts.request(mergedFrom.number, mergedFrom.subject)}
            </a>
          )}
        </span>{" "}
        <small>
          <time dateTime={createdAt} title={exact(createdAt)}>
            {ago(createdAt)}
          </time>
          {count > 1 && ` · ${texts.revisions(count)}`}
        </small>
      </div>
      <div class="page-tools">
        {before !== undefined && (
          <button type="button" onClick={() => actions.compare(before, id)}>
            {texts.compare}
          </button>
        )}
        {actions.canEdit && (
          <>
            <button type="button" onClick={() => actions.name(revision)}>
              {texts.name.give}
            </button>
            <button type="button" onClick={() => actions.restore(revision)}>
              {texts.restore.give}
            </button>
          </>
        )}
      </div>
    </div>
  )
}

/** The group. */
export const GroupRow = ({ actions, group }: { group: Group; actions: RowActions }): JSX.Element => {
  const isOpen = useSignal(false)
  const [newest] = group
  const before = group.at(-1)?.parents[0]
  const row = <Row revision={newest} before={before} count={group.length} actions={actions} />
  if (group.length === 1) return <li class={newest.name === undefined ? "group" : "group named"}>{row}</li>
  return (
    <li class="group">
      <div class="group-head">
        <button
          type="button"
          class={isOpen.value ? "chevron open" : "chevron"}
          aria-expanded={isOpen.value}
          aria-label={texts.open(labelOf(newest))}
          onClick={() => {
            isOpen.value = !isOpen.value
          }}
        />
        {row}
      </div>
      {isOpen.value && (
        <>
          {before !== undefined && <Count space={actions.space} from={before} to={newest.id} />}
          <ol class="revisions">
            {group.map((each) => (
              <li key={each.id} class="group">
                <Row revision={each} before={each.parents[0]} count={1} actions={actions} />
              </li>
            ))}
          </ol>
        </>
      )}
    </li>
  )
}
