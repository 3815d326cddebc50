/** Pages that are computed: from an OpenAPI specification, one page for each of its tags. */
import * as Schema from "effect/Schema"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text } from "../../foundation/schema/Text.js"

/**
 * The dependency of a page on the specification that it is computed from, by the slug of that in the organization of
 * the space.
 */
const dependenciesBy = (slug: Schema.Schema<string>) =>
  Schema.Struct({
    spec: described(
      Schema.Struct({
        ref: described(
          Schema.Struct({
            kind: Schema.Literal("openapi"),
            spec: described(slug, "The slug of the specification in the organization of the space.")
          }),
          "Refers to the specification."
        )
      }),
      "The specification that the page needs."
    )
  })

/**
 * The source and parameters of a computed page. On the computed pages themselves, `props` identify the part of the
 * specification that each one shows.
 */
export const Computed = Schema.Struct({
  type: described(Schema.Literal("builtin:openapi"), "The computation; `builtin:openapi` is the only one."),
  dependencies: described(dependenciesBy(Text), "What the page is computed from."),
  props: described(
    Schema.Record({ key: Schema.String, value: Schema.Union(Schema.Boolean, Schema.Number, Text) }),
    "Settings of the computation. On a page that was computed they say which part of the specification it shows."
  )
}).annotations({
  identifier: "Computed",
  description: "How a page is computed: from an OpenAPI specification, with one page for each of its tags."
})
/** @see {@link Computed} */
export type Computed = typeof Computed.Type

/**
 * Settings of a computation. Their type does not name `models`, since an optional property beside an index signature is an
 * error for programs without `exactOptionalPropertyTypes`.
 */
const Settings: Schema.Schema<{ readonly [name: string]: boolean | number | string }> = Schema.Struct(
  {
    models: optional(
      Schema.Boolean,
      "Whether to add a page with the schemas. Up to 20 further settings are kept as they are."
    )
  },
  { key: text(1, 64), value: Schema.Union(Schema.Boolean, Schema.Number, text(0, 256)) }
)

/** The input of a computed page: `models` adds a page for the schemas; other properties are kept. */
export const ComputedInput = Schema.Struct({
  type: Computed.fields.type,
  dependencies: dependenciesBy(text(1, 100)).annotations({
    jsonSchema: { description: "What to compute the page from." }
  }),
  props: Settings.pipe(
    Schema.filter((props) => Object.keys(props).length <= 20 || "expected at most 20 properties"),
    Schema.optionalWith({ exact: true, default: () => ({}) }),
    (props) => props.annotations({ description: "Settings of the computation; none when omitted." })
  )
}).annotations(named("ComputedInput", "What to compute a page from."))

/** The slug of the specification that a page is computed from. */
export const specOf = ({ dependencies }: Computed): string => dependencies.spec.ref.spec
