/** The rows of one-time links. */
import * as Schema from "effect/Schema"
import { ofServer, person } from "../../storage/rows/Audited.js"
import { auditedRow, hash, id, ignored, shown, time, to } from "../../storage/rows/RowDeclaration.js"
import type { OneTimeLinkRecord } from "./OneTimeLink.js"

const user = to("user", "users")
const ofUser = { references: (each: { readonly user: string }) => [user(each.user)] }

/** The rows of the table `one_time_links`. */
export const oneTimeLinks = auditedRow<OneTimeLinkRecord>("one-time-link")({
  target: person("account", ({ user }) => user),
  organization: ofServer,
  isOver: ({ expiresAt }, time) => expiresAt <= time,
  fields: {
    hash: ignored(hash),
    user: ignored(id),
    purpose: shown(Schema.Literal("invitation", "set-up", "reset")),
    createdAt: ignored(time),
    expiresAt: ignored(time)
  },
  ...ofUser
})
