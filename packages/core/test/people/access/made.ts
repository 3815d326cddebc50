import type * as Lectern from "@lectern/core/Lectern"

/** Makes something of everything that the calls of several resources lead to. */
export const makeEverything = async (lectern: Lectern.Lectern) => {
  const system = lectern.asSystem()
  const person = async (name: string) =>
    (await system.users.create({ displayName: name, email: `${name}@example.com` })).id
  const [admin, stranger, guest] = [await person("admin"), await person("stranger"), await person("guest")]
  const pending = await person("pending")
  const own = lectern.as(admin)
  const { id: organization } = await own.organizations.create({ title: "Acme" })
  await system.members.add(organization, guest, null)
  await own.invites.inviteUsers(organization, { emails: ["pending@example.com"], role: "admin" })
  const { id: team } = await own.teams.create(organization, { title: "Team", members: [admin] })
  const { id: collection } = await own.collections.create(organization, {})
  const { id: space } = await own.spaces.create(organization, { parent: collection })
  const { id: other } = await own.spaces.create(organization, {})
  const { id: deleted } = await own.spaces.create(organization, {})
  await own.spaces.remove(deleted)
  const { revision } = await own.contentEdits.apply(space, {
    changes: [
      { operation: "insert_page", title: "Guide", document: { markdown: "# Guide\n" } },
      { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: btoa("a") }] }
    ]
  })
  const page = (await own.contents.pages(space)).pages[0]!.id
  const file = (await own.contents.files(space, undefined, {})).items[0]!.id
  const { id: changeRequest } = await own.changeRequests.create(space, {})
  const { id: site } = await own.sites.create(organization, { spaces: [other] })
  const { id: section } = await own.siteSections.add(organization, site, { spaceId: space })
  const { id: group } = await own.siteSectionGroups.add(organization, site, { title: "Group", sections: [section] })
  const siteSpace = (await own.siteSpaces.list(organization, site, {})).items[0]!.id
  const people = [admin, stranger, guest, team]
  const places = [organization, collection, space, other, deleted, site, section, group, siteSpace]
  return {
    /** The workspace as the administrator of the organization. */
    own,
    organization,
    admin,
    /** Users who are not in the organization; the second one is invited. */
    stranger,
    pending,
    guest,
    /** A team of the administrator. */
    team,
    /** A collection with a space, which has a page, a file and a change request. */
    collection,
    space,
    revision,
    page,
    file,
    changeRequest,
    /** A space that was deleted. */
    deleted,
    /** A site of another space, with a section for the first one, in a group. */
    site,
    section,
    group,
    siteSpace,
    /** All of these ids. */
    ids: [...people, ...places, revision, page, file, changeRequest]
  }
}

/** The workspace in which calls are made. */
export type Made = Omit<Awaited<ReturnType<typeof makeEverything>>, "ids">
