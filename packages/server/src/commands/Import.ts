/** `lectern import` */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import type { LayoutLimits } from "@lectern/core/git-layout/Folder"
import { ImportSource } from "@lectern/core/imports/Importer"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect, Option } from "effect"
import { fetchingFlags, settingsOf } from "../config/ConfigFlags.js"
import { WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { withProgress } from "../output/Progress.js"
import { chooseOrganization } from "../workspace/Choices.js"
import { importAddress, isAddress } from "../workspace/ImportAddress.js"
import { layoutLimits, problemText, readSource, titleOf } from "../workspace/ImportSource.js"
import { inWorkspace } from "../workspace/Workspace.js"
import { json, text } from "./Shared.js"

interface Where {
  readonly space: string | undefined
  readonly organization: string | undefined
  readonly title: string | undefined
}

const counted = (count: number): string => (count === 1 ? "1 problem" : `${count} problems`)

/** Makes the content of a space that of a folder or archive. */
const takeFolder = (source: string, { organization, space, title }: Where, asJson: boolean, limits: LayoutLimits) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const sync = yield* ContentSync
    const existing = space === undefined ? undefined : yield* spaces.get(SpaceId.make(space))
    const { tree, problems } = yield* readSource(source, limits)
    const owner = existing === undefined ? (yield* chooseOrganization(organization)).id : existing.organization
    const { space: target, ...result } = yield* withProgress("Importing", (report) =>
      existing === undefined
        ? sync.create(owner, { title: title ?? titleOf(source) }, tree, report)
        : Effect.map(sync.apply(existing.id, tree, report), (done) => ({ ...done, space: existing }))
    )
    if (asJson) return yield* printJson({ space: target.id, ...result, problems })
    for (const problem of problems) yield* note(problemText(problem))
    const counts = `${result.inserted} added, ${result.updated} changed, ${result.removed} removed`
    yield* note(`Imported ${source} into ${target.title}: ${counts}; ${counted(problems.length)}. The space's id:`)
    yield* print(target.id)
  })

/** Appends what an address holds to a space. */
const takeAddress = (url: string, source: ImportSource, { organization, space, title }: Where, asJson: boolean) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces
    const existing = space === undefined ? undefined : yield* spaces.get(SpaceId.make(space))
    const owner = existing === undefined ? (yield* chooseOrganization(organization)).id : existing.organization
    const { problems, target, ...result } = yield* importAddress({ url, source }, existing, owner, title)
    if (asJson) return yield* printJson({ space: target.id, ...result, problems })
    for (const problem of problems) yield* note(`warning: ${problem}`)
    const counts = `${result.importedResources} of ${result.totalResources} pages and files`
    yield* note(`Imported ${url} into ${target.title}: ${counts}; ${counted(problems.length)}. The space's id:`)
    yield* print(target.id)
  })

/** `lectern import <folder|zip|address>`: exit 0 also where problems were reported, since all else was imported. */
export const importCommand = Command.make(
  "import",
  {
    ...fetchingFlags,
    source: Args.text({ name: "folder|zip|address" }).pipe(
      Args.withDescription("A folder of markdown, a zip archive of one, or an http or https address.")
    ),
    kind: Options.choice("source", ImportSource.literals).pipe(
      Options.withDescription("What an address holds (default: website)."),
      Options.optional,
      Options.map(Option.getOrUndefined)
    ),
    space: text("space", "Id of the space to update (default: a new space)."),
    organization: text("organization", "Id of the organization of a new space (default: the only one)."),
    title: text("title", "Title of a new space (default: the name of the folder, or the host)."),
    json
  },
  ({ source, kind, space, organization, title, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      const where = { space, organization, title }
      if (isAddress(source)) {
        const { outsideWorld } = yield* Effect.promise(() => import("../workspace/OutsideWorld.js"))
        const taking = takeAddress(source, kind ?? "website", where, json)
        return yield* inWorkspace(settings, taking, outsideWorld(settings))
      }
      if (kind !== undefined) return yield* new WrongUsage({ message: "--source is for an address" })
      yield* inWorkspace(settings, takeFolder(source, where, json, layoutLimits(settings)))
    })
).pipe(
  Command.withDescription(
    "Imports a folder of markdown as a new space, or updates one by a single revision; appends what an address holds."
  )
)
