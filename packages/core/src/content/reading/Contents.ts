/**
 * Reads content: a space's pages and files, at its head or at any revision.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { lazy } from "../../foundation/loading/Lazy.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { makeSpaceReading, type SpaceReading } from "../../people/access/SpaceReading.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import { serviceOf } from "../../storage/services/Service.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeComputedContent } from "./ComputedContent.js"
import { makeContentOpening } from "./ContentOpening.js"
import type { ContentsService, Read } from "./ContentsService.js"
import type { FileContents, makeFileContents } from "./FileContents.js"
import { makePageLookup } from "./PageLookup.js"
import { makePageTrees } from "./PageTrees.js"
import { optionsFor } from "./ShownContent.js"

/** @public */
export type { At, ContentsService, Download, ReadOptions } from "./ContentsService.js"

/** The service that reads content. */
export class Contents extends Context.Tag("@lectern/core/Contents")<Contents, ContentsService>() {}

const files = lazy("the reading of files and revisions", () => import("./FileContents.js"))

const make = Effect.gen(function* () {
  const { reading } = yield* makeSpaceReading
  const { findRequest, headOf, open } = yield* makeContentOpening
  const lookup = yield* makePageLookup
  const items = yield* ItemRepository
  const computed = yield* makeComputedContent
  const { base } = yield* PublicUrls
  const trees = makePageTrees({ base, computed, items })

  const context = yield* Effect.context<Effect.Effect.Context<typeof makeFileContents>>()
  let made: FileContents | undefined
  const others = Effect.gen(function* () {
    made ??= yield* Effect.provide((yield* files.load).makeFileContents, context)
    return made
  })

  const versionOf = (found: SpaceReading, revision: RevisionId, isComputed?: boolean): Read<string> => {
    const { hidden, space } = found
    const head = hidden === undefined ? revision : `${revision}-visitor${hidden.key}${hidden.claimsKey}`
    return space.computed === true || isComputed === true
      ? Effect.map(computed.version(found), (version) => `${head}-${version}`)
      : Effect.succeed(head)
  }

  const service: ContentsService = {
    head: (id, at) => Effect.flatMap(reading(id, at === undefined), ({ space }) => headOf(space, at)),
    version: (id, at) =>
      Effect.flatMap(reading(id, at === undefined), (found) => {
        if (at === undefined) return versionOf(found, found.space.revision)
        return "changeRequest" in at
          ? Effect.flatMap(findRequest(id, at.changeRequest), (request) =>
              versionOf(found, request.revision, request.computed)
            )
          : versionOf(found, at.revision)
      }),
    current: (...given) => Effect.flatMap(others, ({ current }) => current(...given)),
    revision: (...given) => Effect.flatMap(others, ({ revision }) => revision(...given)),
    pages: Effect.fnUntraced(function* (id, at, options) {
      const opened = yield* open(id, at)
      return { pages: yield* trees.whole(opened, optionsFor(options, opened.hidden)) }
    }),
    files: (...given) => Effect.flatMap(others, ({ files }) => files(...given)),
    file: (...given) => Effect.flatMap(others, ({ file }) => file(...given)),
    page: lookup.byId,
    pageByPath: lookup.byPath,
    download: (...given) => Effect.flatMap(others, ({ download }) => download(...given))
  }
  return service
})

/** {@link Contents} over the repositories of the context. */
export const service = serviceOf(Contents, make)
