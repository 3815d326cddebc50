/** Links to the pages of the server that are no part of this window, as far as the person may see them. */
import type { JSX } from "preact"
import type { Space } from "../api/Objects.js"
import { at, isHosted, person } from "../api/Session.js"
import { readWorkspace, workspace } from "../home/Workspace.js"
import { texts } from "../texts.js"

const words = texts.administration

/** A page elsewhere. */
export interface Elsewhere {
  readonly name: string
  readonly href: string
}

/** The pages that the person may see; those of a space with its published site. */
export const elsewhere = (space?: Space): ReadonlyArray<Elsewhere> => {
  const pages: Array<Elsewhere> = []
  if (space?.urls.published !== undefined) pages.push({ name: words.published, href: space.urls.published })
  // An application that signs people in has pages of its own.
  if (isHosted) return pages
  const administered = workspace.value?.organizations.some(
    ({ id, permissions }) => permissions.admin && (space === undefined || space.organization === id)
  )
  if (administered === true) pages.push({ name: words.organizations, href: at("/admin/organizations") })
  if (person.value?.administers === true) {
    pages.push({ name: words.people, href: at("/admin") }, { name: words.audit, href: at("/admin/audit") })
  }
  pages.push({ name: words.account, href: at("/account") })
  return pages
}

/** The links, which open where they are. What the person administers is read when they are opened first. */
export const Administration = ({ space }: { space?: Space }): JSX.Element | null => {
  const pages = elsewhere(space)
  if (pages.length === 0) return null
  return (
    <details
      class="elsewhere"
      onToggle={() => {
        if (workspace.value === undefined) readWorkspace().catch(() => {})
      }}
    >
      <summary>{words.title}</summary>
      <ul class="places">
        {pages.map(({ href, name }) => (
          <li key={name}>
            <a class="button quiet" href={href}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
