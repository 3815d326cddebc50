/** `lectern preview` */
import { watch } from "node:fs"
import { resolve, sep } from "node:path"
import { Actor, user as asUser, system } from "@lectern/core/access/Actor"
import { ApiTokens } from "@lectern/core/api-tokens/ApiTokens"
import * as InProcess from "@lectern/core/engine/InProcess"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Sites } from "@lectern/core/sites/Sites"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Users } from "@lectern/core/users/Users"
import { gzip, handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import * as Dispatcher from "@lectern/http/internal/foundation/dispatcher/Dispatcher"
import { fontAwesome } from "@lectern/reader/node/Icons"
import { mermaid } from "@lectern/reader/node/Mermaid"
import * as Reader from "@lectern/reader/Reader"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { isLeftOut, isOwn } from "../files/SourceFile.js"
import type { Handler } from "../Handler.js"
import { Invocation } from "../Invocation.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { note, print } from "../output/Output.js"
import { listen } from "../start/Listening.js"
import { makeReloading } from "../start/Reloading.js"
import { layoutLimits, problemLines, readSource } from "../workspace/ImportSource.js"
import { ports } from "../workspace/Workspace.js"

/** The default port of a preview. */
const usualPort = 4001

/** The debounce time for file changes, in milliseconds: editors write files in several steps. */
const settled = 60

/** The name of the site. */
const name = "preview"

/** A signal for every change in a folder, except in files that an import omits. */
const changesIn = (folder: string): Stream.Stream<void, Failed> =>
  Stream.asyncPush<void, Failed>((emit) =>
    Effect.acquireRelease(
      Effect.try({
        try: () => {
          const watcher = watch(folder, { recursive: true }, (_, file) => {
            const parts = file?.split(sep) ?? []
            if (!parts.some((part) => isOwn(part) || isLeftOut(part))) emit.single(undefined)
          })
          watcher.on("error", (error) => emit.fail(new Failed({ message: reasonOf(error) })))
          return watcher
        },
        catch: (error) => new Failed({ message: `${folder} cannot be watched: ${reasonOf(error)}` })
      }),
      (watcher) => Effect.sync(() => watcher.close())
    )
  )

/** Makes a published site from a folder. `again` reads the folder again, and returns whether something has changed. */
const siteOf = Effect.fnUntraced(function* (folder: string, limits: ReturnType<typeof layoutLimits>) {
  const sync = yield* ContentSync
  const sites = yield* Sites
  const user = yield* (yield* Users).create({ displayName: "Preview", email: "preview@lectern.localhost" })
  const organizations = yield* Organizations
  const organization = yield* organizations.createFor(user.id, { title: "Preview" })
  const read = Effect.gen(function* () {
    const source = yield* readSource(folder, limits)
    for (const line of problemLines(source.problems)) yield* note(line)
    return source
  })
  const { title, tree } = yield* read
  const asAuthor = Effect.provideService(Actor, asUser(user.id))
  const { space } = yield* asAuthor(sync.create(organization.id, { title }, tree))
  const site = yield* sites.create(organization.id, { title, spaces: [space.id] })
  yield* sites.update(organization.id, site.id, { basename: name })
  yield* sites.publish(organization.id, site.id)
  const { stdout, ...invocation } = yield* Invocation
  // Problems of the folder are reported on the first read only.
  const quiet = { ...invocation, stdout, stderr: { write: (_: string, done?: () => void) => done?.() } }
  const again = Effect.provideService(read, Invocation, quiet).pipe(
    Effect.flatMap((changed) => asAuthor(sync.apply(space.id, changed.tree))),
    Effect.map(({ inserted, removed, updated }) => inserted + removed + updated > 0)
  )
  return { again }
})

/** `lectern preview`: serves until it is stopped by SIGINT or SIGTERM. */
export const preview: Handler<"preview"> = ({ folder, port }, settings) =>
  Effect.scoped(
    Effect.gen(function* () {
      const target = resolve(folder)
      const place = { host: "127.0.0.1", port: port === undefined ? usualPort : settings.port, choice: "--port" }
      const { port: listens, serve } = yield* listen(place)
      const base = `http://localhost:${listens}`
      const services = yield* Layer.build(
        Layer.provideMerge(InProcess.layer({}, { takeUp: false }), ports({ ...settings, storage: "memory" }, base))
      )
      return yield* Effect.gen(function* () {
        const { again } = yield* siteOf(target, layoutLimits(settings))
        const pages = yield* Reader.make({ baseUrl: base, home: name, icons: fontAwesome, mermaid })
        const { authenticate } = yield* ApiTokens
        const reloading = makeReloading(pages)
        const runtime = yield* Effect.runtime<never>()
        const handle = Dispatcher.make({ routes: [], pages: reloading.pages, authenticate, gzip, runtime })
        yield* serve(reloading.listener(handleListener(handle)))
        yield* Effect.addFinalizer(() => Effect.sync(reloading.close))
        yield* print(`Lectern shows ${target} at ${base}/`)
        return yield* Stream.runForEach(Stream.debounce(changesIn(target), settled), () =>
          Effect.matchEffect(again, {
            onFailure: ({ message }) => note(message),
            onSuccess: (isChanged) => (isChanged ? Effect.sync(reloading.tell) : Effect.void)
          })
        )
      }).pipe(Effect.provideService(Actor, system), Effect.provide(services))
    })
  )
