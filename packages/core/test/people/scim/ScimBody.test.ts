import { groupKind, userKind } from "@lectern/core/people/scim/ScimAttributes"
import { bodyOf } from "@lectern/core/people/scim/ScimBody"
import { describe, expect, it } from "vitest"

const mail = (value: string, primary?: unknown) => ({ value, ...(primary !== undefined && { primary }) })

/** Users as a client sends them, and the fields that are read. */
const users: ReadonlyArray<readonly [string, unknown, unknown]> = [
  [
    "names in any case",
    { USERNAME: "ada", Name: { GIVENNAME: "Ada" } },
    { userName: "ada", name: { givenName: "Ada" } }
  ],
  [
    "names with the address of the schema",
    { "URN:ietf:params:scim:schemas:core:2.0:user:title": "Dr", "urn:other:title": "Mrs" },
    { title: "Dr" }
  ],
  [
    "what only the server sets",
    { id: "u", meta: { version: "1" }, groups: [{ value: "g" }], title: "Dr" },
    { title: "Dr" }
  ],
  [
    "what is unknown",
    { nickName: "Ada", schemas: [], name: { nick: "A", familyName: "L" } },
    { name: { familyName: "L" } }
  ],
  ["what is empty", { title: "", displayName: null, externalId: undefined, active: false }, { active: false }],
  ["white space", { title: " " }, { title: " " }],
  ["parts that are all empty", { name: { givenName: "", familyName: null }, title: "Dr" }, { title: "Dr" }],
  ["an object with no parts", { name: {} }, {}],
  ["a text in place of parts", { name: "Ada" }, { name: "Ada" }],
  ["a list in place of parts", { name: ["Ada"] }, { name: ["Ada"] }],
  ["a boolean as a text", { active: "True", title: "true" }, { active: true, title: "true" }],
  ["another boolean as a text", { active: "FALSE" }, { active: false }],
  ["a text that is no boolean", { active: "Yes" }, { active: "Yes" }],
  ["a number in place of a boolean", { active: 1 }, { active: 1 }],
  ["a value without a list", { emails: { value: "a" } }, { emails: [mail("a")] }],
  ["a text in place of a value", { emails: "a" }, { emails: [mail("a")] }],
  ["texts in place of values", { emails: ["a", mail("b")] }, { emails: [mail("a"), mail("b")] }],
  ["values that are empty", { emails: [null, "", {}, { nothing: 1 }, mail("a")] }, { emails: [mail("a")] }],
  ["no value that is not empty", { emails: [null, ""] }, {}],
  ["an empty list", { emails: [] }, {}],
  [
    "more than one primary value",
    { emails: [mail("a", true), mail("b", "TRUE"), mail("c")] },
    { emails: [mail("a", false), mail("b", true), mail("c")] }
  ],
  [
    "one primary value",
    { emails: [mail("a", true), mail("b", false)] },
    { emails: [mail("a", true), mail("b", false)] }
  ],
  ["what is not primary", { emails: [mail("a", "yes"), mail("b", 1)] }, { emails: [mail("a", "yes"), mail("b", 1)] }]
]

describe("a body", () => {
  it.each(users)("of a user with %s", (_, given, left) => {
    expect(bodyOf(userKind, given)).toStrictEqual(left)
  })

  it("of a group has the attributes of groups", () => {
    const given = {
      "urn:ietf:params:scim:schemas:core:2.0:Group:displayName": "Writers",
      members: ["u1", { value: "u2", $ref: "…", display: "Ada" }],
      userName: "ada",
      meta: {}
    }
    expect(bodyOf(groupKind, given)).toStrictEqual({
      displayName: "Writers",
      members: [{ value: "u1" }, { value: "u2", $ref: "…" }]
    })
  })

  it.each([[null], ["text"], [[{ userName: "ada" }]], [1]])("that is %j has no attributes", (given) => {
    expect(bodyOf(userKind, given)).toStrictEqual({})
  })
})
