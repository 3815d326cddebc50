import { groupKind, type ResourceKind, userKind } from "@lectern/core/people/scim/ScimAttributes"
import type { Plain } from "@lectern/core/people/scim/ScimMatching"
import { mostOperations, patched } from "@lectern/core/people/scim/ScimPatch"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"

const ada: Plain = {
  userName: "ada@example.com",
  name: { givenName: "Ada", familyName: "Lovelace" },
  title: "Countess",
  active: true,
  emails: [
    { value: "ada@example.com", type: "work", primary: true },
    { value: "ada@home.example", type: "home" }
  ]
}
const writers: Plain = { displayName: "Writers", members: [{ value: "u1" }, { value: "u2" }] }

interface Case {
  readonly of: string
  readonly operations: ReadonlyArray<unknown>
  readonly gives: Plain
}

const user = (of: string, operations: ReadonlyArray<unknown>, gives: Plain): Case => ({ of, operations, gives })

const users: ReadonlyArray<Case> = [
  user("Okta: deactivate", [{ op: "replace", value: { active: false } }], { ...ada, active: false }),
  user("Entra: deactivate", [{ op: "Replace", path: "active", value: "False" }], { ...ada, active: false }),
  user("Entra: dotted names without a path", [{ op: "replace", value: { "name.givenName": "A.", title: "Dr" } }], {
    ...ada,
    name: { givenName: "A.", familyName: "Lovelace" },
    title: "Dr"
  }),
  user(
    "Entra: a part of a value that is chosen",
    [{ op: "Replace", path: 'emails[type eq "work"].value', value: "ada@work.example" }],
    {
      ...ada,
      emails: [
        { value: "ada@work.example", type: "work", primary: true },
        { value: "ada@home.example", type: "home" }
      ]
    }
  ),
  user(
    "Entra: adds the value that is chosen where there is none",
    [{ op: "Add", path: 'emails[type eq "other"].value', value: "ada@other.example" }],
    { ...ada, emails: [...(ada.emails as ReadonlyArray<unknown>), { type: "other", value: "ada@other.example" }] }
  ),
  user(
    "Entra: attributes that are not supported",
    [
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Maths" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "1" },
      { op: "Replace", value: { nickName: "Ada", id: "other", schemas: [] } }
    ],
    ada
  ),
  user(
    "a name with the address of its schema",
    [{ op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:title", value: "Dr" }],
    { ...ada, title: "Dr" }
  ),
  user("parts of a complex attribute", [{ op: "add", path: "name", value: { middleName: "K." } }], {
    ...ada,
    name: { givenName: "Ada", familyName: "Lovelace", middleName: "K." }
  }),
  user("remove an attribute", [{ op: "remove", path: "title" }], { ...ada, title: undefined }),
  user("remove a part", [{ op: "remove", path: "name.givenName" }], { ...ada, name: { familyName: "Lovelace" } }),
  user("remove values that are chosen", [{ op: "remove", path: 'emails[type eq "home"]' }], {
    ...ada,
    emails: [{ value: "ada@example.com", type: "work", primary: true }]
  }),
  user("set to null", [{ op: "replace", path: "title", value: null }], { ...ada, title: undefined }),
  user("set to an empty text", [{ op: "replace", path: "title", value: "" }], { ...ada, title: undefined }),
  user("add nothing", [{ op: "add", path: "emails" }], ada),
  user("remove every value that is chosen", [{ op: "remove", path: "emails[value pr]" }], {
    ...ada,
    emails: undefined
  }),
  user(
    "remove every part",
    [
      { op: "remove", path: "name.givenName" },
      { op: "remove", path: "name.familyName" }
    ],
    { ...ada, name: undefined }
  ),
  user("one primary value at most", [{ op: "add", path: "emails", value: [{ value: "a@b.example", primary: true }] }], {
    ...ada,
    emails: [
      { value: "ada@example.com", type: "work", primary: false },
      { value: "ada@home.example", type: "home" },
      { value: "a@b.example", primary: true }
    ]
  })
]

const groups: ReadonlyArray<Case> = [
  user("add members", [{ op: "add", path: "members", value: [{ value: "u2" }, { value: "u3" }] }], {
    ...writers,
    members: [{ value: "u1" }, { value: "u2" }, { value: "u3" }]
  }),
  user("add one member", [{ op: "Add", path: "members", value: { value: "u3" } }], {
    ...writers,
    members: [{ value: "u1" }, { value: "u2" }, { value: "u3" }]
  }),
  user("Okta: remove a member", [{ op: "remove", path: 'members[value eq "u1"]' }], {
    ...writers,
    members: [{ value: "u2" }]
  }),
  user("Entra: remove a member", [{ op: "Remove", path: "members", value: [{ value: "u1" }] }], {
    ...writers,
    members: [{ value: "u2" }]
  }),
  user("remove somebody who is not there", [{ op: "remove", path: 'members[value eq "u9"]' }], writers),
  user("remove all members", [{ op: "remove", path: "members" }], { displayName: "Writers" }),
  user("Okta: replace the members", [{ op: "replace", path: "members", value: [{ value: "u3" }] }], {
    ...writers,
    members: [{ value: "u3" }]
  }),
  user("Okta: rename", [{ op: "replace", value: { id: "g", displayName: "Authors" } }], {
    ...writers,
    displayName: "Authors"
  }),
  user("Entra: rename", [{ op: "Replace", path: "displayName", value: "Authors" }], {
    ...writers,
    displayName: "Authors"
  })
]

const refusals: ReadonlyArray<readonly [string, ReadonlyArray<unknown>]> = [
  ["Operations", [{ op: "move", path: "title" }]],
  ["target", [{ op: "remove" }]],
  ["target", [{ op: "replace", path: 'emails[type eq "other"].value', value: "x" }]],
  ["mutability", [{ op: "replace", path: "id", value: "other" }]],
  ["mutability", [{ op: "add", path: "groups", value: [{ value: "g" }] }]],
  ["path", [{ op: "replace", path: "emails[type eq]", value: "x" }]],
  ["path", [{ op: "replace", path: "name.nothing", value: "x" }]],
  ["value", [{ op: "replace", value: "x" }]],
  ["Operations", Array.from({ length: mostOperations + 1 }, () => ({ op: "add", path: "title", value: "x" }))]
]

const run = (kind: ResourceKind, resource: Plain, Operations: ReadonlyArray<unknown>) =>
  Effect.runSync(Effect.either(patched(kind, resource, { Operations })))

describe("a patch", () => {
  it.each(users)("of a user: $of", ({ gives, operations }) => {
    expect(run(userKind, ada, operations)).toEqual(expect.objectContaining({ _tag: "Right", right: gives }))
  })
  it.each(groups)("of a group: $of", ({ gives, operations }) => {
    expect(run(groupKind, writers, operations)).toEqual(expect.objectContaining({ _tag: "Right", right: gives }))
  })
  it.each(refusals)("is refused for its %s: %j", (field, operations) => {
    const ended = run(userKind, ada, operations)
    expect(ended._tag === "Left" && ended.left.field.split(".")[0]).toBe(field)
  })
})
