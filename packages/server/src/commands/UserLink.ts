/** `lectern user link` */
import { Accounts } from "@lectern/core/accounts/Accounts"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { note, print, printJson } from "../output/Output.js"
import { administratorEmail, chooseUser } from "../workspace/ChooseUser.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** `lectern user link`: the link, alone, on stdout. */
export const link: Handler<"user link"> = ({ administrator, json, user }, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const id = yield* chooseUser(user)
      const accounts = yield* Accounts
      const isFirst = user === undefined || user.toLowerCase() === administratorEmail
      const created = yield* accounts.createLink(id, { administrator: administrator || isFirst })
      if (json) return yield* printJson(created)
      yield* note(`The link works once, until ${created.expiresAt}:`)
      yield* print(created.url)
    })
  )
