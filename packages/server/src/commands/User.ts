/** `lectern user add` */
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { Role, type RoleOrGuest } from "@lectern/core/access/Role"
import { parser } from "@lectern/core/internal/schema/Input"
import { Members } from "@lectern/core/members/Members"
import { Storage } from "@lectern/core/storage/Storage"
import { CreateUser } from "@lectern/core/users/User"
import { Users } from "@lectern/core/users/Users"
import { Effect, Schema } from "effect"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { chooseOrganization } from "../workspace/Choices.js"
import { inWorkspace } from "../workspace/Workspace.js"
import { json, text } from "./Shared.js"

const parseUser = parser(CreateUser)
const isRole = Schema.is(Role)

const roleOf = (role: string): Effect.Effect<RoleOrGuest, WrongUsage> => {
  if (role === "guest") return Effect.succeed(null)
  if (isRole(role)) return Effect.succeed(role)
  const expected = [...Role.literals, "guest"].join(", ")
  return new WrongUsage({ message: `--role: expected one of ${expected}, got ${JSON.stringify(role)}` })
}

const add = Command.make(
  "add",
  {
    ...workspaceFlags,
    email: Options.text("email").pipe(Options.withDescription("The user's e-mail address.")),
    name: Options.text("name").pipe(Options.withDescription("The user's name, as shown.")),
    organization: text("organization", "Id of the organization to join (default: the only one)."),
    role: Options.text("role").pipe(
      Options.withDefault("read"),
      Options.withDescription("Role in it: admin, create, review, edit, comment, read (default) or guest.")
    ),
    json
  },
  ({ email, name, organization, role, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      const level = yield* roleOf(role)
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
            })
          )
          if (json) return yield* printJson({ user, organization: target.id, role: level })
          yield* note(`Added ${input.displayName} to ${target.title} as ${role}. The user's id:`)
          yield* print(user.id)
        })
      )
    })
).pipe(Command.withDescription("Makes a user and adds it to an organization."))

/** `lectern user` with its subcommands. */
export const user = Command.make("user").pipe(Command.withDescription("Users: add."), Command.withSubcommands([add]))
