/** Imports the content of a URL into a space. */
import type { ImportContent } from "@lectern/core/imports/Import"
import { backgroundLimits, Imports } from "@lectern/core/imports/Imports"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import type { Space } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import { withProgress } from "../output/Progress.js"

/** Whether the source of an import is a URL, and not a folder or an archive. */
export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source)

/** The title of a space imported from a URL: its host, truncated to the maximum length of a title. */
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host.slice(0, 50) : "Untitled")

/**
 * Appends the content of a URL to a space, or to a new one in an organization. If that fails or is interrupted, nothing
 * is left of it, including the new space.
 */
export const importAddress = (
  input: ImportContent,
  existing: Space | undefined,
  organization: OrganizationId,
  title: string | undefined
) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const imports = yield* Imports
    const into = (target: Space) =>
      withProgress("Importing", (onRead) => imports.run(target.id, input, { limits: backgroundLimits, onRead })).pipe(
        Effect.map((outcome) => ({ ...outcome, target }))
      )
    if (existing !== undefined) return yield* into(existing)
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(spaces.create(organization, { title: title ?? hostOf(input.url ?? "") }), (made) =>
        restore(into(made)).pipe(Effect.onError(() => Effect.ignoreLogged(spaces.remove(made.id))))
      )
    )
  })
