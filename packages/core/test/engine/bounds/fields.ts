/** The parts of a table of bounds, and the values that try each bound. */
import type { Invalid } from "@lectern/core/errors/Errors"
import { parser } from "@lectern/core/foundation/schema/Input"
import { type Effect, Option, type Schema, SchemaAST } from "effect"

/** A text of `min` to `max` characters: `spell` makes one of a length where not every text will do. */
export interface TextField {
  readonly kind: "text"
  readonly min: number
  readonly max: number
  readonly nullable?: true
  readonly spell?: (length: number) => string
  /** Whether it also takes text that a storage could not keep. */
  readonly anything?: true
}
/** One of some values, all of them listed. */
export interface ChoiceField {
  readonly kind: "choice"
  readonly values: ReadonlyArray<string>
  readonly nullable?: true
}
/**
 * A text with a form: examples that have it, and examples that do not. With `scalars`, numbers and booleans fit too.
 */
export interface FormField {
  readonly kind: "form"
  readonly scalars?: true
  readonly accepted: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
  readonly nullable?: true
}
/** An integer from `min` to `max`. */
export interface IntegerField {
  readonly kind: "integer"
  readonly min: number
  readonly max: number
}
/** `min` to `max` items, made by `item`. */
export interface ItemsField {
  readonly kind: "items"
  readonly min: number
  readonly max: number
  readonly item: (index: number) => unknown
}
/** A field with bounds. */
export type Field = TextField | ChoiceField | FormField | IntegerField | ItemsField

/** An input: the fields that it needs in addition to the tried one, and its fields with bounds, by path. */
export interface Subject {
  readonly name: string
  /** The name of its Schema in the API's document, if it has one. */
  readonly identifier: string | undefined
  readonly parse: (input: unknown) => Effect.Effect<unknown, Invalid>
  readonly rest: object
  readonly fields: Readonly<Record<string, Field | ReadonlyArray<Field>>>
}

/** An input as its Schema takes it. */
export const subject = <A, I>(
  name: string,
  schema: Schema.Schema<A, I>,
  fields: Subject["fields"],
  rest: object = {}
): Subject => ({
  name,
  identifier: Option.getOrUndefined(SchemaAST.getIdentifierAnnotation(schema.ast)),
  parse: parser(schema),
  rest,
  fields
})

/** @see {@link TextField} */
export const text = (min: number, max: number, spell?: TextField["spell"]): TextField => ({
  kind: "text",
  min,
  max,
  ...(spell !== undefined && { spell })
})
/** @see {@link ChoiceField} */
export const choice = (...values: ReadonlyArray<string>): ChoiceField => ({ kind: "choice", values })
/** @see {@link FormField} */
export const form = (accepted: ReadonlyArray<string>, refused: ReadonlyArray<string>): FormField => ({
  kind: "form",
  accepted,
  refused
})
/** A {@link FormField} that numbers and booleans also fit. */
export const scalar = (field: FormField): FormField => ({ ...field, scalars: true })
/** @see {@link IntegerField} */
export const integer = (min: number, max: number): IntegerField => ({ kind: "integer", min, max })
/** @see {@link ItemsField} */
export const items = (min: number, max: number, item: ItemsField["item"]): ItemsField => ({
  kind: "items",
  min,
  max,
  item
})
/** The same field, which `null` also fits. */
export const nullable = <F extends TextField | ChoiceField | FormField>(field: F): F => ({ ...field, nullable: true })

/** Characters that count differently in bytes, in UTF-16 units, as code points and as readers see them. */
export const alphabets = ["a", "é", "語", "😀", "e\u0301", "👩‍👩‍👧"] as const

/** A text of exactly so many characters (code points), from an alphabet. */
export const spelled = (alphabet: string, length: number): string => {
  const characters = [...alphabet]
  return Array.from({ length }, (_, index) => characters[index % characters.length]).join("")
}

/** An https address of exactly so many characters. */
export const address = (length: number): string => `https://example.com/${spelled("é😀", length - 20)}`

/** A value for a field, and its problem: none, or the message of the error. */
export interface Trial {
  readonly value: unknown
  readonly says?: RegExp
}

const quoted = (value: number) => new RegExp(`got ${value}$`)

const trialsOfText = ({ anything, max, min, spell }: TextField): ReadonlyArray<Trial> => {
  const spellings = spell === undefined ? alphabets.map((alphabet) => (n: number) => spelled(alphabet, n)) : [spell]
  return [
    ...spellings.flatMap((of) => [
      { value: of(min) },
      { value: of(max) },
      { value: of(max + 1), says: quoted(max + 1) },
      ...(min > 0 && spell === undefined ? [{ value: of(min - 1), says: quoted(min - 1) }] : [])
    ]),
    ...["\u0000", "\ud83d"].map((odd) => ({
      value: `${spelled("a", min)}${odd}`,
      ...(anything === undefined && { says: /NUL characters and lone surrogates/ })
    }))
  ]
}

/** The trials of a field: at, under and over each bound, and values of the wrong type. */
export const trialsOf = (field: Field): ReadonlyArray<Trial> => {
  const wrong = [field.kind === "integer" ? "7" : 7, { long: spelled("😀", 1000) }, true].map((value) => ({
    value,
    says: /expected/
  }))
  switch (field.kind) {
    case "text":
      return [...trialsOfText(field), ...wrong, nothing(field)]
    case "choice":
      return [
        ...field.values.map((value) => ({ value })),
        ...["", "another", spelled("a😀", 1000), field.values[0]?.toUpperCase(), ` ${field.values[0]}`].map(
          (value) => ({ value, says: /./ })
        ),
        ...wrong,
        nothing(field)
      ]
    case "form":
      return [
        ...field.accepted.map((value) => ({ value })),
        ...field.refused.map((value) => ({ value, says: /expected/ })),
        ...wrong.map((trial) => (field.scalars && typeof trial.value !== "object" ? { value: trial.value } : trial)),
        nothing(field)
      ]
    case "integer":
      return [
        { value: field.min },
        { value: field.max },
        ...[field.min - 1, field.max + 1, field.min + 0.5, Number.NaN].map((value) => ({ value, says: /expected/ })),
        ...wrong
      ]
    case "items":
      return [
        { value: Array.from({ length: field.min }, (_, index) => field.item(index)) },
        { value: Array.from({ length: field.max }, (_, index) => field.item(index)) },
        { value: Array.from({ length: field.max + 1 }, (_, index) => field.item(index)), says: /expected/ },
        ...(field.min > 0 ? [{ value: [], says: /expected/ }] : []),
        ...wrong
      ]
  }
}

const nothing = ({ nullable }: { readonly nullable?: true }): Trial =>
  nullable === undefined ? { value: null, says: /expected/ } : { value: null }

/** A copy of an input with another value at a path such as `changes.0.title`. */
export const put = (input: unknown, path: string, value: unknown): unknown => {
  const [key = "", ...below] = path.split(".")
  const inner = (from: unknown) => (below.length === 0 ? value : put(from, below.join("."), value))
  if (Array.isArray(input)) return input.map((item, index) => (String(index) === key ? inner(item) : item))
  const object: Readonly<Record<string, unknown>> = { ...(input as object | undefined) }
  return { ...object, [key]: inner(object[key]) }
}
