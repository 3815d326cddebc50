/** A release and the page with its notes: there are both, or neither. */
import * as Lectern from "@lectern/core/Lectern"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { spaceLock } from "@lectern/core/storage/Locks"
import { Effect } from "effect"
import * as Releases from "./Releases.js"

/** A release, as it is announced. */
export interface Release {
  readonly version: string
  readonly day: string
  readonly notes: string
}

/** Records a release and publishes its notes as a page, in one transaction. `between` runs when the first is done. */
export const release = (space: SpaceId, { day, notes, version }: Release, between: Effect.Effect<void> = Effect.void) =>
  Lectern.transaction(
    Effect.gen(function* () {
      yield* Releases.add(version, day)
      yield* between
      const { apply } = yield* ContentEdits
      const document = { markdown: `Released on ${day}.\n\n${notes}\n` }
      yield* apply(space, { changes: [{ operation: "insert_page", title: version, document }] })
    }),
    { locks: [spaceLock(space)] }
  )

/** The titles of all pages, which are the versions that they are about. */
export const titles = (space: SpaceId) =>
  Effect.flatMap(Contents, (contents) =>
    Effect.map(contents.pages(space), ({ pages }) => pages.map(({ title }) => title))
  )
