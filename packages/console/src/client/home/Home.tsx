/** Where one begins: what was not sent, the pages that were opened last, what changed, and all spaces. */

import { emojiOf } from "@lectern/core/internal/content/pages/EmojiText"
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { post } from "../api/Api.js"
import type { Organization, Space } from "../api/Objects.js"
import { go, type Place, pathOf } from "../navigation/Router.js"
import { Administration } from "../parts/Administration.js"
import { later } from "../parts/later.js"
import { recent } from "../parts/Recent.js"
import { complain } from "../parts/Toasts.js"
import { ago, texts } from "../texts.js"
import { Changed } from "./Changed.js"
import { Unsent } from "./Unsent.js"
import { readWorkspace, type Workspace, workspace } from "./Workspace.js"

const Waiting = later(async () => (await import("../review/Screens.js")).Waiting, true)

/** Makes a space, and goes there. */
export const newSpace = async (organization: string, parent?: string): Promise<void> => {
  try {
    const space = await post<Space>(`/orgs/${organization}/spaces`, { title: texts.newSpaceTitle, parent })
    await readWorkspace()
    go({ kind: "space", space: space.id })
  } catch (error) {
    complain(error)
  }
}

const SpaceCard = ({ space }: { space: Space }): JSX.Element => (
  <a class="space-card" href={pathOf({ kind: "space", space: space.id })}>
    <span class="space-mark" aria-hidden="true">
      {space.emoji === undefined ? space.title.slice(0, 1).toUpperCase() : emojiOf(space.emoji)}
    </span>
    <span class="space-words">
      <strong>{space.title}</strong>
      <small>{texts.changed(ago(space.updatedAt))}</small>
    </span>
  </a>
)

const Group = ({ spaces, title }: { spaces: ReadonlyArray<Space>; title?: string }): JSX.Element => (
  <>
    {title !== undefined && <h3>{title}</h3>}
    <div class="space-cards">
      {spaces.map((space) => (
        <SpaceCard key={space.id} space={space} />
      ))}
    </div>
  </>
)

const OrganizationSpaces = (given: {
  readonly organization: Organization
  readonly all: Workspace
  readonly place: Extract<Place, { kind: "home" }>
}): JSX.Element => {
  const { all: everything, organization, place } = given
  const spaces = everything.spaces.filter((space) => space.organization === organization.id)
  const below = (id: string): ReadonlyArray<string> => [
    id,
    ...everything.collections.filter(({ parent }) => parent === id).flatMap((each) => below(each.id))
  ]
  const shown = place.collection === undefined ? undefined : below(place.collection)
  const collections = everything.collections.filter(
    ({ id }) => spaces.some(({ parent }) => parent === id) && (shown === undefined || shown.includes(id))
  )
  const known = new Set(everything.collections.map(({ id }) => id))
  const others = shown === undefined ? spaces.filter(({ parent }) => parent === undefined || !known.has(parent)) : []
  return (
    <section>
      <div class="section-head">
        <h2>{everything.organizations.length > 1 ? organization.title : texts.spaces}</h2>
        <button type="button" onClick={() => void newSpace(organization.id, place.collection)}>
          {texts.newSpace}
        </button>
      </div>
      {spaces.length === 0 && <p class="empty">{texts.noSpaces}</p>}
      {collections.map(({ id, title }) => (
        <Group key={id} title={title} spaces={spaces.filter(({ parent }) => parent === id)} />
      ))}
      {others.length > 0 && <Group spaces={others} {...(collections.length > 0 && { title: texts.ungrouped })} />}
    </section>
  )
}

/** The page at `/app`. */
export const Home = ({ place }: { place: Extract<Place, { kind: "home" }> }): JSX.Element => {
  useEffect(() => {
    document.title = texts.product
    readWorkspace().catch(complain)
  }, [])
  const found = workspace.value
  const organizations = found?.organizations.filter(
    ({ id }) => place.organization === undefined || id === place.organization
  )
  return (
    <main class="home">
      <h1 class="unseen">{texts.home}</h1>
      <Unsent />
      <section>
        <h2>{texts.recent}</h2>
        {recent.value.length === 0 ? (
          <p class="empty">{texts.noRecent}</p>
        ) : (
          <ul class="recent">
            {recent.value.slice(0, 6).map((page) => (
              <li key={`${page.space}/${page.request}/${page.path}`}>
                <a href={pathOf({ kind: "space", space: page.space, request: page.request, path: page.path })}>
                  <strong>{page.title}</strong>
                  <small>{page.spaceTitle}</small>
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      {found?.spaces.some(({ changeRequestsOpen }) => changeRequestsOpen > 0) && <Waiting spaces={found.spaces} />}
      {found !== undefined && <Changed spaces={found.spaces} />}
      {found === undefined ? (
        <p class="empty">{texts.loading}</p>
      ) : (
        organizations?.map((each) => <OrganizationSpaces key={each.id} organization={each} all={found} place={place} />)
      )}
      <Administration />
    </main>
  )
}
