/** The change requests that wait for the person who is signed in. */
import type { JSX } from "preact"
import { get } from "../api/Api.js"
import type { ChangeRequest, Space } from "../api/Objects.js"
import { person } from "../api/Session.js"
import { pathOf } from "../navigation/Router.js"
import { useAnswer } from "../parts/useAnswer.js"
import { ago } from "../texts.js"
import { words } from "./texts.js"

/** How many spaces are looked into, those that changed last, and how many change requests of each. */
const mostSpaces = 8
const most = 50

/** Whether a change request waits for somebody: they are asked, or it has changed since they reviewed it. */
export const isWaitingFor = ({ reviewers = [] }: ChangeRequest, me: string | undefined): boolean =>
  reviewers.some(({ outdated, status, user }) => user.id === me && (status === "requested" || outdated))

const find = async (spaces: ReadonlyArray<Space>) => {
  const latest = spaces
    .filter(({ changeRequestsOpen }) => changeRequestsOpen > 0)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, mostSpaces)
  const found = latest.map(async (space) => {
    const { items } = await get<{ items: ReadonlyArray<ChangeRequest> }>(
      `/spaces/${space.id}/change-requests?status=open&limit=${most}`
    )
    return items.filter((request) => isWaitingFor(request, person.value?.id)).map((request) => ({ request, space }))
  })
  return (await Promise.all(found)).flat()
}

/** The list, if there are any. */
export const Waiting = ({ spaces }: { readonly spaces: ReadonlyArray<Space> }): JSX.Element | null => {
  const { found = [] } = useAnswer(() => find(spaces), [spaces])
  if (found.length === 0) return null
  return (
    <section>
      <h2>{words.waitingForYou}</h2>
      <ul class="places">
        {found.map(({ request, space }) => (
          <li key={request.id}>
            <a href={pathOf({ kind: "space", space: space.id, request: request.id, screen: "review" })}>
              {request.subject || words.untitled}
            </a>{" "}
            <small>
              {space.title}, {words.openedBy(request.createdBy.displayName, ago(request.createdAt))}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
