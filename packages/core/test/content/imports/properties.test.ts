import { describe, expect, it } from "@effect/vitest"
import type { ActorValue } from "@lectern/core/access/Actor"
import { ImportJobs } from "@lectern/core/content/imports/ImportJobs"
import type { Page } from "@lectern/core/content/Page"
import * as InProcess from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import { Importer, type ImporterService } from "@lectern/core/imports/Importer"
import { Imports, requestLimits } from "@lectern/core/imports/Imports"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import type { UserId } from "@lectern/core/users/User"
import { runs } from "@lectern/storage-testing/runs"
import { Deferred, Effect, FiberId, FastCheck as fc, Layer, Runtime } from "effect"
import { type StorageUnderTest, storages } from "../../storages.js"
import { as, damages } from "../../workspace.js"
import { site as anySite, type Wanted, wanted } from "./generated.js"
import { ended, eventually, hand, handbook, importing, input, isBranch, type Site, spaceBeside, texts } from "./site.js"

/** Two existing pages, with slugs that imported pages want too. */
const existing = (space: SpaceId, admin: UserId) =>
  Effect.gen(function* () {
    const markdown = "As it [was](https://site.example/1)."
    const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown } }) as const
    const changes = [insert("Guide"), insert("Guide"), insert("FAQ")]
    return (yield* as(admin)((yield* ContentEdits).apply(space, { changes }))).revision
  })

/** The pages of a space as the property sees them, after the `skip` first ones: names, and texts without ids. */
const seen = (space: SpaceId, actor: UserId | ActorValue, skip: number) =>
  Effect.gen(function* () {
    const revision = yield* as(actor)((yield* Contents).current(space, {}))
    const bodies = yield* texts(space, actor)
    const nameOf = (page: { readonly path: string; readonly title: string }) =>
      bodies.get(page.path)?.markdown?.match(/^site\.example\/\d+/)?.[0] ?? page.title
    const names = new Map([...bodies.values()].map((page) => [page.id as string, nameOf(page)]))
    for (const file of revision.files) names.set(file.id, file.name)
    const tree = (level: ReadonlyArray<Page>): ReadonlyArray<Wanted> =>
      level.filter(isBranch).map((page) => ({ name: nameOf(page), pages: tree(page.pages) }))
    const paths: Array<string> = []
    const slugs = (level: ReadonlyArray<Page>, above: string): void => {
      const own = level.filter(isBranch)
      expect(new Set(own.map(({ slug }) => slug)).size).toBe(own.length)
      for (const page of own) {
        const path = above === "" ? page.slug : `${above}/${page.slug}`
        expect(page.path).toBe(path)
        paths.push(path)
        slugs(page.pages, path)
      }
    }
    slugs(revision.pages, "")
    const named = (markdown: string) =>
      markdown.replace(/\/(?:pages|files)\/([^)#]+)/g, (_, id: string) => `<${names.get(id)}>`)
    const found = new Map([...bodies].map(([path, page]) => [path, named(page.markdown ?? "")]))
    return { revision, tree: tree(revision.pages.slice(skip)), found, paths, old: [...bodies.values()].slice(0, skip) }
  })

/** A text of a site as it must read with names in place of ids. */
const linked = ({ files = [], pages }: Site, markdown: string): string => {
  const keys = new Map([
    ...pages.map(({ key }) => [key, key.replace("https://", "")] as const),
    ...files.map(({ key, name }) => [key, name] as const)
  ])
  return markdown
    .replace(/\((https:\/\/site\.example\/[\w.]+)/g, (whole, key) => (keys.has(key) ? `(<${keys.get(key)}>` : whole))
    .replaceAll("(import:", "(")
}

/** Engines after each other over one storage: the end of one stands for the end of its process. */
const restartable = (storage: StorageUnderTest) =>
  Effect.map(
    Layer.build(Layer.mergeAll(storage.layer, Ids.layerSequence, PublicUrls.layer("https://docs.example"))),
    (ports) => (read: ImporterService["read"]) =>
      InProcess.layer({ importer: Layer.succeed(Importer, { read }) }).pipe(Layer.provide(Layer.succeedContext(ports)))
  )

const check = <A, R>(arbitrary: fc.Arbitrary<A>, usual: number, test: (value: A) => Effect.Effect<void, unknown, R>) =>
  Effect.flatMap(Effect.runtime<R>(), (runtime) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(arbitrary, (value) => Runtime.runPromise(runtime)(test(value))),
        { numRuns: runs(usual) }
      )
    )
  )

describe.each(storages)("any import over $name", (storage) => {
  it.effect("makes the tree of its outline, with links that lead where they led, and touches nothing else", () => {
    let current: Site = { pages: [] }
    return Effect.gen(function* () {
      const { admin, space: first } = yield* handbook
      yield* check(anySite, 20, (site) =>
        Effect.gen(function* () {
          const space = yield* spaceBeside(first, admin)
          const before = yield* existing(space, admin)
          const { old } = yield* seen(space, admin, 3)
          current = site
          const { revision: made } = yield* as(admin)((yield* Imports).run(space, input, { limits: requestLimits }))
          const after = yield* seen(space, admin, 3)
          expect(after.revision).toMatchObject({ id: made, parents: [before] })
          expect(after.tree).toEqual(wanted(site))
          expect(after.old).toEqual(old)
          const found = [...after.found.values()].filter((text) => text.startsWith("site.example/"))
          expect(found.sort()).toEqual(site.pages.map(({ markdown }) => linked(site, markdown)).sort())
          const files = after.revision.files.map(({ name }) => name)
          expect(files.sort()).toEqual((site.files ?? []).map(({ name }) => name).sort())
        })
      )
    }).pipe(Effect.provide(importing(storage, (_, sink) => hand(current, sink))))
  })

  it.effect("that is cut off anywhere is taken up by the next process, and comes out the same", () =>
    check(fc.record({ site: anySite, cut: fc.nat(11) }), 6, ({ cut, site }) =>
      Effect.gen(function* () {
        const engine = yield* restartable(storage)
        const reached = yield* Deferred.make<void>()
        const parts = site.pages.length + (site.files ?? []).length
        const stops = (index: number) =>
          index === Math.min(cut, parts)
            ? Effect.zipRight(Deferred.succeed(reached, undefined), Effect.never)
            : Effect.void
        const { admin, before, id, space } = yield* Effect.gen(function* () {
          const { admin, space } = yield* handbook
          const before = yield* existing(space, admin)
          const { id } = yield* as(admin)((yield* Imports).start(space, input))
          yield* Deferred.await(reached)
          return { admin, before, id, space }
        }).pipe(Effect.provide(engine((_, sink) => hand(site, sink, stops))))
        const [again, afresh] = yield* Effect.gen(function* () {
          expect(yield* ended(id, admin)).toMatchObject({ status: "complete" })
          const again = yield* seen(space, admin, 3)
          expect(again.revision.parents).toEqual([before])
          const other = yield* spaceBeside(space, admin)
          yield* existing(other, admin)
          yield* as(admin)((yield* Imports).run(other, input, { limits: requestLimits }))
          expect(yield* damages).toEqual([])
          return [again, yield* seen(other, admin, 3)] as const
        }).pipe(Effect.provide(engine((_, sink) => hand(site, sink))))
        expect(again.tree).toEqual(afresh.tree)
        expect(again.paths).toEqual(afresh.paths)
        expect(again.found).toEqual(afresh.found)
      }).pipe(Effect.scoped)
    )
  )

  it.effect("that two do at once is made once", () => {
    let site: Site = { pages: [] }
    let go = Deferred.unsafeMake<void>(FiberId.none)
    let reading = 0
    const wait = Effect.suspend(() => {
      reading++
      return Deferred.await(go)
    })
    const live = importing(storage, (_, sink) => hand(site, sink, (index) => (index > 0 ? Effect.void : wait)))
    return Effect.gen(function* () {
      const imports = yield* Imports
      const { admin, space: first } = yield* handbook
      yield* check(anySite, 8, (given) =>
        Effect.gen(function* () {
          ;[site, go, reading] = [given, yield* Deferred.make<void>(), 0]
          const space = yield* spaceBeside(first, admin)
          const before = yield* existing(space, admin)
          const { id } = yield* as(admin)(imports.start(space, input))
          const second = yield* Effect.fork((yield* ImportJobs).perform(id))
          const both = Effect.sync(() => reading)
          yield* eventually(both, (count) => count === 2)
          yield* Deferred.succeed(go, undefined)
          yield* second.await
          const { result } = yield* ended(id, admin)
          const { revision, tree } = yield* seen(space, admin, 3)
          expect(revision).toMatchObject({ id: result?.revision, parents: [before] })
          expect(tree).toEqual(wanted(given))
        })
      )
    }).pipe(Effect.provide(live))
  })
})
