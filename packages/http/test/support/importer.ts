/** An importer that needs no network, and an import that has ended. */
import { invalid } from "@lectern/core/errors/Errors"
import type { ImportId } from "@lectern/core/imports/Import"
import { Importer } from "@lectern/core/imports/Importer"
import type { Workspace } from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Effect, Layer } from "effect"

/** Finds one page at every address, and nothing below `nowhere.example`. */
export const importer: Layer.Layer<Importer> = Layer.succeed(Importer, {
  read: ({ url }, sink) =>
    url.includes("nowhere.example")
      ? Effect.fail(invalid("url", "cannot be reached"))
      : Effect.as(sink.page({ key: url, title: "Found", markdown: "Found it." }), { places: [], problems: [] })
})

/** An address that cannot be imported. */
export const nowhere = { url: "https://nowhere.example/", source: "website" } as const

/** An import into a space that has failed. */
export const failedImport = async ({ imports }: Workspace, space: SpaceId): Promise<ImportId> => {
  const { id } = await imports.start(space, nowhere)
  while ((await imports.get(id)).status !== "failed") await new Promise((resolve) => setImmediate(resolve))
  return id
}
