/** `lectern access explain` */
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { AccessExplanations } from "@lectern/core/access/AccessExplanations"
import type { Content } from "@lectern/core/internal/access/Policy"
import { Effect } from "effect"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { explanationText } from "../output/AccessText.js"
import { WrongUsage } from "../output/Failures.js"
import { print, printJson } from "../output/Output.js"
import { chooseOrganization, chooseUser } from "../workspace/Choices.js"
import { inWorkspace } from "../workspace/Workspace.js"
import { json, text } from "./Shared.js"

interface Named {
  readonly space: string | undefined
  readonly collection: string | undefined
  readonly site: string | undefined
}

const contentOf = ({ space, collection, site }: Named): Effect.Effect<Content, WrongUsage> => {
  const named: ReadonlyArray<Content> = [
    ...(space === undefined ? [] : [{ kind: "space", id: space } as const]),
    ...(collection === undefined ? [] : [{ kind: "collection", id: collection } as const]),
    ...(site === undefined ? [] : [{ kind: "site", id: site } as const])
  ]
  const [only, another] = named
  if (only !== undefined && another === undefined) return Effect.succeed(only)
  return new WrongUsage({ message: "name one thing, with --space, --collection or --site" })
}

const explain = Command.make(
  "explain",
  {
    ...workspaceFlags,
    user: Options.text("user").pipe(Options.withDescription("Id or e-mail address of the member.")),
    space: text("space", "Id of the space."),
    collection: text("collection", "Id of the collection."),
    site: text("site", "Id of the site."),
    organization: text("organization", "Id of the organization (default: the only one)."),
    json
  },
  ({ user, space, collection, site, organization, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      const content = yield* contentOf({ space, collection, site })
      yield* inWorkspace(
        settings,
        Effect.gen(function* () {
          const { id } = yield* chooseOrganization(organization)
          const member = yield* chooseUser(user)
          const explanation = yield* Effect.flatMap(AccessExplanations, (service) =>
            service.explain(id, member, content)
          )
          yield* json ? printJson(explanation) : print(explanationText(explanation))
        })
      )
    })
).pipe(Command.withDescription("Tells which level a member has on something, and which rule decides it."))

/** `lectern access` with its subcommands. */
export const access = Command.make("access").pipe(
  Command.withDescription("Who may do what: explain."),
  Command.withSubcommands([explain])
)
