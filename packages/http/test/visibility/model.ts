/** Who may do what: every operation with the level that it needs on what, as the manual says it and apart from the code. */
import type { Caller, Place, Target } from "./place.js"
import { jsonSchema, order } from "./place.js"

type Level = (typeof order)[number]

/** What happens to a call: it gets through to the work, or it does not. */
export type Verdict = "through" | 403 | 404

/** An operation of the model; the paths come from the declaration. */
export interface Entry {
  readonly on: "nobody" | "organization" | Target["kind"]
  /** `member` is every member, guests too. */
  readonly needs: Level | "member"
  /** What guests get who would get through, or, on the organization, whatever it needs. */
  readonly guest?: Verdict
  /** What members get whose level is too low, instead of 403; or everybody, for what is nobody's. */
  readonly refused?: 404
  /** What people get who are in no way in the organization, instead of 404. */
  readonly outsider?: Verdict
  /** Also needs the level `create` where the thing is. */
  readonly around?: true
  /** Also needs the role `create`: always, or to lead out of a collection to the root. */
  readonly role?: "always" | "nested"
  /** The parameter of the body that a call speaks of, where that is not the last one of its path. */
  readonly speaksOf?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: (place: Place, target: Target | undefined) => unknown
}

const rank = (level: Level | null): number => (level === null ? -1 : order.indexOf(level))

/** What the model says happens. DELETE is told nothing of what is not there. */
export const expected = (entry: Entry, caller: Caller, target: Target | undefined): Verdict => {
  if (entry.on === "nobody") return entry.refused ?? "through"
  if (entry.on === "organization") {
    if (caller === "outsider") return entry.outsider ?? 404
    if (caller === "guest") return entry.guest ?? (entry.needs === "member" ? "through" : (entry.refused ?? 403))
    if (entry.needs === "member" || rank(caller) >= rank(entry.needs)) return "through"
    return entry.refused ?? 403
  }
  const level = target?.level[caller] ?? null
  if (level === null) return 404
  if (entry.needs !== "member" && rank(level) < rank(entry.needs)) return entry.refused ?? 403
  if (entry.around === true) {
    const around = target?.around[caller] ?? null
    if (around === null) return target?.nested === true ? 404 : 403
    if (rank(around) < rank("create")) return 403
  }
  if (entry.role === "always" || (entry.role === "nested" && target?.nested === true)) {
    if (caller === "guest" || caller === "outsider" || rank(caller) < rank("create")) return 403
  }
  return caller === "guest" ? (entry.guest ?? "through") : "through"
}

const space = (needs: Level, more: Partial<Entry> = {}): Entry => ({ on: "space", needs, ...more })
const collection = (needs: Level, more: Partial<Entry> = {}): Entry => ({ on: "collection", needs, ...more })
const site = (needs: Level, more: Partial<Entry> = {}): Entry => ({ on: "site", needs, ...more })
const organization = (needs: Level | "member", more: Partial<Entry> = {}): Entry => ({
  on: "organization",
  needs,
  ...more
})
const nobody = (more: Partial<Entry> = {}): Entry => ({ on: "nobody", needs: "member", ...more })

const body = (value: unknown) => ({ body: () => value })
const empty = body({})
const absentToGuests = { guest: 404 } as const
const transferred: Partial<Entry> = { role: "always", body: ({ second }) => ({ organization: second }) }
const said = body({ body: { markdown: "Hello" } })
const grants = (name: string, of: (needs: Level, more?: Partial<Entry>) => Entry): Readonly<Record<string, Entry>> => ({
  [`inviteTo${name}`]: of("create", {
    ...absentToGuests,
    body: ({ params }) => ({ role: "edit", users: [params.userId] })
  }),
  [`listUserPermissionsIn${name}`]: of("create", { guest: 403 }),
  [`listTeamPermissionsIn${name}`]: of("create", { guest: 403 }),
  [`listPermissionsAggregateIn${name}`]: of("create", { guest: 403 }),
  [`updateUserPermissionIn${name}`]: of("create", { ...absentToGuests, ...body({ role: "read" }) }),
  [`removeUserFrom${name}`]: of("create"),
  [`updateTeamPermissionIn${name}`]: of("create", { ...absentToGuests, ...body({ role: "read" }) }),
  [`removeTeamFrom${name}`]: of("create")
})

const found = { url: "https://docs.example/", source: "website" }

/** The model, by the operation's name. */
export const model: Readonly<Record<string, Entry>> = {
  importContent: space("edit", body(found)),
  importContentInChangeRequest: space("edit", body(found)),
  getImport: space("edit", { refused: 404 }),
  cancelImport: space("edit", { refused: 404 }),
  uploadFile: space("edit", empty),
  createUpload: space("edit", { headers: { "tus-resumable": "1.0.0", "upload-length": "5" } }),
  getUpload: space("edit"),
  appendToUpload: space("edit", {
    headers: { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    ...empty
  }),
  deleteUpload: space("edit"),

  getAuthenticatedUser: nobody(),
  getUserById: organization("read", absentToGuests),
  listOrganizationsForAuthenticatedUser: nobody(),
  createOrganization: nobody(body({ title: "Made" })),
  getOrganizationsForEmailDomain: nobody(),
  verifyOrganizationEmailDomain: organization("admin"),
  listUserInvites: nobody(),
  acceptUserInvite: nobody({ refused: 404 }),
  declineUserInvite: nobody(),

  listApiTokens: nobody(),
  createApiToken: nobody(body({ label: "Made" })),
  deleteApiToken: nobody(),
  rotateApiToken: organization("admin", { refused: 404, guest: 404, ...empty }),
  listAuditEvents: organization("admin"),
  listOrganizationTokens: organization("admin"),
  createOrganizationToken: organization("admin", body({ label: "Made" })),
  updateOrganizationToken: organization("admin", empty),
  rotateOrganizationToken: organization("admin", empty),
  deleteOrganizationToken: organization("admin"),

  getOrganizationById: organization("member"),
  updateOrganizationById: organization("admin", body({ title: "Renamed" })),
  searchOrganizationContent: organization("member", { query: "?query=guide" }),
  listMembersInOrganizationById: organization("read"),
  getMemberInOrganizationById: organization("read", absentToGuests),
  updateMemberInOrganizationById: organization("admin", { ...absentToGuests, ...body({ role: "edit" }) }),
  removeMemberFromOrganizationById: organization("admin", absentToGuests),
  setUserAsSSOMemberForOrganization: organization("admin", absentToGuests),
  updateOrganizationMemberLastSeenAt: organization("member"),
  listSpacesForOrganizationMember: organization("admin", absentToGuests),
  listTeamsForOrganizationMember: organization("admin", absentToGuests),

  listTeamsInOrganizationById: organization("read"),
  createOrganizationTeam: organization("admin", body({ title: "Made" })),
  getTeamInOrganizationById: organization("read", absentToGuests),
  updateTeamInOrganizationById: organization("admin", { ...absentToGuests, ...body({ title: "Renamed" }) }),
  removeTeamFromOrganizationById: organization("admin", absentToGuests),
  listTeamMembersInOrganizationById: organization("read", absentToGuests),
  updateMembersInOrganizationTeam: organization("admin", { ...absentToGuests, ...empty }),
  addMemberToOrganizationTeamById: organization("admin", { ...absentToGuests, ...empty }),
  deleteMemberFromOrganizationTeamById: organization("admin", absentToGuests),

  listTranslations: organization("read"),
  createTranslation: organization("create", body({ title: "Made" })),
  getTranslation: organization("read", absentToGuests),
  updateTranslation: organization("create", { ...absentToGuests, ...body({ title: "Renamed" }) }),
  deleteTranslation: organization("create", absentToGuests),
  listOpenAPISpecs: organization("read"),
  createOpenAPISpec: organization("create", body({ slug: "made", source: { text: "x" } })),
  getOpenAPISpecBySlug: organization("read", absentToGuests),
  createOrUpdateOpenAPISpecBySlug: organization("create", body({ source: { text: "x" } })),
  deleteOpenAPISpecBySlug: organization("create", absentToGuests),
  updateOpenAPISpecBySlug: organization("create", { ...absentToGuests, ...body({ visibility: "public" }) }),
  listOpenAPISpecVersions: organization("read", absentToGuests),
  getLatestOpenAPISpecVersion: organization("read", absentToGuests),
  getLatestOpenAPISpecVersionContent: organization("read", absentToGuests),
  getOpenAPISpecVersionById: organization("read", absentToGuests),
  getOpenAPISpecVersionContentById: organization("read", absentToGuests),

  listSAMLProvidersInOrganizationById: organization("admin"),
  createOrganizationSAMLProvider: organization("admin", body({ label: "Made" })),
  getOrganizationSAMLProviderById: organization("admin"),
  updateOrganizationSAMLProvider: organization("admin", body({ label: "Renamed" })),
  deleteOrganizationSAMLProvider: organization("admin"),
  listOpenIDProvidersInOrganization: organization("admin"),
  createOpenIDProvider: organization(
    "admin",
    body({ label: "Made", issuer: "https://idp.example", clientId: "lectern" })
  ),
  getOpenIDProvider: organization("admin"),
  updateOpenIDProvider: organization("admin", body({ label: "Renamed" })),
  deleteOpenIDProvider: organization("admin"),
  listSSOProviderLoginsInOrganization: organization("member"),

  inviteUsersToOrganization: organization("admin", body({ emails: ["new@example.org"], role: "read" })),
  joinOrganizationWithInvite: organization("member", { outsider: "through" }),
  joinOrganization: organization("member", { outsider: "through" }),
  listOrganizationInviteLinks: organization("member"),
  createOrganizationInvite: organization("admin", body({ role: "read" })),
  getOrganizationInviteLink: organization("admin", { refused: 404 }),
  updateOrganizationInviteById: organization("admin", { refused: 404, ...body({ role: "read" }) }),
  deleteOrganizationInviteById: organization("admin", { refused: 404 }),

  listCollectionsInOrganizationById: organization("member"),
  createCollection: organization("create", empty),
  getCollectionById: collection("read"),
  updateCollectionById: collection("create", empty),
  deleteCollectionById: collection("create"),
  listSpacesInCollectionById: collection("read"),
  moveCollection: collection("create", { role: "nested", ...body({ parent: null }) }),
  transferCollection: collection("create", transferred),
  ...grants("Collection", collection),

  listSpacesInOrganizationById: organization("member"),
  createSpace: organization("create", empty),
  getSpaceById: space("read"),
  updateSpaceById: space("create", empty),
  deleteSpaceById: space("create"),
  duplicateSpace: space("create", { around: true }),
  restoreSpace: space("create"),
  moveSpace: space("create", { role: "nested", ...body({ parent: null }) }),
  transferSpace: space("create", transferred),
  searchSpaceContent: space("read", { query: "?query=guide" }),
  getCurrentRevision: space("read"),
  updateSpaceContent: space("edit", body({ changes: [{ operation: "insert_page", title: "New" }] })),
  listPages: space("read"),
  listFiles: space("read"),
  getFileById: space("read"),
  getPageById: space("read"),
  getPageByPath: space("read"),
  getRevisionById: space("read"),
  listPagesInRevisionById: space("read"),
  listFilesInRevisionById: space("read"),
  getPageInRevisionById: space("read"),
  listCommentsInSpace: space("read"),
  postCommentInSpace: space("comment", said),
  getCommentInSpace: space("read"),
  updateCommentInSpace: space("comment", body({ addedReactions: ["🎉"] })),
  deleteCommentInSpace: space("review"),
  listCommentRepliesInSpace: space("read"),
  postCommentReplyInSpace: space("comment", said),
  getCommentReplyInSpace: space("read"),
  updateCommentReplyInSpace: space("comment", body({ addedReactions: ["🎉"] })),
  deleteCommentReplyInSpace: space("review"),
  listCommentersInSpace: space("read"),
  ...grants("Space", space),
  getRevisionSemanticChanges: space("read"),
  listSpaceLinks: space("read"),
  listPageLinksInSpace: space("read"),
  listSpacePageBacklinks: space("read"),
  listSpaceFileBacklinks: space("read"),

  listChangeRequestsForSpace: space("read"),
  createChangeRequest: space("edit", empty),
  getChangeRequestById: space("read"),
  updateChangeRequestById: space("edit", body({ subject: "Renamed" })),
  mergeChangeRequest: space("review"),
  updateChangeRequest: space("edit"),
  resolveChangeRequestConflicts: space("edit", {
    body: (_, target) => ({
      resolutions: [{ item: target?.params.pageId, where: target?.params.conflict, take: "main" }]
    })
  }),
  getRevisionOfChangeRequestById: space("read"),
  updateChangeRequestContent: space("edit", body({ changes: [{ operation: "insert_page", title: "New" }] })),
  listPagesInChangeRequest: space("read"),
  listFilesInChangeRequestById: space("read"),
  getFileInChangeRequestById: space("read"),
  getPageInChangeRequestById: space("read"),
  getChangeRequestChanges: space("read"),
  getChangeRequestPDF: space("read"),
  getSpacePDF: space("read"),
  listChangeRequestLinks: space("read"),
  listPageLinksInChangeRequest: space("read"),
  listChangeRequestPageBacklinks: space("read"),
  listChangeRequestFileBacklinks: space("read"),
  listCommentsInChangeRequest: space("read"),
  postCommentInChangeRequest: space("comment", said),
  getCommentInChangeRequest: space("read"),
  updateCommentInChangeRequest: space("comment", body({ addedReactions: ["🎉"] })),
  deleteCommentInChangeRequest: space("review"),
  listCommentRepliesInChangeRequest: space("read"),
  postCommentReplyInChangeRequest: space("comment", said),
  getCommentReplyInChangeRequest: space("read"),
  updateCommentReplyInChangeRequest: space("comment", body({ addedReactions: ["🎉"] })),
  deleteCommentReplyInChangeRequest: space("review"),
  listCommentersInChangeRequest: space("read"),
  getReviewsByChangeRequestId: space("read"),
  submitChangeRequestReview: space("review", body({ status: "approved" })),
  getRequestedReviewersByChangeRequestId: space("read"),
  requestReviewersForChangeRequest: space("edit", {
    ...absentToGuests,
    speaksOf: "userId",
    body: ({ params }) => ({ users: [params.userId] })
  }),
  removeRequestedReviewerFromChangeRequest: space("edit"),
  getContributorsByChangeRequestId: space("read"),

  listSites: organization("member"),
  createSite: organization("create", empty),
  getSiteById: site("read"),
  updateSiteById: site("create", empty),
  deleteSiteById: site("create"),
  publishSite: site("create"),
  unpublishSite: site("create"),
  getSitePublishingAuthById: site("create"),
  updateSitePublishingAuthById: site("create", empty),
  regenerateSitePublishingAuthById: site("create"),
  rotateSitePublishingKey: site("create"),
  deleteSitePublishingKeyById: site("create"),
  ...grants("Site", site),
  listSiteSpaces: site("read"),
  addSpaceToSite: site("create", { body: ({ spare }) => ({ spaceId: spare }) }),
  deleteSiteSpaceById: site("create"),
  updateSiteSpaceById: site("create", empty),
  moveSiteSpace: site("create", empty),
  listSiteSections: site("read"),
  addSectionToSite: site("create", { body: ({ spare }) => ({ spaceId: spare }) }),
  deleteSiteSectionById: site("create"),
  updateSiteSectionById: site("create", empty),
  moveSiteSection: site("create", empty),
  listSiteSectionGroups: site("read"),
  addSectionGroupToSite: site("create", body({ title: "Made" })),
  deleteSiteSectionGroupById: site("create"),
  updateSiteSectionGroupById: site("create", empty),
  addSectionToGroup: site("create", { body: (_, target) => ({ sectionId: target?.params.siteSectionId }) }),
  removeSectionFromGroup: site("create"),
  moveSiteSectionGroup: site("create", empty),
  listSiteShareLinks: site("create"),
  createSiteShareLink: site("create", body({ name: "Made" })),
  updateSiteShareLinkById: site("create", empty),
  renewSiteShareLink: site("create"),
  deleteSiteShareLinkById: site("create"),
  listSiteRedirects: site("create"),
  createSiteRedirect: site("create", {
    body: (_, target) => ({
      source: "/new",
      destination: { kind: "site-space", siteSpaceId: target?.params.siteSpaceId }
    })
  }),
  updateSiteRedirectById: site("create", empty),
  deleteSiteRedirectById: site("create"),
  getSiteCustomizationById: site("read"),
  updateSiteCustomizationById: site("create", empty),
  listSiteFeedback: site("edit"),
  giveSiteFeedback: site("read", {
    body: (_, target) => ({ siteSpace: target?.params.siteSpaceId, page: "unknown", helpful: true })
  }),
  getSiteAdaptiveSchema: site("read"),
  updateSiteAdaptiveSchema: site("create", body({ jsonSchema })),
  listSiteAdaptiveTemplateConditions: site("read"),
  getPublishedContentSite: site("read"),
  searchSiteContent: site("read", { query: "?query=guide" }),
  getSiteStructure: site("read"),
  sortSiteStructure: site("create", {
    body: (_, target) => ({ item: { type: "site-space", id: target?.params.siteSpaceId } })
  })
}
