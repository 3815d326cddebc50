import { expect } from "vitest"
import { certificate } from "../../../http/test/support/certificate.js"
import { client, drives, ids, invite, organization, served, titles } from "./drive.js"

served()

drives("organizations", async (call, id) => {
  const found = await call("listOrganizationsForAuthenticatedUser", { limit: 1000 })
  expect(ids(found)).toContain(id)
  const changed = await call("updateOrganizationById", id, { title: "Renamed", defaultRole: null, ai: true })
  expect(await call("getOrganizationById", id)).toEqual(changed)
  expect(changed.title).toBe("Renamed")
  const space = await client("createSpace", 201, id, { title: "Guides" })
  await client("updateOrganizationById", 200, id, { emailDomains: ["example.com"] })
  expect((await call("getOrganizationsForEmailDomain", "example.com")).organizations).toMatchObject([{ id }])
  expect(await call("searchOrganizationContent", id, { query: "guides", limit: 5 })).toMatchObject({ items: [] })
  expect(space.title).toBe("Guides")
  const link = await client("createOrganizationInvite", 201, id, { role: "edit" })
  await call("deleteOrganizationInviteById", id, link.id)
  await call("deleteOrganizationInviteById", id, link.id)
})

drives("members", async (call, id) => {
  const user = await invite(id, "members")
  const space = await client("createSpace", 201, id, { title: "Guides" })
  await client("createOrganizationTeam", 201, id, { title: "Writers", members: [user] })
  expect(await call("getMemberInOrganizationById", id, user)).toMatchObject({ id: user, role: "read" })
  expect(await call("updateMemberInOrganizationById", id, user, { role: "edit" })).toMatchObject({ role: "edit" })
  expect(await call("setUserAsSSOMemberForOrganization", id, user)).toMatchObject({ sso: true })
  await call("updateOrganizationMemberLastSeenAt", id)
  const all = await call("listMembersInOrganizationById", id, { sort: "joinedAt", order: "asc", limit: 1 })
  expect(all.count).toBe(2)
  const { page } = all.next as { readonly page: string }
  expect(ids(await call("listMembersInOrganizationById", id, { sort: "joinedAt", order: "asc", page }))).toEqual([user])
  const spaces = await call("listSpacesForOrganizationMember", id, user, {})
  expect(spaces.items).toMatchObject([{ permission: "edit", space: { id: space.id } }])
  const teams = await call("listTeamsForOrganizationMember", id, user, { title: "writ" })
  expect(teams.items).toMatchObject([{ team: { title: "Writers" }, member: { role: "member" } }])
  await call("removeMemberFromOrganizationById", id, user)
  await call("removeMemberFromOrganizationById", id, user)
})

drives("teams", async (call, id) => {
  const user = await invite(id, "teams")
  const team = await call("createOrganizationTeam", id, { title: "Writers", members: [user] })
  expect(await call("getTeamInOrganizationById", id, team.id)).toEqual(team)
  expect(await call("updateTeamInOrganizationById", id, team.id, { title: "Editors" })).toMatchObject({ members: 1 })
  expect(titles(await call("listTeamsInOrganizationById", id, { title: "edit" }))).toEqual(["Editors"])
  await call("deleteMemberFromOrganizationTeamById", id, team.id, user)
  await call("addMemberToOrganizationTeamById", id, team.id, user, { role: "owner" })
  const members = await call("listTeamMembersInOrganizationById", id, team.id, {})
  expect(members.items).toMatchObject([{ organization: { id: user }, team: { role: "owner" } }])
  await call("updateMembersInOrganizationTeam", id, team.id, { remove: [user] })
  expect((await call("listTeamMembersInOrganizationById", id, team.id, {})).count).toBe(0)
  await call("removeTeamFromOrganizationById", id, team.id)
  expect((await call("listTeamsInOrganizationById", id, {})).count).toBe(0)
})

drives("saml", async (call, id) => {
  const pending = await call("createOrganizationSAMLProvider", id, { label: "Example" })
  const active = await call("updateOrganizationSAMLProvider", id, pending.id, {
    entityID: "https://idp.example.com/entity",
    ssoURL: "https://idp.example.com/sso",
    certificate
  })
  expect([pending.status, active.status]).toEqual(["pending", "active"])
  expect(await call("getOrganizationSAMLProviderById", id, pending.id)).toEqual(active)
  expect(ids(await call("listSAMLProvidersInOrganizationById", id, {}))).toEqual([pending.id])
  expect(ids(await call("listSSOProviderLoginsInOrganization", id))).toEqual([pending.id])
  await call("deleteOrganizationSAMLProvider", id, pending.id)
  expect(ids(await call("listSAMLProvidersInOrganizationById", id, {}))).toEqual([])
})

drives("translations", async (call, id) => {
  const made = await call("createTranslation", id, { title: "Romance" })
  const changed = await call("updateTranslation", id, made.id, { title: "Slavic" })
  expect(await call("getTranslation", id, made.id)).toEqual(changed)
  expect(titles(await call("listTranslations", id, { limit: 10 }))).toEqual(["Slavic"])
  await call("deleteTranslation", id, made.id)
  expect((await call("listTranslations", id, {})).count).toBe(0)
})

drives("collections", async (call, id) => {
  const outer = await call("createCollection", id, { title: "Outer" })
  const inner = await call("createCollection", id, { title: "Inner" })
  expect(await call("moveCollection", inner.id, { parent: outer.id })).toMatchObject({ parent: outer.id })
  const changed = await call("updateCollectionById", outer.id, { description: "All of it", defaultLevel: "read" })
  expect(await call("getCollectionById", outer.id)).toEqual(changed)
  expect(titles(await call("listCollectionsInOrganizationById", id, { nested: false }))).toEqual(["Outer"])
  const space = await client("createSpace", 201, id, { title: "Guides", parent: outer.id })
  expect(ids(await call("listSpacesInCollectionById", outer.id, {}))).toEqual([space.id])
  const target = await organization("Target of collections")
  expect(await call("transferCollection", outer.id, { organization: target })).toMatchObject({ organization: target })
  await call("deleteCollectionById", outer.id)
  expect((await call("listCollectionsInOrganizationById", target, {})).count).toBe(0)
})

drives("spaces", async (call, id) => {
  const space = await client("createSpace", 201, id, { title: "Guides" })
  const changed = await call("updateSpaceById", space.id, { title: "Manual", emoji: "1f98a", editMode: "locked" })
  expect(await call("getSpaceById", space.id, {})).toEqual(changed)
  const copy = await call("duplicateSpace", space.id)
  expect(copy.title).toBe("Copy of Manual")
  const before = { type: "space", space: space.id }
  expect(await call("moveSpace", copy.id, { position: { before } })).toMatchObject({ id: copy.id })
  expect(ids(await client("listSpacesInOrganizationById", 200, id, {}))).toEqual([copy.id, space.id])
  await call("deleteSpaceById", copy.id)
  expect((await call("getSpaceById", copy.id, {})).deletedAt).toBeDefined()
  expect((await call("restoreSpace", copy.id)).deletedAt).toBeUndefined()
  const target = await organization("Target of spaces")
  expect(await call("transferSpace", copy.id, { organization: target })).toMatchObject({ organization: target })
})

drives("space-comments", async (call, id) => {
  const space = await client("createSpace", 201, id, { title: "Guides" })
  const body = (markdown: string) => ({ body: { markdown } })
  const comment = await call("postCommentInSpace", space.id, body("What for?"))
  const other = await call("postCommentInSpace", space.id, body("Never mind"))
  const changed = await call("updateCommentInSpace", space.id, comment.id, { addedReactions: ["👍"], resolved: true })
  expect(changed).toMatchObject({ status: "resolved", reactions: [{ count: 1 }] })
  expect(await call("getCommentInSpace", space.id, comment.id, { format: "markdown" })).toEqual(changed)
  const reply = await call("postCommentReplyInSpace", space.id, comment.id, body("To see"))
  const edited = await call("updateCommentReplyInSpace", space.id, comment.id, reply.id, body("To look"))
  expect(edited).toMatchObject({ body: { markdown: "To look" } })
  expect(await call("getCommentReplyInSpace", space.id, comment.id, reply.id, {})).toEqual(edited)
  expect(ids(await call("listCommentRepliesInSpace", space.id, comment.id, {}))).toEqual([reply.id])
  expect(ids(await call("listCommentsInSpace", space.id, {}))).toEqual([other.id, comment.id])
  expect(ids(await call("listCommentsInSpace", space.id, { status: "open", limit: 10 }))).toEqual([other.id])
  expect((await call("listCommentersInSpace", space.id, {})).count).toBe(1)
  await call("deleteCommentReplyInSpace", space.id, comment.id, reply.id)
  await call("deleteCommentInSpace", space.id, comment.id)
  expect((await call("listCommentsInSpace", space.id, {})).count).toBe(1)
})
