/** The audit events that every member of every service records, or why it records none. */
import { resources } from "../../people/access/resources.js"
import type { Expected } from "./reasons.js"

/** The table, by service and member. */
export const expected: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  ...Object.assign({}, ...resources.map(({ recorded }) => recorded)),
  users: { current: "reads", get: "reads", findByEmail: "reads", create: ["user.created"] },
  accounts: {
    list: "reads",
    get: "reads",
    invite: ["account.created", "one-time-link.created", "user.created"],
    update: ["account.created"],
    reset: ["account.created", "one-time-link.created"],
    erase: ["account.deleted", "session.deleted", "user.erased"],
    createLink: ["account.created", "one-time-link.created"]
  },
  credentials: {
    get: "reads",
    setPassword: ["account.updated"],
    proposeTotp: ["account.updated"],
    confirmTotp: ["account.updated", "session.updated"],
    removeTotp: ["account.updated"],
    passkeyOptions: "reads",
    addPasskey: ["passkey.created", "session.updated"],
    removePasskey: ["passkey.deleted"]
  },
  sessions: {
    authenticate: "reads",
    signOut: ["session.deleted"],
    list: "reads",
    revoke: ["session.deleted"],
    revokeOthers: ["session.deleted"]
  },
  signIn: {
    password: ["session.created"],
    passkeyOptions: "reads",
    passkey: ["session.created"],
    means: "reads",
    code: ["session.updated"],
    confirmPassword: ["session.updated"],
    link: "reads",
    redeem: ["account.updated", "one-time-link.deleted", "session.created"],
    requestReset: ["one-time-link.created"],
    clean: "cleans"
  },
  providerSignIn: {
    admit: ["identity.created", "member.created", "session.created", "user.created"],
    confirm: ["session.updated"],
    connect: ["identity.created"]
  },
  openIdSignIn: {
    serverLabel: "reads",
    ways: "reads",
    begin: "reads",
    complete: ["account.created", "identity.created", "session.created", "user.created"]
  },
  samlSignIn: {
    metadata: "reads",
    start: "reads",
    finish: ["identity.created", "member.created", "session.created", "user.created"],
    signOut: ["session.deleted"],
    logout: ["session.deleted"]
  },
  apiTokens: {
    create: ["api-token.created"],
    rotate: ["api-token.created", "api-token.updated"],
    createFixed: ["api-token.created"],
    list: "reads",
    revoke: ["api-token.deleted"],
    authenticate: "reads",
    recordUses: "notes"
  },
  organizations: {
    list: "reads",
    get: "reads",
    create: ["member.created", "organization.created"],
    createFor: ["member.created", "organization.created"],
    update: ["organization.updated"],
    forEmailDomain: "reads"
  },
  emailDomains: { verify: ["organization.updated"] },
  serviceTokens: {
    list: "reads",
    create: ["api-token.created", "member.created", "user.created"],
    update: ["api-token.updated", "member.updated", "user.updated"],
    rotate: ["api-token.created", "api-token.updated"],
    remove: ["api-token.deleted", "member.deleted"]
  },
  members: {
    list: "reads",
    get: "reads",
    add: ["member.created"],
    update: ["member.updated"],
    setSso: ["member.updated"],
    remove: ["member.deleted"],
    ping: "notes",
    spaces: "reads"
  },
  teams: {
    list: "reads",
    create: ["team.created"],
    get: "reads",
    update: ["team.updated"],
    remove: ["team-member.deleted", "team.deleted"],
    ofMember: "reads",
    members: "reads",
    updateMembers: ["team-member.created"],
    setMember: ["team-member.created"],
    removeMember: ["team-member.deleted"]
  },
  contentGrants: {
    invite: ["grant.created"],
    users: "reads",
    teams: "reads",
    aggregate: "reads",
    siteAggregate: "reads",
    updateUser: ["grant.updated"],
    removeUser: ["grant.deleted"],
    updateTeam: ["team-grant.updated"],
    removeTeam: ["team-grant.deleted"]
  },
  accessExplanations: { explain: "reads", preview: "reads" },
  collections: {
    list: "reads",
    create: ["collection.created"],
    get: "reads",
    update: ["collection.updated"],
    remove: ["collection.updated", "site-structure.updated", "space.deleted", "space.updated"],
    spaces: "reads",
    move: ["collection.updated"],
    transfer: ["collection.updated", "collection.updated", "site-structure.updated", "space.updated", "space.updated"]
  },
  spaces: {
    list: "reads",
    create: ["space.created"],
    get: "reads",
    update: ["space.updated"],
    remove: ["site-structure.updated", "space.deleted"],
    duplicate: ["space.created", "space.restored"],
    restore: ["space.restored"],
    move: ["space.updated"],
    transfer: ["site-structure.updated", "space.updated", "space.updated"],
    purgeable: "reads",
    purge: ["space.purged"]
  },
  comments: {
    list: "reads",
    post: "content",
    get: "reads",
    update: "content",
    remove: "content",
    commenters: "reads",
    replies: "reads",
    reply: "content",
    getReply: "reads",
    updateReply: "content",
    removeReply: "content"
  },
  contents: {
    head: "reads",
    version: "reads",
    current: "reads",
    revision: "reads",
    pages: "reads",
    files: "reads",
    file: "reads",
    page: "reads",
    pageByPath: "reads",
    download: "reads"
  },
  changeRequests: {
    list: "reads",
    create: "content",
    get: "reads",
    update: "content",
    merge: "content",
    pull: "content",
    contributors: "reads",
    changes: "reads",
    conflicts: "reads",
    resolve: "content"
  },
  reviews: { list: "reads", submit: "content", requested: "reads", request: "content", withdraw: "content" },
  revisions: { changes: "reads", compare: "reads", rollback: "content" },
  contentEdits: { apply: "content" },
  files: { upload: "content" },
  uploads: {
    create: "content",
    begin: "content",
    append: "content",
    get: "reads",
    remove: "content",
    maxSize: "reads",
    clean: "cleans"
  },
  blobs: { collect: "cleans" },
  contentSync: { apply: "content", create: ["space.created"], folder: "reads", snapshot: "reads" },
  imports: { start: "content", run: "content", get: "reads", cancel: "content" },
  search: { space: "reads", organization: "reads", site: "reads" },
  invites: {
    list: "reads",
    create: ["invite.created"],
    get: "reads",
    update: ["invite.updated"],
    remove: ["invite.deleted"],
    inviteUsers: ["pending-member.created", "user.created"],
    joinWith: ["member.created"],
    join: ["member.created"]
  },
  userInvites: {
    list: "reads",
    accept: ["member.created", "pending-member.deleted"],
    decline: ["pending-member.deleted"]
  },
  scim: {
    users: "reads",
    user: "reads",
    createUser: ["member.created", "scim-user.created", "user.created"],
    replaceUser: ["member.updated", "scim-user.created"],
    patchUser: ["member.updated", "scim-user.created"],
    removeUser: ["member.deleted"],
    groups: "reads",
    group: "reads",
    createGroup: ["team-member.created", "team.created", "team.updated"],
    replaceGroup: ["team-member.created", "team-member.deleted", "team.updated"],
    patchGroup: ["team-member.created"],
    removeGroup: ["team-member.deleted", "team.deleted"],
    documents: "reads"
  },
  saml: {
    list: "reads",
    create: ["saml-provider.created"],
    get: "reads",
    update: ["saml-provider.updated"],
    remove: ["saml-provider.deleted"],
    logins: "reads"
  },
  openIdProviders: {
    list: "reads",
    create: ["openid-provider.created"],
    get: "reads",
    update: ["openid-provider.updated"],
    remove: ["openid-provider.deleted"]
  },
  openAPISpecs: {
    list: "reads",
    create: ["openapi-spec.created"],
    get: "reads",
    put: "content",
    update: ["openapi-spec.updated"],
    remove: ["openapi-spec.deleted"],
    versions: "reads",
    version: "reads",
    content: "reads",
    published: "reads",
    signed: "reads",
    refreshDue: "content"
  },
  sites: {
    list: "reads",
    create: ["site.created"],
    get: "reads",
    update: ["site.updated"],
    remove: ["share-link.deleted", "site-redirect.deleted", "site-structure.deleted", "site.deleted"],
    publish: ["site.published"],
    unpublish: ["site.unpublished"]
  },
  sitePublishing: {
    auth: "reads",
    updateAuth: ["site.updated"],
    regenerateAuth: ["site.updated"],
    rotateKey: ["site.updated"],
    removeKey: ["site.updated"]
  },
  siteSpaces: {
    list: "reads",
    add: ["site-structure.updated"],
    update: ["site-structure.updated"],
    remove: ["site-structure.updated"],
    move: "content"
  },
  siteSections: {
    list: "reads",
    add: ["site-structure.updated"],
    update: ["site-structure.updated"],
    remove: ["site-structure.updated"],
    move: ["site-structure.updated"]
  },
  siteSectionGroups: {
    list: "reads",
    add: ["site-structure.updated"],
    update: ["site-structure.updated"],
    remove: ["site-structure.updated"],
    addSection: ["site-structure.updated"],
    removeSection: ["site-structure.updated"],
    move: "content"
  },
  siteStructures: { get: "reads", sort: ["site-structure.updated"] },
  shareLinks: {
    list: "reads",
    create: ["share-link.created"],
    update: ["share-link.updated"],
    renew: ["share-link.updated"],
    remove: ["share-link.deleted"]
  },
  siteRedirects: {
    list: "reads",
    create: ["site-redirect.created"],
    update: ["site-redirect.updated"],
    remove: ["site-redirect.deleted"]
  },
  adaptiveSchemas: { get: "reads", set: ["adaptive-schema.created"], templateConditions: "reads" },
  customizations: { get: "reads", set: ["customization.created"] },
  publishedContents: { get: "reads", enter: "notes" },
  siteFeedbacks: { list: "reads", give: "notes", searched: "notes" },
  pdfs: { ofSpace: "content", ofSite: "content", ofChangeRequest: "content", download: "reads" },
  sitePages: {
    generation: "reads",
    find: "reads",
    onHost: "reads",
    site: "reads",
    outline: "reads",
    page: "reads",
    draft: "reads",
    compute: "reads",
    file: "reads",
    redirect: "reads",
    redirects: "reads",
    send: "reads",
    logo: "reads",
    indexed: "reads"
  },
  rateLimits: { take: "reads", wrongSecret: "reads", clean: "cleans" },
  secrets: { keys: "reads", reseal: ["encryption-keys.updated"] },
  integrity: { check: "reads", repair: "reads" },
  auditEvents: {
    list: "reads",
    server: "reads",
    after: "reads",
    position: "reads",
    setPosition: "notes",
    recordSettings: ["server-settings.updated"],
    recordRefusals: ["api-token.refused"],
    clean: "cleans"
  },
  links: { list: "reads", ofPage: "reads", toPage: "reads", toFile: "reads" }
}

/** The calls that a workspace without any port to the outside refuses, or that have nothing to do there. */
export const refused: ReadonlyArray<string> = [
  "adaptiveSchemas.get",
  "changeRequests.resolve",
  "contents.download",
  "imports.get",
  "imports.run",
  "openAPISpecs.content",
  "openAPISpecs.published",
  "openAPISpecs.signed",
  "openAPISpecs.version",
  "pdfs.download",
  "pdfs.ofChangeRequest",
  "pdfs.ofSite",
  "pdfs.ofSpace",
  "publishedContents.get",
  "reviews.request",
  "search.site",
  "siteFeedbacks.give",
  "siteFeedbacks.searched",
  "sitePages.file",
  "sitePages.indexed",
  "sitePages.page",
  "sitePages.redirects",
  "sitePages.send",
  "siteSectionGroups.move",
  "siteSpaces.move"
]
