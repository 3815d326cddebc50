/** Matches resources with filters. */
import type { Attribute } from "./ScimAttributes.js"
import type { AttributePath, Comparison, Filter, Operand } from "./ScimFilter.js"

/** A resource, or a value of one of its attributes, under the names of its attributes. */
export type Plain = Readonly<Record<string, unknown>>

/** Whether something is a JSON object. */
export const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const listOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** The values at a path; for an attribute with parts, its parts named `value`. */
const valuesAt = (resource: Plain, { attribute, part }: AttributePath): ReadonlyArray<unknown> => {
  const values = listOf(resource[attribute.name])
  if (attribute.subAttributes === undefined) return values
  const name = part?.name ?? "value"
  return values.flatMap((each) => (isPlain(each) ? listOf(each[name]) : []))
}

const typeAt = ({ attribute, part }: AttributePath): Attribute =>
  part ?? attribute.subAttributes?.find(({ name }) => name === "value") ?? attribute

const isEqual = (value: unknown, to: Operand, attribute: Attribute): boolean =>
  typeof value === "string" && typeof to === "string" && attribute.caseExact !== true
    ? value.toLowerCase() === to.toLowerCase()
    : value === to

/** The two operands of an ordering: times as numbers, strings without case unless it is significant. */
const ordered = (
  value: string,
  to: string,
  { caseExact, type }: Attribute
): readonly [string | number, string | number] =>
  type === "dateTime"
    ? [Date.parse(value), Date.parse(to)]
    : caseExact === true
      ? [value, to]
      : [value.toLowerCase(), to.toLowerCase()]

const textTests: Readonly<
  Record<Exclude<Comparison, "eq" | "ne">, (value: string | number, to: string | number) => boolean>
> = {
  co: (value, to) => String(value).includes(String(to)),
  sw: (value, to) => String(value).startsWith(String(to)),
  ew: (value, to) => String(value).endsWith(String(to)),
  gt: (value, to) => value > to,
  ge: (value, to) => value >= to,
  lt: (value, to) => value < to,
  le: (value, to) => value <= to
}

const compares = (values: ReadonlyArray<unknown>, by: Comparison, to: Operand, attribute: Attribute): boolean => {
  const equal = to === null ? values.length === 0 : values.some((value) => isEqual(value, to, attribute))
  if (by === "eq") return equal
  if (by === "ne") return !equal
  return values.some(
    (value) => typeof value === "string" && typeof to === "string" && textTests[by](...ordered(value, to, attribute))
  )
}

/** Whether a filter matches a resource. */
export const matches = (filter: Filter, resource: Plain): boolean => {
  switch (filter.kind) {
    case "compare":
      return compares(valuesAt(resource, filter.path), filter.by, filter.to, typeAt(filter.path))
    case "present": {
      const { attribute, part } = filter.path
      return part === undefined
        ? listOf(resource[attribute.name]).length > 0
        : valuesAt(resource, filter.path).length > 0
    }
    case "and":
      return filter.filters.every((each) => matches(each, resource))
    case "or":
      return filter.filters.some((each) => matches(each, resource))
    case "not":
      return !matches(filter.filter, resource)
    case "some":
      return listOf(resource[filter.attribute.name]).some((each) => isPlain(each) && matches(filter.filter, each))
  }
}
