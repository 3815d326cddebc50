/** Evaluates computed pages: from the last good version of a specification, cached until there is a newer one. */
import * as Effect from "effect/Effect"
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import { lookups } from "../../foundation/telemetry/Telemetry.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { SpecPages } from "../../text/openapi/SpecPages.js"
import { specOf } from "../pages/Computed.js"
import { ComputedPages, type ComputedPagesService, type SpecReader } from "./ComputedPages.js"
import { OpenAPISpecRepository, specsCounter } from "./OpenAPISpecRepository.js"
import { pagesTask } from "./SpecPagesTask.js"

const nothing: SpecPages = { introduction: "", pages: [] }

/** The maximum number of specifications of an organization. */
const specLimit = 1000

/** The number of versions whose pages are cached. */
const kept = 32

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const specs = yield* OpenAPISpecRepository
  const blobs = yield* BlobStore
  const workers = yield* Workers
  const known = new Map<string, SpecPages>()
  const watch = (yield* lookups)("computed_pages")

  const keep = (key: string, pages: SpecPages): SpecPages => {
    keepNewest(known, key, pages, kept)
    return pages
  }

  /** The specification of an organization that is fetched from a URL. */
  const readFrom = Effect.fnUntraced(function* (organization: OrganizationId, url: string) {
    const all = yield* specs.list(organization, { limit: specLimit })
    return all.map(({ value }) => value).find(({ source }) => "url" in source && source.url === url)
  })

  /** The organization whose specifications the reader sees. */
  const seenBy = ({ seesSpecs, space }: SpecReader): OrganizationId | undefined =>
    seesSpecs ? space.organization : undefined

  const find = (reader: SpecReader, { kind, name }: { readonly kind: "slug" | "url"; readonly name: string }) =>
    Effect.gen(function* () {
      const organization = seenBy(reader)
      if (organization === undefined) return undefined
      return kind === "slug"
        ? (yield* specs.findBySlug(organization, name))?.value
        : yield* readFrom(organization, name)
    })

  const service: ComputedPagesService = {
    evaluate: Effect.fnUntraced(function* (reader, computed) {
      const slug = specOf(computed)
      const models = computed.props.models === true
      const spec = yield* find(reader, { kind: "slug", name: slug })
      if (spec?.lastVersion === undefined) return nothing
      const key = `${spec.lastVersion}/${models}`
      const found = known.get(key)
      watch?.(found === undefined ? "miss" : "hit")
      if (found !== undefined) {
        known.delete(key)
        return keep(key, found)
      }
      const version = yield* specs.findVersion(spec.id, spec.lastVersion)
      const bytes = version === undefined ? undefined : yield* blobs.get(version.value.hash)
      if (bytes === undefined) return nothing
      return keep(key, yield* workers.run(pagesTask, { bytes, slug, models }))
    }),
    specification: Effect.fnUntraced(function* (reader, name) {
      const spec = yield* find(reader, name)
      if (spec?.lastVersion === undefined) return undefined
      const version = yield* specs.findVersion(spec.id, spec.lastVersion)
      return version === undefined ? undefined : yield* blobs.get(version.value.hash)
    }),
    version: (reader) => {
      const organization = seenBy(reader)
      if (organization === undefined) return Effect.succeed("without")
      return Effect.map(storage.counter(specsCounter(organization)), (count) => `${organization}-${count}`)
    }
  }
  return service
})

/** {@link ComputedPages} over the repositories of the context. */
export const service = serviceOf(ComputedPages, make)
