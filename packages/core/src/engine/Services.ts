/**
 * The services of the engine: the engine, and the workspace object that a program gets, are derived from this list
 * alone.
 */
import * as Effect from "effect/Effect"
import { FileLimits } from "../blobs/FileLimits.js"
import * as Organizations from "../organizations/Organizations.js"
import { lazyService } from "../services/LazyService.js"
import * as ContentEdits from "../space-content/ContentEdits.js"
import * as Contents from "../space-content/Contents.js"
import * as Spaces from "../spaces/Spaces.js"
import * as Users from "../users/Users.js"

/**
 * The services of a workspace, by name; each is made from the repositories, from what services share, and from those
 * before it.
 */
export const services = {
  users: Users.service,
  accounts: lazyService("@lectern/core/Accounts", () => import("../accounts/Accounts.js"), [
    "list",
    "get",
    "invite",
    "update",
    "reset",
    "erase",
    "createLink"
  ]),
  credentials: lazyService("@lectern/core/Credentials", () => import("../accounts/Credentials.js"), [
    "get",
    "setPassword",
    "proposeTotp",
    "confirmTotp",
    "removeTotp",
    "passkeyOptions",
    "addPasskey",
    "removePasskey"
  ]),
  sessions: lazyService("@lectern/core/Sessions", () => import("../sessions/Sessions.js"), [
    "authenticate",
    "signOut",
    "list",
    "revoke",
    "revokeOthers"
  ]),
  signIn: lazyService("@lectern/core/SignIn", () => import("../sign-in/SignIn.js"), [
    "password",
    "passkeyOptions",
    "passkey",
    "means",
    "code",
    "confirmPassword",
    "link",
    "redeem",
    "requestReset",
    "clean"
  ]),
  providerSignIn: lazyService("@lectern/core/ProviderSignIn", () => import("../identities/ProviderSignIn.js"), [
    "admit",
    "confirm",
    "connect"
  ]),
  openIdSignIn: lazyService("@lectern/core/OpenIdSignIn", () => import("../openid/OpenIdSignIn.js"), [
    "serverLabel",
    "ways",
    "begin",
    "complete"
  ]),
  apiTokens: lazyService(
    "@lectern/core/ApiTokens",
    () => import("../api-tokens/ApiTokens.js"),
    ["create", "rotate", "createFixed", "list", "revoke", "authenticate"],
    { recordUses: "loaded" }
  ),
  organizations: Organizations.service,
  emailDomains: lazyService("@lectern/core/EmailDomains", () => import("../organizations/EmailDomains.js"), ["verify"]),
  serviceTokens: lazyService("@lectern/core/ServiceTokens", () => import("../api-tokens/ServiceTokens.js"), [
    "list",
    "create",
    "update",
    "rotate",
    "remove"
  ]),
  members: lazyService("@lectern/core/Members", () => import("../members/Members.js"), [
    "list",
    "get",
    "add",
    "update",
    "setSso",
    "remove",
    "ping",
    "spaces"
  ]),
  teams: lazyService("@lectern/core/Teams", () => import("../teams/Teams.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "ofMember",
    "members",
    "updateMembers",
    "setMember",
    "removeMember"
  ]),
  contentGrants: lazyService("@lectern/core/ContentGrants", () => import("../content-grants/ContentGrants.js"), [
    "invite",
    "users",
    "teams",
    "aggregate",
    "siteAggregate",
    "updateUser",
    "removeUser",
    "updateTeam",
    "removeTeam"
  ]),
  accessExplanations: lazyService("@lectern/core/AccessExplanations", () => import("../access/AccessExplanations.js"), [
    "explain",
    "preview"
  ]),
  collections: lazyService("@lectern/core/Collections", () => import("../collections/Collections.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "spaces",
    "move",
    "transfer"
  ]),
  spaces: Spaces.service,
  comments: lazyService("@lectern/core/Comments", () => import("../comments/Comments.js"), [
    "list",
    "post",
    "get",
    "update",
    "remove",
    "commenters",
    "replies",
    "reply",
    "getReply",
    "updateReply",
    "removeReply"
  ]),
  contents: Contents.service,
  changeRequests: lazyService("@lectern/core/ChangeRequests", () => import("../change-requests/ChangeRequests.js"), [
    "list",
    "create",
    "get",
    "update",
    "merge",
    "pull",
    "contributors",
    "changes",
    "conflicts",
    "resolve"
  ]),
  reviews: lazyService("@lectern/core/Reviews", () => import("../reviews/Reviews.js"), [
    "list",
    "submit",
    "requested",
    "request",
    "withdraw"
  ]),
  revisions: lazyService("@lectern/core/Revisions", () => import("../revisions/Revisions.js"), [
    "changes",
    "compare",
    "rollback"
  ]),
  contentEdits: ContentEdits.service,
  files: lazyService("@lectern/core/Files", () => import("../files/Files.js"), ["upload"]),
  uploads: lazyService(
    "@lectern/core/Uploads",
    () => import("../uploads/Uploads.js"),
    ["create", "begin", "append", "get", "remove"],
    { clean: "loaded", maxSize: Effect.map(FileLimits, ({ maxFileBytes }) => maxFileBytes) }
  ),
  blobs: lazyService("@lectern/core/Blobs", () => import("../garbage-collection/Blobs.js"), [], { collect: "loaded" }),
  contentSync: lazyService("@lectern/core/ContentSync", () => import("../space-content/ContentSync.js"), [
    "apply",
    "create",
    "folder",
    "snapshot"
  ]),
  imports: lazyService("@lectern/core/Imports", () => import("../imports/Imports.js"), [
    "start",
    "run",
    "get",
    "cancel"
  ]),
  search: lazyService("@lectern/core/Search", () => import("../search/Search.js"), ["space", "organization", "site"]),
  invites: lazyService("@lectern/core/Invites", () => import("../invites/Invites.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "inviteUsers",
    "joinWith",
    "join"
  ]),
  userInvites: lazyService("@lectern/core/UserInvites", () => import("../invites/UserInvites.js"), [
    "list",
    "accept",
    "decline"
  ]),
  scim: lazyService("@lectern/core/Scim", () => import("../scim/Scim.js"), [
    "users",
    "user",
    "createUser",
    "replaceUser",
    "patchUser",
    "removeUser",
    "groups",
    "group",
    "createGroup",
    "replaceGroup",
    "patchGroup",
    "removeGroup",
    "documents"
  ]),
  saml: lazyService("@lectern/core/Saml", () => import("../saml/Saml.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "logins"
  ]),
  samlSignIn: lazyService("@lectern/core/SamlSignIn", () => import("../saml/SamlSignIn.js"), [
    "metadata",
    "start",
    "finish",
    "signOut",
    "logout"
  ]),
  openIdProviders: lazyService("@lectern/core/OpenIdProviders", () => import("../openid/OpenIdProviders.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove"
  ]),
  translations: lazyService("@lectern/core/Translations", () => import("../translations/Translations.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove"
  ]),
  openAPISpecs: lazyService("@lectern/core/OpenAPISpecs", () => import("../openapi-specs/OpenAPISpecs.js"), [
    "list",
    "create",
    "get",
    "put",
    "update",
    "remove",
    "versions",
    "version",
    "content",
    "published",
    "signed",
    "refreshDue"
  ]),
  sites: lazyService("@lectern/core/Sites", () => import("../sites/Sites.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "publish",
    "unpublish"
  ]),
  sitePublishing: lazyService("@lectern/core/SitePublishing", () => import("../sites/SitePublishing.js"), [
    "auth",
    "updateAuth",
    "regenerateAuth",
    "rotateKey",
    "removeKey"
  ]),
  siteSpaces: lazyService("@lectern/core/SiteSpaces", () => import("../sites/site-spaces/SiteSpaces.js"), [
    "list",
    "add",
    "update",
    "remove",
    "move"
  ]),
  siteSections: lazyService("@lectern/core/SiteSections", () => import("../sites/site-sections/SiteSections.js"), [
    "list",
    "add",
    "update",
    "remove",
    "move"
  ]),
  siteSectionGroups: lazyService(
    "@lectern/core/SiteSectionGroups",
    () => import("../sites/site-sections/SiteSectionGroups.js"),
    ["list", "add", "update", "remove", "addSection", "removeSection", "move"]
  ),
  siteStructures: lazyService(
    "@lectern/core/SiteStructures",
    () => import("../sites/site-structure/SiteStructures.js"),
    ["get", "sort"]
  ),
  shareLinks: lazyService("@lectern/core/ShareLinks", () => import("../sites/share-links/ShareLinks.js"), [
    "list",
    "create",
    "update",
    "renew",
    "remove"
  ]),
  siteRedirects: lazyService("@lectern/core/SiteRedirects", () => import("../sites/site-redirects/SiteRedirects.js"), [
    "list",
    "create",
    "update",
    "remove"
  ]),
  adaptiveSchemas: lazyService(
    "@lectern/core/AdaptiveSchemas",
    () => import("../sites/adaptive-content/AdaptiveSchemas.js"),
    ["get", "set", "templateConditions"]
  ),
  customizations: lazyService(
    "@lectern/core/Customizations",
    () => import("../sites/customization/Customizations.js"),
    ["get", "set"]
  ),
  publishedContents: lazyService(
    "@lectern/core/PublishedContents",
    () => import("../sites/published-content/PublishedContents.js"),
    ["get", "enter"]
  ),
  sitePages: lazyService("@lectern/core/SitePages", () => import("../site-reading/SitePages.js"), [
    "find",
    "onHost",
    "site",
    "outline",
    "page",
    "file",
    "redirect",
    "redirects",
    "send",
    "indexed"
  ]),
  siteFeedbacks: lazyService("@lectern/core/SiteFeedbacks", () => import("../sites/feedback/SiteFeedbacks.js"), [
    "list",
    "give",
    "searched"
  ]),
  pdfs: lazyService("@lectern/core/Pdfs", () => import("../pdf/Pdfs.js"), [
    "ofSpace",
    "ofSite",
    "ofChangeRequest",
    "download"
  ]),
  rateLimits: lazyService("@lectern/core/RateLimits", () => import("../rate-limits/RateLimits.js"), [
    "take",
    "wrongSecret",
    "clean"
  ]),
  secrets: lazyService("@lectern/core/Secrets", () => import("../sealed-secrets/Secrets.js"), ["keys", "reseal"]),
  integrity: lazyService("@lectern/core/Integrity", () => import("../integrity/Integrity.js"), ["check", "repair"]),
  auditEvents: lazyService("@lectern/core/AuditEvents", () => import("../audit-events/AuditEvents.js"), [
    "list",
    "server",
    "after",
    "position",
    "setPosition",
    "recordSettings",
    "recordRefusals",
    "clean"
  ]),
  links: lazyService("@lectern/core/Links", () => import("../links/Links.js"), ["list", "ofPage", "toPage", "toFile"])
}
