/** Every member of every service of a workspace, with arguments that lead to existing items. */
import type * as Lectern from "@lectern/core/Lectern"
import { resources } from "./resources.js"
import { absent, forbidden, type Rows, row, silent } from "./rows.js"

/** A workspace with something of everything in it, and the calls that lead there. */
export const everyCall = async (lectern: Lectern.Lectern) => {
  const system = lectern.asSystem()
  const person = async (name: string) =>
    (await system.users.create({ displayName: name, email: `${name}@example.com` })).id
  const [admin, stranger, guest] = [await person("admin"), await person("stranger"), await person("guest")]
  const pending = await person("pending")
  const own = lectern.as(admin)
  const { id: o } = await own.organizations.create({ title: "Acme" })
  await system.members.add(o, guest, null)
  await own.invites.inviteUsers(o, { emails: ["pending@example.com"], role: "admin" })
  const { id: team } = await own.teams.create(o, { title: "Team", members: [admin] })
  const { id: shelf } = await own.collections.create(o, {})
  const { id: space } = await own.spaces.create(o, { parent: shelf })
  const { id: other } = await own.spaces.create(o, {})
  const { id: deleted } = await own.spaces.create(o, {})
  await own.spaces.remove(deleted)
  const { revision } = await own.contentEdits.apply(space, {
    changes: [
      { operation: "insert_page", title: "Guide" },
      { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: btoa("a") }] }
    ]
  })
  const page = (await own.contents.pages(space)).pages[0]!.id
  const file = (await own.contents.files(space, undefined, {})).items[0]!.id
  const { id: request } = await own.changeRequests.create(space, {})
  const at = { space }
  const said = { body: { markdown: "Why?" } }
  const { id: comment } = await own.comments.post(at, said)
  const { id: reply } = await own.comments.reply(at, comment, said)
  const { id: site } = await own.sites.create(o, { spaces: [other] })
  const { id: section } = await own.siteSections.add(o, site, { spaceId: space })
  const { id: group } = await own.siteSectionGroups.add(o, site, { title: "Group", sections: [section] })
  const siteSpace = (await own.siteSpaces.list(o, site, {})).items[0]!.id
  const { id: link } = await own.shareLinks.create(o, site, { name: "Link" })
  const destination = { kind: "site-space", siteSpaceId: siteSpace } as const
  const { id: redirect } = await own.siteRedirects.create(o, site, { source: "/old", destination })
  const { slug } = await own.openAPISpecs.create(o, { slug: "api", source: { text: "openapi: 3.1.0" } })
  while ((await own.openAPISpecs.get(o, slug)).processingState !== "complete") {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { id: provider } = await own.saml.create(o, { label: "SSO" })
  const openIdProvider = { label: "OpenID", issuer: "https://idp.example", clientId: "lectern" }
  const { id: openId } = await own.openIdProviders.create(o, openIdProvider)
  const { id: invite } = await own.invites.create(o, { role: "read" })
  const { id: upload } = await own.uploads.begin(space, { name: "a", size: 1 })
  const token = (await own.apiTokens.create(admin, { label: "own" })).apiToken.id
  const serviceToken = (await own.serviceTokens.create(o, { label: "service" })).apiToken.id
  const source = { url: "https://docs.example/", source: "website" }
  const grant = { role: "read" }
  const noTree = { pages: [], files: [], reusableContents: [], variables: {}, redirects: {} }

  const gathered = await Promise.all(resources.map(({ calls }) => calls({ own, organization: o, space, stranger })))

  const rows: Rows = {
    ...Object.assign({}, ...gathered.map((each) => each.rows)),
    users: { current: row("own", []), get: absent(admin) },
    accounts: {
      list: row("Forbidden", [{}]),
      get: row("Forbidden", [admin]),
      invite: row("Forbidden", [{ displayName: "New", email: "new@example.com" }]),
      update: row("Forbidden", [admin, { administrator: true }]),
      reset: row("Forbidden", [admin]),
      erase: row("Forbidden", [admin])
    },
    credentials: {
      get: row("Forbidden", []),
      setPassword: row("Forbidden", [{ password: "correct horse battery" }]),
      proposeTotp: row("Forbidden", []),
      confirmTotp: row("Forbidden", [{ code: "123456" }]),
      removeTotp: row("Forbidden", []),
      passkeyOptions: row("Forbidden", []),
      addPasskey: row("Forbidden", [{}, { label: "Laptop" }]),
      removePasskey: row("Forbidden", ["passkey"])
    },
    sessions: {
      list: row("Forbidden", []),
      revoke: row("Forbidden", ["session"]),
      revokeOthers: row("Forbidden", [])
    },
    apiTokens: {
      create: row("Forbidden", [admin, { label: "x" }]),
      list: row("Forbidden", [admin]),
      rotate: row("Forbidden", [admin, token]),
      revoke: row("Forbidden", [admin, token])
    },
    serviceTokens: {
      list: forbidden(o, {}),
      create: forbidden(o, { label: "x" }),
      update: forbidden(o, serviceToken, {}),
      rotate: forbidden(o, serviceToken),
      remove: row("nothing", [o, serviceToken], "Forbidden")
    },
    organizations: {
      list: row("own", [{}]),
      get: row("NotFound", [o], "own"),
      create: row("own", [{ title: "Mine" }]),
      update: forbidden(o, { title: "Mine" }),
      forEmailDomain: row("own", ["example.org"])
    },
    emailDomains: { verify: row("NotFound", [o, "example.com"], "Forbidden") },
    userInvites: {
      list: row("own", [{}]),
      accept: row("NotFound", ["unknown"]),
      decline: silent("unknown")
    },
    members: {
      list: forbidden(o, {}),
      get: absent(o, admin),
      add: forbidden(o, stranger, "read"),
      update: absent(o, admin, { role: "read" }),
      setSso: absent(o, admin),
      remove: silent(o, admin),
      ping: row("NotFound", [o], "own"),
      spaces: absent(o, admin, {})
    },
    teams: {
      members: absent(o, team, {}),
      updateMembers: absent(o, team, { add: [stranger] }),
      setMember: absent(o, team, stranger, {}),
      removeMember: silent(o, team, admin),
      list: forbidden(o, {}),
      create: forbidden(o, { title: "Mine" }),
      get: absent(o, team),
      update: absent(o, team, { title: "Mine" }),
      remove: silent(o, team),
      ofMember: absent(o, admin, {})
    },
    contentGrants: {
      invite: absent(at, { ...grant, users: [stranger] }),
      users: absent(at, {}),
      teams: absent(at, {}),
      aggregate: absent({ collection: shelf }, {}),
      siteAggregate: absent({ organization: o, site }, {}),
      updateUser: absent(at, admin, grant),
      removeUser: silent(at, admin),
      updateTeam: absent(at, team, grant),
      removeTeam: silent(at, team)
    },
    accessExplanations: {
      explain: forbidden(o, admin, { kind: "space", id: space }),
      preview: forbidden(o, { change: "role", user: admin, role: "read" })
    },
    collections: {
      list: row("NotFound", [o, {}], "own"),
      create: forbidden(o, {}),
      get: absent(shelf),
      update: absent(shelf, { title: "Mine" }),
      remove: silent(shelf),
      transfer: absent(shelf, { organization: o }),
      spaces: absent(shelf, {}),
      move: absent(shelf, { parent: null })
    },
    spaces: {
      list: row("NotFound", [o, {}], "own"),
      create: forbidden(o, {}),
      get: absent(space),
      update: absent(space, { title: "Mine" }),
      remove: silent(space),
      duplicate: absent(space),
      restore: absent(deleted),
      move: absent(space, { parent: null }),
      transfer: absent(space, { organization: o })
    },
    comments: {
      list: absent(at, {}),
      post: absent(at, said),
      get: absent(at, comment),
      update: absent(at, comment, { resolved: true }),
      remove: silent(at, comment),
      commenters: absent(at, {}),
      replies: absent(at, comment, {}),
      reply: absent(at, comment, said),
      getReply: absent(at, comment, reply),
      updateReply: absent(at, comment, reply, said),
      removeReply: silent(at, comment, reply)
    },
    contents: {
      head: absent(space),
      version: absent(space),
      current: absent(space),
      revision: absent(space, revision),
      pages: absent(space),
      files: absent(space, undefined, {}),
      file: absent(space, file),
      page: absent(space, page),
      pageByPath: absent(space, "guide"),
      download: absent(space, file, "hash", "signature")
    },
    changeRequests: {
      list: absent(space, {}),
      create: absent(space, {}),
      get: absent(space, request),
      update: absent(space, request, { status: "open" }),
      merge: absent(space, request),
      pull: absent(space, request),
      changes: absent(space, request),
      conflicts: absent(space, request),
      resolve: absent(space, request, { resolutions: [{ item: page, where: "title", take: "main" }] }),
      contributors: absent(space, request, {})
    },
    reviews: {
      list: absent(space, request, {}),
      submit: absent(space, request, { status: "approved" }),
      requested: absent(space, request, {}),
      request: absent(space, request, { users: [stranger] }),
      withdraw: silent(space, request, admin)
    },
    revisions: {
      changes: absent(space, revision),
      compare: absent(space, revision, revision),
      rollback: absent(space, revision)
    },
    contentEdits: { apply: absent(space, { changes: [{ operation: "insert_page", title: "Mine" }] }) },
    files: { upload: absent(space, { name: "a", bytes: new Uint8Array() }) },
    uploads: {
      create: absent(space, { name: "a", content: new Uint8Array() }),
      begin: absent(space, { name: "a" }),
      append: absent(space, upload, { offset: 0, content: new Uint8Array(1) }),
      get: absent(space, upload),
      remove: silent(space, upload),
      maxSize: row("own", [])
    },
    contentSync: {
      folder: absent(space),
      snapshot: absent(space),
      apply: absent(space, noTree),
      create: forbidden(o, {}, noTree)
    },
    imports: {
      start: absent(space, source),
      run: absent(space, source, { limits: { pages: 1, time: 1 } }),
      get: absent("import"),
      cancel: silent("import")
    },
    openAPISpecs: {
      list: forbidden(o, {}),
      create: forbidden(o, { slug: "mine", source: { text: "x" } }),
      get: absent(o, slug),
      put: forbidden(o, slug, { source: { text: "x" } }),
      update: absent(o, slug, { visibility: "public" }),
      remove: silent(o, slug),
      versions: absent(o, slug, {}),
      version: absent(o, slug),
      content: absent(o, slug),
      published: absent(o, slug),
      signed: absent("spec", "version", "signature")
    },
    sites: {
      list: row("NotFound", [o, {}], "own"),
      create: forbidden(o, {}),
      get: absent(o, site),
      update: absent(o, site, { title: "Mine" }),
      remove: silent(o, site),
      publish: absent(o, site),
      unpublish: absent(o, site)
    },
    sitePublishing: {
      auth: absent(o, site),
      updateAuth: absent(o, site, {}),
      regenerateAuth: absent(o, site),
      rotateKey: absent(o, site, {}),
      removeKey: silent(o, site, "key")
    },
    siteSpaces: {
      list: absent(o, site, {}),
      add: absent(o, site, { spaceId: space }),
      update: absent(o, site, siteSpace, {}),
      remove: silent(o, site, siteSpace),
      move: absent(o, site, siteSpace, {})
    },
    siteSections: {
      list: absent(o, site, {}),
      add: absent(o, site, { spaceId: space }),
      update: absent(o, site, section, { title: "Mine" }),
      remove: silent(o, site, section),
      move: absent(o, site, section, {})
    },
    siteSectionGroups: {
      list: absent(o, site, {}),
      add: absent(o, site, { title: "Mine" }),
      update: absent(o, site, group, { title: "Mine" }),
      remove: silent(o, site, group),
      addSection: absent(o, site, group, { sectionId: section }),
      removeSection: silent(o, site, group, section),
      move: absent(o, site, group, {})
    },
    siteStructures: {
      get: absent(o, site),
      sort: absent(o, site, { item: { type: "site-section", id: section } })
    },
    shareLinks: {
      list: absent(o, site, {}),
      create: absent(o, site, { name: "Mine" }),
      update: absent(o, site, link, { active: false }),
      renew: absent(o, site, link),
      remove: silent(o, site, link)
    },
    siteRedirects: {
      list: absent(o, site, {}),
      create: absent(o, site, { source: "/new", destination }),
      update: absent(o, site, redirect, { source: "/new" }),
      remove: silent(o, site, redirect)
    },
    adaptiveSchemas: {
      get: absent(o, site),
      set: absent(o, site, { jsonSchema: { type: "object", properties: {}, additionalProperties: false } }),
      templateConditions: absent(o, site)
    },
    customizations: { get: absent(o, site), set: absent(o, site, {}) },
    siteFeedbacks: {
      list: absent(o, site, {}),
      give: absent(o, site, { siteSpace, page, helpful: true }),
      searched: absent(o, site, { query: "a" })
    },
    publishedContents: { get: absent(o, site, {}) },
    sitePages: {
      site: absent(o, site),
      outline: absent(o, site, siteSpace),
      page: absent(o, site, siteSpace, page),
      draft: absent(space, page, { changeRequest: request }),
      file: absent(o, site, siteSpace, file),
      redirect: absent(o, site, "old"),
      redirects: absent(o, site),
      send: absent(o, site, siteSpace, page, { operation: 0, values: new URLSearchParams() }),
      indexed: absent(o, site, siteSpace)
    },
    pdfs: {
      ofSpace: absent(space, {}),
      ofSite: absent(o, site, siteSpace, {}),
      ofChangeRequest: absent(space, request, {}),
      download: absent(space, "key", "1", "signature")
    },
    scim: {
      users: forbidden(o, {}),
      user: forbidden(o, admin, {}),
      createUser: forbidden(o, { userName: "new" }),
      replaceUser: forbidden(o, admin, { userName: "new" }),
      patchUser: forbidden(o, admin, { Operations: [] }),
      removeUser: forbidden(o, admin),
      groups: forbidden(o, {}),
      group: forbidden(o, team, {}),
      createGroup: forbidden(o, { displayName: "New" }),
      replaceGroup: forbidden(o, team, { displayName: "New" }),
      patchGroup: forbidden(o, team, { Operations: [] }),
      removeGroup: forbidden(o, team),
      documents: row("own", [o])
    },
    saml: {
      list: forbidden(o, {}),
      create: forbidden(o, { label: "Mine" }),
      get: absent(o, provider),
      update: absent(o, provider, { label: "Mine" }),
      remove: silent(o, provider),
      logins: row("NotFound", [o], "own")
    },
    openIdProviders: {
      list: forbidden(o, {}),
      create: forbidden(o, { label: "Mine", issuer: "https://idp.example", clientId: "x" }),
      get: forbidden(o, openId),
      update: forbidden(o, openId, { label: "Mine" }),
      remove: row("nothing", [o, openId], "Forbidden")
    },
    invites: {
      list: row("NotFound", [o, {}], "own"),
      create: forbidden(o, { role: "read" }),
      get: absent(o, invite),
      update: absent(o, invite, { role: "read" }),
      remove: silent(o, invite),
      inviteUsers: forbidden(o, { emails: ["new@example.com"] }),
      joinWith: absent(o, "unknown"),
      join: row("NotFound", [o], "Conflict")
    },
    search: {
      space: absent(space, { query: "guide" }),
      organization: row("NotFound", [o, { query: "guide" }], "own"),
      site: absent(o, site, { query: "guide" })
    },
    auditEvents: { list: forbidden(o, {}), server: row("Forbidden", [{}]) },
    links: {
      list: absent(space, {}),
      ofPage: absent(space, page, {}),
      toPage: absent(space, page, {}),
      toFile: absent(space, file, {})
    }
  }
  const people = [admin, stranger, guest, team]
  const places = [o, shelf, space, other, deleted, site, section, group, siteSpace]
  const content = [revision, page, file, request, comment, reply, upload]
  const others = [link, redirect, slug, provider, openId, invite, token]
  return {
    rows,
    organization: o,
    admin,
    stranger,
    guest,
    pending,
    ids: new Set<string>([...people, ...places, ...content, ...others, ...gathered.flatMap((each) => each.ids)])
  }
}
