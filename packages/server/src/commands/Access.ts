/** `lectern access explain` */
import { AccessExplanations } from "@lectern/core/access/AccessExplanations"
import type { Content } from "@lectern/core/internal/people/access/Policy"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { explanationText } from "../output/AccessText.js"
import { WrongUsage } from "../output/Failures.js"
import { print, printJson } from "../output/Output.js"
import { chooseOrganization } from "../workspace/ChooseOrganization.js"
import { chooseUser } from "../workspace/ChooseUser.js"
import { inWorkspace } from "../workspace/Workspace.js"

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

/** `lectern access explain` */
export const explain: Handler<"access explain"> = ({ collection, json, organization, site, space, user }, settings) =>
  Effect.flatMap(contentOf({ space, collection, site }), (content) =>
    inWorkspace(
      settings,
      Effect.gen(function* () {
        const { id } = yield* chooseOrganization(organization)
        const member = yield* chooseUser(user)
        const explanation = yield* Effect.flatMap(AccessExplanations, (service) => service.explain(id, member, content))
        yield* json ? printJson(explanation) : print(explanationText(explanation))
      })
    )
  )
