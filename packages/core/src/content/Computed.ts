/** Pages that are computed: from an OpenAPI specification, one page for each of its tags. */
import * as Schema from "effect/Schema"
import { Text, text } from "../schema/Text.js"

/** The specification that a page is computed from, by its slug in the organization of the space. */
const Dependencies = Schema.Struct({
  spec: Schema.Struct({ ref: Schema.Struct({ kind: Schema.Literal("openapi"), spec: Text }) })
})

/** How a page is computed. On a page that has been, `props` say which part of the specification it has. */
export const Computed = Schema.Struct({
  type: Schema.Literal("builtin:openapi"),
  dependencies: Dependencies,
  props: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.Boolean, Schema.Number, Text) })
}).annotations({ identifier: "Computed" })
/** @see {@link Computed} */
export type Computed = typeof Computed.Type

/** What a page is computed from, as it is given: `models` adds a page of the schemas; other properties are kept. */
export const ComputedInput = Schema.Struct({
  type: Computed.fields.type,
  dependencies: Schema.Struct({
    spec: Schema.Struct({ ref: Schema.Struct({ kind: Schema.Literal("openapi"), spec: text(1, 100) }) })
  }),
  props: Schema.Struct(
    { models: Schema.optionalWith(Schema.Boolean, { exact: true }) },
    { key: text(1, 64), value: Schema.Union(Schema.Boolean, Schema.Number, text(0, 256)) }
  ).pipe(
    Schema.filter((props) => Object.keys(props).length <= 20 || "expected at most 20 properties"),
    Schema.optionalWith({ exact: true, default: () => ({}) })
  )
})

/** The slug of the specification that a page is computed from. */
export const specOf = ({ dependencies }: Computed): string => dependencies.spec.ref.spec
