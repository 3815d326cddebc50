/** What differs between two revisions. */
import type { JSX } from "preact"
import { get } from "../api/Api.js"
import { pathOf } from "../navigation/Router.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts as shared } from "../texts.js"
import { texts } from "./texts.js"

/** A change of one part of the content. */
export interface Change {
  readonly type: string
  readonly page?: { readonly id: string; readonly title: string; readonly path?: string }
  readonly file?: { readonly name: string }
  readonly reusableContent?: { readonly title: string }
}

/** What differs, and how much more there is. */
export interface Changes {
  readonly changes: ReadonlyArray<Change>
  readonly more?: number
}

const most = 200

/** Reads what differs between two revisions. */
export const changesBetween = (space: string, from: string, to: string): Promise<Changes> =>
  get<Changes>(`/spaces/${space}/revisions/${to}/changes?compare=${from}&limit=${most}`)

/** The number of pages that differ, and whether there may be more. */
export const pagesIn = ({ changes }: Changes): number => new Set(changes.flatMap(({ page }) => page?.id ?? [])).size

/** The differences between two revisions of a space, page by page. */
export const Compared = ({ from, model, to }: { model: SpaceModel; from: string; to: string }): JSX.Element => {
  const space = model.space.value.id
  const { found, problem } = useAnswer(() => changesBetween(space, from, to), [space, from, to])
  if (problem !== undefined) return <p class="empty">{shared.failed(problem)}</p>
  if (found === undefined) return <p class="empty">{shared.loading}</p>
  if (found.changes.length === 0) return <p class="empty">{texts.changes.none}</p>
  return (
    <>
      <p class="dim">{texts.changes.pages(pagesIn(found))}</p>
      <ul class="places">
        {found.changes.map(({ file, page, reusableContent, type }, index) => (
          <li key={index}>
            {page?.path === undefined || type === "page_deleted" ? (
              <span>{page?.title ?? file?.name ?? reusableContent?.title}</span>
            ) : (
              <a href={pathOf({ kind: "space", space, request: model.request.value?.id, path: page.path })}>
                {page.title}
              </a>
            )}{" "}
            <small>{texts.changes.kinds[type]}</small>
          </li>
        ))}
      </ul>
      {found.more !== undefined && <p class="empty">{texts.changes.more(found.more)}</p>}
    </>
  )
}
