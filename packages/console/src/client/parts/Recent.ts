/** The pages that a person opened last in this browser. */
import { signal } from "@preact/signals"

/** A page that was opened. */
export interface RecentPage {
  readonly space: string
  readonly spaceTitle: string
  readonly path: string
  readonly title: string
  readonly request?: string | undefined
}

const key = (person: string) => `lectern-recent-${person}`
const most = 12

/** The pages, the last one first. */
export const recent = signal<ReadonlyArray<RecentPage>>([])

/** Reads what this browser knows of a person. */
export const readRecent = (person: string): void => {
  try {
    recent.value = JSON.parse(localStorage.getItem(key(person)) ?? "[]")
  } catch {
    recent.value = []
  }
}

/** Notes that a page was opened. */
export const noteRecent = (person: string, page: RecentPage): void => {
  const others = recent.value.filter(
    ({ path, request, space }) => space !== page.space || path !== page.path || request !== page.request
  )
  recent.value = [page, ...others].slice(0, most)
  try {
    localStorage.setItem(key(person), JSON.stringify(recent.value))
  } catch {
    // A browser that keeps nothing shows nothing next time.
  }
}

/** Forgets them, as when a person signs out. */
export const forgetRecent = (person: string): void => {
  recent.value = []
  localStorage.removeItem(key(person))
}
