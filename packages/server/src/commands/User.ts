/** `lectern user add` */

import { parser } from "@lectern/core/internal/foundation/schema/Input"
import { Members } from "@lectern/core/members/Members"
import { organizationLock } from "@lectern/core/storage/Locks"
import { Storage } from "@lectern/core/storage/Storage"
import { CreateUser } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { note, print, printJson } from "../output/Output.js"
import { chooseOrganization } from "../workspace/ChooseOrganization.js"
import { inWorkspace } from "../workspace/Workspace.js"

const parseUser = parser(CreateUser)

/** `lectern user add` */
export const add: Handler<"user add"> = ({ email, json, name, organization, role }, settings) =>
  Effect.gen(function* () {
    const level = role === "guest" ? null : role
    const input = yield* parseUser({ email, displayName: name })
    yield* inWorkspace(
      settings,
      Effect.gen(function* () {
        const target = yield* chooseOrganization(organization)
        const storage = yield* Storage
        const user = yield* storage.transaction(
          Effect.gen(function* () {
            const created = yield* Effect.flatMap(Users, (users) => users.create(input))
            yield* Effect.flatMap(Members, (members) => members.add(target.id, created.id, level))
            return created
          }),
          [organizationLock(target.id)]
        )
        if (json) return yield* printJson({ user, organization: target.id, role: level })
        yield* note(`Added ${input.displayName} to ${target.title} as ${role}. The user's id:`)
        yield* print(user.id)
      })
    )
  })
