/** The services of this floor, each with the way to load it. */

import { lazyService } from "../storage/services/LazyService.js"
import * as Access from "./access/Access.js"
import * as Organizations from "./organizations/Organizations.js"
import * as Users from "./users/Users.js"

/** Values that services share and nobody else uses, each made from the preceding ones. */
export const shared = [Access.service] as const

/** The services that this floor adds to a workspace, by name; each is made from what was made before it. */
export const services = {
  users: Users.service,
  accounts: lazyService("Accounts", () => import("./accounts/Accounts.js"), [
    "list",
    "get",
    "invite",
    "update",
    "reset",
    "erase",
    "createLink"
  ]),
  credentials: lazyService("Credentials", () => import("./accounts/Credentials.js"), [
    "get",
    "setPassword",
    "proposeTotp",
    "confirmTotp",
    "removeTotp",
    "passkeyOptions",
    "addPasskey",
    "removePasskey"
  ]),
  sessions: lazyService("Sessions", () => import("./sessions/Sessions.js"), [
    "authenticate",
    "token",
    "authenticateToken",
    "authenticateHost",
    "signOut",
    "list",
    "revoke",
    "revokeOthers"
  ]),
  signIn: lazyService("SignIn", () => import("./sign-in/SignIn.js"), [
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
  providerSignIn: lazyService("ProviderSignIn", () => import("./identities/ProviderSignIn.js"), [
    "admit",
    "confirm",
    "connect"
  ]),
  openIdSignIn: lazyService("OpenIdSignIn", () => import("./openid/OpenIdSignIn.js"), [
    "serverLabel",
    "ways",
    "begin",
    "complete"
  ]),
  apiTokens: lazyService(
    "ApiTokens",
    () => import("./api-tokens/ApiTokens.js"),
    ["create", "rotate", "createFixed", "list", "revoke", "authenticate"],
    { recordUses: "loaded" }
  ),
  organizations: Organizations.service,
  emailDomains: lazyService("EmailDomains", () => import("./organizations/EmailDomains.js"), ["verify"]),
  serviceTokens: lazyService("ServiceTokens", () => import("./api-tokens/ServiceTokens.js"), [
    "list",
    "create",
    "update",
    "rotate",
    "remove"
  ]),
  members: lazyService("Members", () => import("./members/Members.js"), [
    "list",
    "get",
    "add",
    "update",
    "setSso",
    "remove",
    "ping",
    "spaces"
  ]),
  teams: lazyService("Teams", () => import("./teams/Teams.js"), [
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
  contentGrants: lazyService("ContentGrants", () => import("./content-grants/ContentGrants.js"), [
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
  accessExplanations: lazyService("AccessExplanations", () => import("./access/AccessExplanations.js"), [
    "explain",
    "explainSpace",
    "preview"
  ]),
  invites: lazyService("Invites", () => import("./invites/Invites.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "inviteUsers",
    "joinWith",
    "join"
  ]),
  userInvites: lazyService("UserInvites", () => import("./invites/UserInvites.js"), ["list", "accept", "decline"]),
  scim: lazyService("Scim", () => import("./scim/Scim.js"), [
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
  saml: lazyService("Saml", () => import("./saml/Saml.js"), ["list", "create", "get", "update", "remove", "logins"]),
  samlSignIn: lazyService("SamlSignIn", () => import("./saml/SamlSignIn.js"), [
    "metadata",
    "start",
    "finish",
    "signOut",
    "logout"
  ]),
  openIdProviders: lazyService("OpenIdProviders", () => import("./openid/OpenIdProviders.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove"
  ]),
  rateLimits: lazyService("RateLimits", () => import("./rate-limits/RateLimits.js"), ["take", "wrongSecret", "clean"])
}
