import type { Import, ImportContent, ImportResult } from "@lectern/core/imports/Import"
import { Imports, type ImportTarget, requestLimits } from "@lectern/core/imports/Imports"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { Answered, type GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import { prefersAsync } from "../../foundation/params/HeaderParams.js"
import type { ImportsApi } from "./ImportsApi.js"

interface Asked {
  readonly headers: Parameters<typeof prefersAsync>[0]
  readonly payload: ImportContent
}

/** The handlers of {@link ImportsApi}. A client that disconnects cancels the import that it is waiting for. */
export const handlers = Effect.gen(function* () {
  const imports = yield* Imports
  const into = (space: SpaceId, { headers, payload }: Asked, target: ImportTarget) =>
    prefersAsync(headers)
      ? Effect.map(imports.start(space, payload, target), (started) => {
          const more = { location: `/v1/imports/${started.id}`, "preference-applied": "respond-async" }
          return new Answered<Import | ImportResult>(202, started, more)
        })
      : Effect.map(
          imports.run(space, payload, { ...target, limits: requestLimits }),
          ({ problems: _, ...result }): Import | ImportResult => result
        )
  const all: GroupHandlers<typeof ImportsApi> = {
    importContent: ({ path, ...asked }) => into(path.spaceId, asked, {}),
    importContentInChangeRequest: ({ path, ...asked }) =>
      into(path.spaceId, asked, { changeRequest: path.changeRequestId }),
    getImport: ({ path }) => imports.get(path.importId),
    cancelImport: ({ path }) => imports.cancel(path.importId)
  }
  return all
})
