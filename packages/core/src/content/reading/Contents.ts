/**
 * Reads content: a space's pages and files, at its head or at any revision.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { lazy } from "../../foundation/loading/Lazy.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import type { SpaceId } from "../../people/places/Space.js"
import { serviceOf } from "../../storage/services/Service.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeComputedContent } from "./ComputedContent.js"
import { makeContentOpening, type OpenedAt } from "./ContentOpening.js"
import type { At, ContentsService, OpenedContents, Read, ReadOptions } from "./ContentsService.js"
import type { FileContents, makeFileContents } from "./FileContents.js"
import { makePageLookup } from "./PageLookup.js"
import { makePageTrees } from "./PageTrees.js"
import { optionsFor } from "./ShownContent.js"

/** @public */
export type { At, ContentsService, Download, OpenedContents, ReadOptions } from "./ContentsService.js"

/** The service that reads content. */
export class Contents extends Context.Tag("@lectern/core/Contents")<Contents, ContentsService>() {}

const files = lazy("the reading of files and revisions", () => import("./FileContents.js"))

const make = Effect.gen(function* () {
  const { open } = yield* makeContentOpening
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

  const versionOf = (opened: OpenedAt): Read<string> => {
    const { hidden, isComputed, revision } = opened
    const head = hidden === undefined ? revision : `${revision}-visitor${hidden.key}${hidden.claimsKey}`
    return isComputed ? Effect.map(computed.version(opened), (version) => `${head}-${version}`) : Effect.succeed(head)
  }

  const pagesOf = (opened: OpenedAt, options?: ReadOptions) =>
    Effect.map(trees.whole(opened, optionsFor(options, opened.hidden)), (pages) => ({ pages }))

  /** Reads by what is loaded on first use. */
  const other = <A>(read: (files: FileContents) => Read<A>) => Effect.flatMap(others, read)

  const contentsOf = (opened: OpenedAt, at: At | undefined): OpenedContents => {
    const { id } = opened.space
    return {
      version: versionOf(opened),
      current: (options) => other(({ current }) => current(opened, options)),
      pages: (options) => pagesOf(opened, options),
      files: (query, options) => other(({ files }) => files(opened, at, query, options)),
      file: (file, options) => other((each) => each.file(opened, file, options)),
      page: (page, options) => lookup.within(opened, at, lookup.byId(id, page, at, options)),
      pageByPath: (path, options) => lookup.within(opened, at, lookup.byPath(id, path, at, options))
    }
  }

  const opened = (id: SpaceId, at: At | undefined) => Effect.map(open(id, at), (found) => contentsOf(found, at))

  const service: ContentsService = {
    open: opened,
    head: (id, at) => Effect.map(open(id, at), ({ revision }) => revision),
    version: (id, at) => Effect.flatMap(open(id, at), versionOf),
    current: (id, options, at) => Effect.flatMap(opened(id, at), ({ current }) => current(options)),
    revision: (id, revision, options) => Effect.flatMap(opened(id, { revision }), ({ current }) => current(options)),
    pages: (id, at, options) => Effect.flatMap(open(id, at), (found) => pagesOf(found, options)),
    files: (id, at, query, options) => Effect.flatMap(opened(id, at), ({ files }) => files(query, options)),
    file: (id, file, at, options) => Effect.flatMap(opened(id, at), (found) => found.file(file, options)),
    page: (id, page, at, options) => lookup.opening(id, at, lookup.byId(id, page, at, options)),
    pageByPath: (id, path, at, options) => lookup.opening(id, at, lookup.byPath(id, path, at, options)),
    download: (...given) => Effect.flatMap(others, ({ download }) => download(...given))
  }
  return service
})

/** {@link Contents} over the repositories of the context. */
export const service = serviceOf(Contents, make)
