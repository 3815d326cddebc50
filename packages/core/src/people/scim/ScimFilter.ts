/** Filters of lists and paths of patches: the grammar of RFC 7644, within limits of length and depth. */
import * as Either from "effect/Either"
import { Invalid } from "../../foundation/errors/Errors.js"
import { type Attribute, attributeNamed, attributesOf, type ResourceKind, withoutSchema } from "./ScimAttributes.js"

/** The comparison operators. */
const comparisons = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const
/** @see {@link comparisons} */
export type Comparison = (typeof comparisons)[number]

/** The value that an attribute is compared with. */
export type Operand = string | number | boolean | null

/** An attribute, or one of its parts. */
export interface AttributePath {
  readonly attribute: Attribute
  readonly part?: Attribute
}

/** A filter. In `some`, the inner filter applies to the parts of one value of the attribute. */
export type Filter =
  | { readonly kind: "compare"; readonly path: AttributePath; readonly by: Comparison; readonly to: Operand }
  | { readonly kind: "present"; readonly path: AttributePath }
  | { readonly kind: "and" | "or"; readonly filters: ReadonlyArray<Filter> }
  | { readonly kind: "not"; readonly filter: Filter }
  | { readonly kind: "some"; readonly attribute: Attribute; readonly filter: Filter }

/** The path of a patch: an attribute, some of its values, or a part of these. */
export interface PatchPath extends AttributePath {
  readonly filter?: Filter
}

/** The maximum length of a filter, in UTF-16 code units. */
export const longestFilter = 4096

/** The maximum nesting of filters. */
export const deepestFilter = 16

const token =
  /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.$:-])|([A-Za-z$][\w$:.-]*)|([()[\]])|(\.[A-Za-z$][\w$-]*))/y

class Malformed extends Error {}

const tokensOf = (text: string): ReadonlyArray<string> => {
  if (text.length > longestFilter) throw new Malformed(`expected at most ${longestFilter} characters`)
  const found: Array<string> = []
  const trimmed = text.trimEnd()
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const at = token.lastIndex
    const match = token.exec(trimmed)
    if (match === null) throw new Malformed(`cannot be read from character ${at + 1} on`)
    found.push(match[0].trimStart())
  }
  return found
}

const isComparison = (word: string): word is Comparison => comparisons.some((each) => each === word)

/** Reads the tokens of one text. */
class Reader {
  private at = 0
  private depth = 0

  constructor(
    private readonly kind: ResourceKind,
    private readonly tokens: ReadonlyArray<string>
  ) {}

  private peek(): string {
    return this.tokens[this.at]?.toLowerCase() ?? ""
  }

  private next(): string {
    const found = this.tokens[this.at++]
    if (found === undefined) throw new Malformed("ends too early")
    return found
  }

  private expect(wanted: string): void {
    const found = this.next()
    if (found !== wanted) throw new Malformed(`expected ${wanted}, got ${found.slice(0, 50)}`)
  }

  end(): void {
    if (this.at < this.tokens.length) throw new Malformed(`did not expect ${this.next().slice(0, 50)}`)
  }

  /** An attribute and its part; among `within`, if the text is in brackets. */
  private path(word: string, within: ReadonlyArray<Attribute>): AttributePath {
    const [name = "", part, ...more] = withoutSchema(this.kind, word).split(".")
    const attribute = attributeNamed(within, name)
    if (attribute === undefined || more.length > 0) throw new Malformed(`knows no attribute ${word.slice(0, 100)}`)
    if (part === undefined) return { attribute }
    return { attribute, part: this.partOf(attribute, part) }
  }

  private partOf({ name, subAttributes = [] }: Attribute, part: string): Attribute {
    const found = attributeNamed(subAttributes, part)
    if (found === undefined) throw new Malformed(`knows no attribute ${name}.${part.slice(0, 100)}`)
    return found
  }

  /** Alternatives, each of which is a conjunction of conditions. */
  filter(within: ReadonlyArray<Attribute>): Filter {
    if (++this.depth > deepestFilter) throw new Malformed(`expected at most ${deepestFilter} levels`)
    const alternatives = [this.all(within)]
    while (this.peek() === "or") {
      this.next()
      alternatives.push(this.all(within))
    }
    this.depth--
    return alternatives.length === 1 ? alternatives[0]! : { kind: "or", filters: alternatives }
  }

  private all(within: ReadonlyArray<Attribute>): Filter {
    const filters = [this.one(within)]
    while (this.peek() === "and") {
      this.next()
      filters.push(this.one(within))
    }
    return filters.length === 1 ? filters[0]! : { kind: "and", filters }
  }

  private one(within: ReadonlyArray<Attribute>): Filter {
    if (this.peek() === "not" && this.tokens[this.at + 1] === "(") {
      this.next()
      return { kind: "not", filter: this.inParentheses(within) }
    }
    if (this.peek() === "(") return this.inParentheses(within)
    const path = this.path(this.next(), within)
    if (this.peek() === "[") return this.values(path)
    return this.condition(path)
  }

  private inParentheses(within: ReadonlyArray<Attribute>): Filter {
    this.expect("(")
    const filter = this.filter(within)
    this.expect(")")
    return filter
  }

  private brackets({ attribute, part }: AttributePath): Filter {
    const { name, subAttributes } = attribute
    if (subAttributes === undefined || part !== undefined) throw new Malformed(`${name} has no values to choose from`)
    this.expect("[")
    const filter = this.filter(subAttributes)
    this.expect("]")
    return filter
  }

  private values(path: AttributePath): Filter {
    const { attribute } = path
    const filter = this.brackets(path)
    if (!this.peek().startsWith(".")) return { kind: "some", attribute, filter }
    const part = this.partOf(attribute, this.next().slice(1))
    return { kind: "some", attribute, filter: { kind: "and", filters: [filter, this.condition({ attribute: part })] } }
  }

  private condition(path: AttributePath): Filter {
    const word = this.next().toLowerCase()
    if (word === "pr") return { kind: "present", path }
    if (!isComparison(word)) throw new Malformed(`knows no operator ${word.slice(0, 50)}`)
    return { kind: "compare", path, by: word, to: this.operand() }
  }

  private operand(): Operand {
    const text = this.next()
    const lower = text.toLowerCase()
    if (lower === "true" || lower === "false") return lower === "true"
    if (lower === "null") return null
    if (!/^["\d-]/.test(text)) throw new Malformed(`expected a value, got ${text.slice(0, 50)}`)
    const value: unknown = JSON.parse(text)
    if (typeof value === "string" || typeof value === "number") return value
    throw new Malformed("expected a text or a number")
  }

  patchPath(): PatchPath {
    const path = this.path(this.next(), attributesOf(this.kind))
    if (this.peek() !== "[") return path
    const filter = this.brackets(path)
    if (!this.peek().startsWith(".")) return { ...path, filter }
    return { ...path, filter, part: this.partOf(path.attribute, this.next().slice(1)) }
  }
}

const read = <A>(
  kind: ResourceKind,
  field: string,
  text: string,
  of: (reader: Reader) => A
): Either.Either<A, Invalid> =>
  Either.try({
    try: () => {
      const reader = new Reader(kind, tokensOf(text))
      const found = of(reader)
      reader.end()
      return found
    },
    catch: (error) =>
      new Invalid({ field, message: `${field}: ${error instanceof Malformed ? error.message : "cannot be read"}` })
  })

/** Parses a filter of resources of a kind; `Invalid` if it is malformed. */
export const parseFilter = (kind: ResourceKind, text: string): Either.Either<Filter, Invalid> =>
  read(kind, "filter", text, (reader) => reader.filter(attributesOf(kind)))

/** Parses the path of a patch; `Invalid` if it is malformed. */
export const parsePatchPath = (kind: ResourceKind, text: string): Either.Either<PatchPath, Invalid> =>
  read(kind, "path", text, (reader) => reader.patchPath())
