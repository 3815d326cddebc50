import { attributesOf, groupKind, userKind } from "@lectern/core/people/scim/ScimAttributes"
import {
  deepestFilter,
  type Filter,
  longestFilter,
  parseFilter,
  parsePatchPath
} from "@lectern/core/people/scim/ScimFilter"
import { matches, type Plain } from "@lectern/core/people/scim/ScimMatching"
import { runs } from "@lectern/storage-testing/runs"
import { Either, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const ada: Plain = {
  id: "u1",
  externalId: "00uAda",
  userName: "Ada@Example.com",
  name: { givenName: "Ada", familyName: "Lovelace" },
  active: true,
  emails: [
    { value: "ada@example.com", type: "work", primary: true },
    { value: "ada@home.example", type: "home" }
  ],
  groups: [],
  meta: { created: "2026-03-01T10:00:00.000Z" }
}

/** A filter, and whether it lets Ada through. */
const cases: ReadonlyArray<readonly [string, boolean]> = [
  ['userName eq "ada@example.com"', true],
  ['USERNAME EQ "ADA@EXAMPLE.COM"', true],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ada"', true],
  ['userName ew "example.org"', false],
  ['externalId eq "00uada"', false],
  ['externalId eq "00uAda"', true],
  ['name.familyName co "LACE"', true],
  ["title pr", false],
  ["name pr and emails pr", true],
  ["groups pr", false],
  ["active eq true", true],
  ['active eq "true"', false],
  ["title eq null", true],
  ['userName ne "bob"', true],
  ['emails eq "ada@home.example"', true],
  ['emails.type eq "home"', true],
  ['emails[type eq "work" and value co "home"]', false],
  ['emails[type eq "work"].value eq "ada@example.com"', true],
  ['emails[type eq "home" and not (primary eq true)]', true],
  ['title pr or userName sw "a" and active eq false', false],
  ['(title pr or userName sw "a") and active eq true', true],
  ["not (active eq false)", true],
  ['meta.created gt "2026-02-28T23:59:59+02:00"', true],
  ['meta.created lt "2026-03-01T11:00:00+02:00"', false],
  ['userName eq "a\\"b\\\\c"', false],
  ['  userName eq "ada@example.com"  ', true],
  ["title PR OR name.givenName PR AND active EQ TRUE", true],
  ["NOT (title pr)", true],
  ["title eq NULL", true],
  ["title eq -1.5e+3 or title eq 20E-1 or title eq 0", false],
  ["groups.$ref pr or active eq false", false],
  ['emails[type eq "home"].value ew "home.example"', true],
  ['emails[type eq "home"].value ew "Home.Example" and emails[type eq "work"].primary eq true', true],
  ['emails[type eq "home"].primary pr', false],
  ['emails[type eq "work"].value eq "ada@home.example"', false],
  [`${"(".repeat(deepestFilter - 1)}active pr${")".repeat(deepestFilter - 1)}`, true],
  [Array.from({ length: deepestFilter + 4 }, () => "(active pr)").join(" and "), true],
  [`active pr or title eq "${"a".repeat(longestFilter - 24)}"`, true]
]

const refused: ReadonlyArray<string> = [
  "",
  "userName",
  "userName eq",
  "userName is true",
  'userName eq "a',
  "userName eq ada",
  'nothing eq "a"',
  'name.nothing eq "a"',
  'name.givenName.more eq "a"',
  '__proto__ eq "a"',
  "constructor pr",
  'userName[value eq "a"]',
  'emails[nothing eq "a"]',
  'emails[type eq "a"',
  'emails[type eq "a")',
  "(active eq true",
  "(active eq true]",
  "active eq true)",
  "active eq true active eq true",
  "not active eq true",
  "and",
  "active eq 01",
  "active eq true and",
  `active pr or title eq "${"a".repeat(longestFilter - 23)}"`,
  `${"(".repeat(deepestFilter)}active pr${")".repeat(deepestFilter)}`
]

const long = "x".repeat(120)

describe("a filter", () => {
  it.each(cases)("%s lets Ada through: %s", (text, expected) => {
    const parsed = parseFilter(userKind, text)
    expect(parsed._tag === "Right" && matches(parsed.right, ada)).toBe(expected)
    expect(parsed._tag).toBe("Right")
  })

  it.each(refused)("is refused: %s", (text) => {
    const parsed = parseFilter(userKind, text)
    expect(parsed).toMatchObject({ _tag: "Left", left: { field: "filter" } })
  })

  it.each([
    ['userName eq "a', "filter: cannot be read from character 12 on"],
    ["userName eq", "filter: ends too early"],
    ["userName is true", "filter: knows no operator is"],
    [" active pr #", "filter: cannot be read from character 11 on"],
    ["title eq 1a", "filter: cannot be read from character 9 on"],
    ["title eq 1.", "filter: cannot be read from character 9 on"],
    ["active eq 01", "filter: cannot be read"],
    ['title eq "\\x"', "filter: cannot be read"],
    ["userName eq ada", "filter: expected a value, got ada"],
    [`userName eq ${long}`, `filter: expected a value, got ${long.slice(0, 50)}`],
    [`userName ${long} "a"`, `filter: knows no operator ${long.slice(0, 50)}`],
    [`${long} pr`, `filter: knows no attribute ${long.slice(0, 100)}`],
    [`name.${long} pr`, `filter: knows no attribute name.${long.slice(0, 100)}`],
    ["name.givenName.more pr", "filter: knows no attribute name.givenName.more"],
    ["title.value pr", "filter: knows no attribute title.value"],
    ["emails[userName pr]", "filter: knows no attribute userName"],
    ["emails[type pr].nothing pr", "filter: knows no attribute emails.nothing"],
    ["emails[type pr", "filter: ends too early"],
    ["emails[type pr)", "filter: expected ], got )"],
    [`(active pr ${long}`, `filter: expected ), got ${long.slice(0, 50)}`],
    [`active pr ${long}`, `filter: did not expect ${long.slice(0, 50)}`],
    ["title[value pr]", "filter: title has no values to choose from"],
    ["emails.type[value pr]", "filter: emails has no values to choose from"],
    ["a".repeat(longestFilter + 1), `filter: expected at most ${longestFilter} characters`],
    [`${"(".repeat(deepestFilter)}active pr`, `filter: expected at most ${deepestFilter} levels`]
  ])("is refused with its reason: %s", (text, message) => {
    expect(parseFilter(userKind, text)).toMatchObject({ left: { message } })
  })

  it("is read back as it was written", () => {
    const simple = attributesOf(userKind).flatMap((attribute) =>
      (attribute.subAttributes ?? []).length === 0
        ? [{ attribute }]
        : (attribute.subAttributes ?? []).map((part) => ({ attribute, part }))
    )
    const operand = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant(null))
    const path = fc.constantFrom(...simple)
    const leaf = fc.oneof(
      fc.record({ kind: fc.constant("present" as const), path }),
      fc.record({
        kind: fc.constant("compare" as const),
        path,
        by: fc.constantFrom("eq", "ne", "co", "gt"),
        to: operand
      })
    )
    const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf as fc.Arbitrary<Filter>,
        fc.record({ kind: fc.constant("not" as const), filter: tie("filter") }),
        fc.record({
          kind: fc.constantFrom("and" as const, "or" as const),
          filters: fc.array(tie("filter"), { minLength: 2, maxLength: 3 })
        })
      )
    }))
    const written = (each: Filter): string => {
      switch (each.kind) {
        case "present":
          return `${nameOf(each.path)} pr`
        case "compare":
          return `${nameOf(each.path)} ${each.by} ${JSON.stringify(each.to)}`
        case "not":
          return `not (${written(each.filter)})`
        case "some":
          return `${each.attribute.name}[${written(each.filter)}]`
        default:
          return each.filters.map((inner) => `(${written(inner)})`).join(` ${each.kind} `)
      }
    }
    fc.assert(
      fc.property(filter, (each) => {
        const parsed = parseFilter(userKind, written(each))
        expect(parsed).toMatchObject({ _tag: "Right", right: each })
      }),
      { numRuns: runs(100) }
    )
  })

  it("of any text ends in an answer or a refusal", () => {
    const words = fc.constantFrom(
      "userName",
      "emails",
      "eq",
      "pr",
      "and",
      "not",
      "(",
      ")",
      "[",
      "]",
      '"a"',
      ".value",
      "1",
      " "
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((all) => all.join(" "))
        ),
        (text) => {
          for (const kind of [userKind, groupKind]) {
            const parsed = parseFilter(kind, text)
            expect(parsed._tag === "Left" || typeof matches(parsed.right, ada) === "boolean").toBe(true)
            expect(["Left", "Right"]).toContain(parsePatchPath(kind, text)._tag)
          }
        }
      ),
      { numRuns: runs(200) }
    )
  })
})

describe("the path of a patch", () => {
  const of = (text: string) => {
    const { attribute, part, filter } = Either.getOrThrow(parsePatchPath(userKind, text))
    return [attribute.name, part?.name, filter?.kind]
  }

  it.each([
    ["title", ["title", undefined, undefined]],
    ["urn:ietf:params:scim:schemas:core:2.0:User:name.givenName", ["name", "givenName", undefined]],
    ["emails.value", ["emails", "value", undefined]],
    ["emails[type pr]", ["emails", undefined, "present"]],
    ['Emails[type eq "work" and value pr].Value', ["emails", "value", "and"]]
  ])("%s", (text, parts) => {
    expect(of(text)).toEqual(parts)
  })

  it.each([
    ["title title", "path: did not expect title"],
    ["emails[type pr].value.more", "path: did not expect .more"],
    ["emails[type pr].nothing", "path: knows no attribute emails.nothing"],
    ["emails[type pr] value", "path: did not expect value"],
    ["title[value pr]", "path: title has no values to choose from"],
    ["", "path: ends too early"]
  ])("is refused with its reason: %s", (text, message) => {
    expect(parsePatchPath(userKind, text)).toMatchObject({ left: { field: "path", message } })
  })
})

const nameOf = ({
  attribute,
  part
}: {
  readonly attribute: { name: string }
  readonly part?: { name: string }
}): string => (part === undefined ? attribute.name : `${attribute.name}.${part.name}`)
