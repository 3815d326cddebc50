/** `lectern user erase` */
import { Accounts } from "@lectern/core/accounts/Accounts"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { note, printJson } from "../output/Output.js"
import { chooseUser } from "../workspace/ChooseUser.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** `lectern user erase`: only with `--yes`, since it cannot be undone. */
export const erase: Handler<"user erase"> = ({ json, user, yes }, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const id = yield* chooseUser(user)
      const { displayName, email } = yield* accounts.get(id)
      const whom = email === undefined ? displayName : `${displayName}, ${email}`
      if (yes) yield* accounts.erase(id)
      if (json) return yield* printJson({ user: id, displayName, ...(email !== undefined && { email }), erased: yes })
      yield* note(yes ? `Erased ${whom}.` : `This would erase ${whom}. Add --yes to do it.`)
    })
  )
