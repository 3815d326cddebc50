/** `lectern import` */
import type { Actor } from "@lectern/core/access/Actor"
import type { ImportChanges } from "@lectern/core/imports/Import"
import type { ImportSource } from "@lectern/core/imports/Importer"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { type Space, SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import type { Settings } from "../config/Settings.js"
import type { Handler } from "../Handler.js"
import { WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { withProgress } from "../output/Progress.js"
import { inFurnished } from "../start/FirstStart.js"
import { chooseOrganization } from "../workspace/ChooseOrganization.js"
import { importAddress, isAddress } from "../workspace/ImportAddress.js"
import { layoutLimits, problemCounts, problemLines, readSource } from "../workspace/ImportSource.js"
import { runningBase } from "../workspace/RunningServers.js"
import { inAnyWorkspace, inWorkspace, type WorkspaceServices } from "../workspace/Workspace.js"

interface Where {
  readonly space: string | undefined
  readonly organization: string | undefined
  readonly title: string | undefined
}

const counted = (count: number): string => (count === 1 ? "1 problem" : `${count} problems`)

/** Prints the result of an import, the address where it is served, and the id of the space. */
const told = Effect.fnUntraced(function* (settings: Settings, source: string, { id, title }: Space, counts: string) {
  yield* note(`Imported ${source} into ${title}: ${counts}`)
  const base = runningBase(settings)
  yield* note(base === undefined ? "lectern start serves it." : `It is served at ${base}/v1/spaces/${id}`)
  yield* note("The space's id:")
  yield* print(id)
})

/** Replaces the content of a space by that of a folder, an archive or a document. */
const takeFolder = (
  source: string,
  { problems, title: named, tree }: Effect.Effect.Success<ReturnType<typeof readSource>>,
  { organization, space, title }: Where,
  asJson: boolean,
  settings: Settings
) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const sync = yield* ContentSync
    const existing = space === undefined ? undefined : yield* spaces.get(SpaceId.make(space))
    const owner = existing === undefined ? (yield* chooseOrganization(organization)).id : existing.organization
    const { space: target, ...result } = yield* withProgress("Importing", (report) =>
      existing === undefined
        ? sync.create(owner, { title: title ?? named }, tree, report)
        : Effect.map(sync.apply(existing.id, tree, report), (done) => ({ ...done, space: existing }))
    )
    if (asJson) return yield* printJson({ space: target.id, ...result, problems })
    for (const line of problemLines(problems)) yield* note(line)
    const counts = `${result.inserted} added, ${result.updated} changed, ${result.removed} removed`
    yield* told(settings, source, target, `${counts}; ${problemCounts(problems)}.`)
  })

/** Prints the differences from the previous import of the same address. */
const tellChanges = Effect.fnUntraced(function* ({ added, changed, pages, removed, since, unchanged }: ImportChanges) {
  for (const { address, change } of pages) yield* note(`${change}: ${address}`)
  const differing = added + changed + removed
  if (differing > pages.length) yield* note(`and ${differing - pages.length} more`)
  const counts = `${added} pages added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`
  yield* note(`Since the import of ${since.slice(0, 10)}: ${counts}.`)
})

/** Appends the content of an address to a space. */
const takeAddress = (
  url: string,
  source: ImportSource,
  { organization, space, title }: Where,
  asJson: boolean,
  settings: Settings
) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const existing = space === undefined ? undefined : yield* spaces.get(SpaceId.make(space))
    const owner = existing === undefined ? (yield* chooseOrganization(organization)).id : existing.organization
    const { changes, problems, target, ...result } = yield* importAddress({ url, source }, existing, owner, title)
    if (asJson)
      return yield* printJson({ space: target.id, ...result, problems, ...(changes !== undefined && { changes }) })
    for (const problem of problems) yield* note(`warning: ${problem}`)
    if (changes !== undefined) yield* tellChanges(changes)
    const counts = `${result.importedResources} of ${result.totalResources} pages and files`
    yield* told(settings, url, target, `${counts}; ${counted(problems.length)}.`)
  })

/**
 * `lectern import <folder|file|address>`: exit code 0 even if problems were reported, since everything else was
 * imported.
 */
export const importCommand: Handler<"import"> = ({ from, json, organization, source: kind, space, title }, settings) =>
  Effect.gen(function* () {
    const where = { space, organization, title }
    // A workspace is created only for an import into a new space.
    const running = <E>(work: Effect.Effect<void, E, WorkspaceServices | Actor>, outside = {}) =>
      space === undefined && organization === undefined
        ? inAnyWorkspace(settings, inFurnished(settings, work), outside)
        : inWorkspace(settings, work, outside)
    if (isAddress(from)) {
      const { outsideWorld } = yield* Effect.promise(() => import("../workspace/OutsideWorld.js"))
      return yield* running(takeAddress(from, kind ?? "website", where, json, settings), outsideWorld(settings))
    }
    if (kind !== undefined) return yield* new WrongUsage({ message: "--source only applies to an address" })
    const read = yield* readSource(from, layoutLimits(settings))
    yield* running(takeFolder(from, read, where, json, settings))
  })
