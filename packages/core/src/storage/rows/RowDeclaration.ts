/**
 * The declaration of a table's rows, in a file beside the table (`OrganizationRow.ts`): each field of its values once, with
 * its schema and the content of audit events about it, and what must hold for every row.
 */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"
import type { Audited, Audits } from "./Audited.js"
import type { Emits } from "./Emits.js"

/** An id of any kind; its target is declared as a {@link Reference}. */
export const id = Schema.String

/** Any text. */
export const text = Schema.String

/** A number of items. */
export const count = Schema.Number

/** A time, in milliseconds since 1970. */
export const time = Schema.Number

/** A SHA-256 in hexadecimal. */
export const hash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))

/**
 * A reference from a row to a row of the table of this name: `what` names it in a finding; `key` has the leading values
 * of the key, or of `index`.
 */
export interface Reference {
  readonly what: string
  readonly table: string
  readonly key: ReadonlyArray<string | number | null>
  readonly index?: string
}

/** A reference to the row with this key. */
export const to =
  (what: string, table: string, index?: string) =>
  (...key: Reference["key"]): Reference => ({ what, table, key, ...(index !== undefined && { index }) })

/** What must hold for each row, in addition to the schemas of its fields. */
interface Conditions<in A extends object> {
  /** Which changes of its rows are events; none when absent. The table says that there are some, with `emits`. */
  readonly emits?: Emits<A>
  readonly references?: (value: A) => ReadonlyArray<Reference | undefined>
  /** Further problems of a value by itself. */
  readonly problem?: (value: A) => string | undefined
}

/** The declaration of a table's rows. */
export interface RowDeclaration<in A extends object = never> extends Conditions<A> {
  /** The schemas of the fields. */
  readonly fields: Schema.Struct.Fields
  /** How changes of its rows are events of the audit trail; absent if they are none. */
  readonly audited?: Audited<A>
}

/** The declaration of the rows of a table whose changes are events. */
export interface AuditedRow<in A extends object = never> extends RowDeclaration<A> {
  readonly audited: Audited<A>
}

/** The values of a field, where it has any. */
type ValueOf<S extends Schema.Struct.Field> =
  Schema.Struct.Type<{ readonly field: S }> extends { readonly field?: infer V } ? Exclude<V, undefined> : never

/** A field of an audited table: its schema, and the content of events about it. */
export interface AuditedField<S extends Schema.Struct.Field, W extends Audits<never> = Audits<never>> {
  readonly schema: S
  readonly audits: W
}

const auditing =
  <const W extends Audits<never>>(audits: W) =>
  <S extends Schema.Struct.Field>(schema: S): AuditedField<S, W> => ({ schema, audits })

/** A field whose values are in events. */
export const shown = auditing("shown")

/** A field whose changes are in events, but not its values, because they are secret. */
export const secret = auditing("secret")

/** A field whose changes are in events, but not its values, because they are about a person. */
export const personal = auditing("personal")

/** A field whose changes are not in events. */
export const ignored = auditing("ignored")

/** A field of which events have the result of `show` for its values. */
export const shownAs = <S extends Schema.Struct.Field>(
  schema: S,
  show: (value: ValueOf<S>) => unknown
): AuditedField<S, (value: ValueOf<S>) => unknown> => ({ schema, audits: show })

/** The names of all fields that a record may have. */
type Keys<A> = A extends unknown ? keyof A : never

/** The type of a field's values. */
type Held<A, K> = A extends unknown ? (K extends keyof A ? A[K] : undefined) : never

/** A type as a schema of stored JSON has it: an id is any text. */
type Plain<A> = unknown extends A
  ? A
  : A extends string
    ? A extends Brand.Brand<string>
      ? string
      : A
    : A extends ReadonlyArray<infer E>
      ? ReadonlyArray<Plain<E>>
      : A extends object
        ? { readonly [K in keyof A]: Plain<A[K]> }
        : A

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/**
 * The schemas `F` if they are exactly those of the fields of a record: a missing field, one that the record does not
 * have, and one of another type do not compile.
 */
type Exactly<A, F extends Schema.Struct.Fields> = {
  readonly [K in Keys<A> | keyof F]: K extends keyof F
    ? K extends Keys<A>
      ? Same<Plain<Held<A, K>>, Plain<Held<Schema.Struct.Type<F>, K>>> extends true
        ? F[K]
        : Schema.Schema<Plain<Held<A, K>>>
      : never
    : Schema.Schema<Plain<Held<A, K>>>
}

type AuditedFields = Readonly<Record<string, AuditedField<Schema.Struct.Field>>>
type SchemasOf<F extends AuditedFields> = { readonly [K in keyof F]: F[K]["schema"] }

/** The fields `F` if their schemas are exactly those of a record, and events can have their values. */
type ExactlyAudited<A, F extends AuditedFields> = {
  readonly [K in Keys<A> | keyof F]: {
    readonly schema: Exactly<A, SchemasOf<F>>[K]
    readonly audits: Audits<Exclude<Held<A, K>, undefined>>
  }
}

/** Declares the rows of a table whose changes are events; `kind` is the first word of their actions. */
export const auditedRow =
  <A extends object>(kind: string) =>
  <F extends AuditedFields>({
    emits,
    fields,
    problem,
    references,
    ...how
  }: Omit<Audited<A>, "kind" | "fields"> &
    Conditions<A> & { readonly fields: F & ExactlyAudited<A, F> }): AuditedRow<A> => {
    const declared = Object.entries<AuditedField<Schema.Struct.Field>>(fields)
    return {
      fields: Object.fromEntries(declared.map(([name, { schema }]) => [name, schema])),
      audited: { ...how, kind, fields: Object.fromEntries(declared.map(([name, { audits }]) => [name, audits])) },
      ...(emits !== undefined && { emits }),
      ...(problem !== undefined && { problem }),
      ...(references !== undefined && { references })
    }
  }

/** Declares the rows of a table whose changes are not events. */
export const rowOf =
  <A extends object>() =>
  <F extends Schema.Struct.Fields>(
    declared: Conditions<A> & { readonly fields: F & Exactly<A, F> }
  ): RowDeclaration<A> =>
    declared
