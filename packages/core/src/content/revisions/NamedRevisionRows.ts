/** The rows of named revisions. */
import * as Effect from "effect/Effect"
import { optional } from "../../foundation/schema/Input.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import { itself } from "../../storage/rows/Audited.js"
import { emitting } from "../../storage/rows/Emits.js"
import { auditedRow, count, id, ignored, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import type { NamedRevisionRecord } from "./NamedRevision.js"

const revision = to("revision", "revisions")
const space = to("space", "spaces")

/** The rows of the table `named_revisions`. */
export const namedRevisions = auditedRow<NamedRevisionRecord>("named-revision")({
  target: itself("revision", ({ name, revision }) => ({ id: revision, title: name })),
  organization: (named, look) =>
    Effect.map(look("spaces", named.space), (found) => (found as SpaceRecord | undefined)?.organization),
  emits: emitting(
    { created: "space_updated", updated: "space_updated", deleted: "space_updated" },
    ["name", "description"],
    ({ space }) => ({ space, subject: { object: "space", id: space } })
  ),
  fields: {
    revision: ignored(id),
    space: shown(id),
    line: ignored(id),
    sequence: ignored(count),
    name: shown(text),
    description: shown(optional(text)),
    by: ignored(optional(id)),
    at: ignored(text)
  },
  references: (named) => [revision(named.revision), space(named.space)]
})
