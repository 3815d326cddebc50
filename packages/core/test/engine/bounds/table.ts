/** Every limit, form and enumeration of the API's inputs. */
import {
  CreateApiToken,
  CreateServiceToken,
  RotateApiToken,
  UpdateServiceToken
} from "@lectern/core/api-tokens/ApiToken"
import { CollectionsQuery, CreateCollection, UpdateCollection } from "@lectern/core/collections/Collection"
import { CommentsQuery, PostComment, UpdateComment, UpdateCommentReply } from "@lectern/core/comments/Comment"
import { ContentBatch } from "@lectern/core/content/ContentChange"
import { AggregateQuery, InviteUsersAndTeams, UpdateGrant } from "@lectern/core/content-grants/ContentGrant"
import { ImportContent } from "@lectern/core/imports/Import"
import { InviteUsers, LinkInviteInput, UpdateLinkInvite } from "@lectern/core/invites/LinkInvite"
import { ListQuery } from "@lectern/core/lists/List"
import { MemberSpacesQuery, MembersQuery, UpdateMember } from "@lectern/core/members/Member"
import { CreateOpenAPISpec, PutOpenAPISpec, UpdateOpenAPISpec } from "@lectern/core/openapi-specs/OpenAPISpec"
import { CreateOpenIdProvider, UpdateOpenIdProvider } from "@lectern/core/openid/OpenIdProvider"
import { Move } from "@lectern/core/ordering/Position"
import { CreateOrganization, UpdateOrganization } from "@lectern/core/organizations/Organization"
import { ChangeRequestPdfQuery } from "@lectern/core/pdf/Pdf"
import { CreateSamlProvider, UpdateSamlProvider } from "@lectern/core/saml/SamlProvider"
import { SearchInput } from "@lectern/core/search/SearchResult"
import { CreateSpace, UpdateSpace } from "@lectern/core/spaces/Space"
import { CreateTeam, SetTeamMember, UpdateTeam, UpdateTeamMembers } from "@lectern/core/teams/Team"
import { CreateUser } from "@lectern/core/users/User"
import { resources } from "../../people/access/resources.js"
import { changeRequests } from "./changeRequests.js"
import {
  address,
  choice,
  form,
  integer,
  items,
  nullable,
  type Subject,
  scalar,
  spelled,
  subject,
  text
} from "./fields.js"
import { sites } from "./sites.js"

const [inviteToOrganization, inviteToSpace, inviteToCollection] = LinkInviteInput.members
const [updateRole, updateLevel] = UpdateLinkInvite.members
const roles = ["admin", "create", "review", "edit", "comment", "read"]
const role = choice(...roles)
const roleOrGuest = nullable(role)
const level = nullable(choice(...roles, "inherit"))
const order = choice("asc", "desc")
const title50 = text(0, 50)
const spaces = items(1, 100, (index) => `space${index}`)
const scope = choice("read", "write", "admin")
const tokenLimits = { scopes: items(1, 3, () => "read"), "scopes.0": scope, spaces }
const tokenFields = { label: text(1, 100), ...tokenLimits }
const url = [
  text(20, 2048, address),
  form(["http://e.co", "https://例え.jp/ü"], ["", "e.co", "/a", "ftp://e.co", "javascript:1"])
]
const nullableUrl = [nullable(text(20, 2048, address)), nullable(form(["http://e.co"], ["", "mailto:a@b.co"]))]
const emoji = form(
  ["🦊", "1f98a", "❤️", "2764", "2764-fe0f", "🇨🇭", "1f1e8-1f1ed", "👩‍👩‍👧‍👦", "1f469-200d-1f469-200d-1f467-200d-1f466"],
  ["", "fox", "🦊🦊", "1F98A", "61", "1f98a-", spelled("🦊", 51)]
)
const icon = [
  text(1, 50, (length) => spelled("a", length)),
  form(["gear", "circle-2"], ["", "Gear", "-a", "a b", "😀"])
]
const hostname = [
  text(3, 32, (length) => spelled("a", length)),
  form(["abc", "a-1"], ["", "ab", "-ab", "ab-", "A.b", "münchen", spelled("é", 3)])
]
const domains = items(0, 100, (index) => `d${index}.example`)
const domain = form(
  ["e.co", "E.CO", "a-b.example.com"],
  ["", "e", ".co", "-a.co", "münchen.de", `${spelled("a", 64)}.co`]
)
const email = form(
  ["a@b.co", "A@B.CO", `${spelled("a", 249)}@b.co`],
  ["", "a", "a@b", "a b@c.co", `${spelled("a", 250)}@b.co`]
)
const pointed = choice("space", "collection")
const pointer = { type: "space", space: "a", collection: "b" }
const reactions = { "addedReactions.0": emoji, "removedReactions.0": emoji }
const oneReaction = { addedReactions: ["🦊"], removedReactions: ["🦊"] }
const ref = [text(1, 64, (length) => spelled("a", length)), form(["a_1", "A-b"], ["", "a b", "é", "a/b"])]
const page = { operation: "insert_page", title: "A page" }
const ofPage = {
  "changes.0.title": text(1, 256),
  "changes.0.slug": [
    text(1, 100, (length) => spelled("é", length)),
    form(["a-1", "語", "v1.0", "..."], ["", "a/b", "a b", ".", ".."])
  ],
  "changes.0.description": nullable(text(0, 1024)),
  "changes.0.condition": nullable(text(1, 1024, (length) => spelled("1", length))),
  "changes.0.emoji": nullable(emoji),
  "changes.0.icon": icon.map(nullable)
}

const organizations: ReadonlyArray<Subject> = [
  subject(
    "an organization",
    CreateOrganization,
    {
      title: text(2, 255),
      emailDomains: domains,
      "emailDomains.0": domain,
      hostname,
      type: choice("business", "community"),
      useCase: choice(
        "internalDocs",
        "docsSite",
        "audienceControlledSite",
        "productDocs",
        "teamKnowledgeBase",
        "designSystem",
        "openSourceDocs",
        "notes",
        "other"
      ),
      communityType: choice("nonProfit", "openSource", "education")
    },
    { title: "An organization", emailDomains: ["e.co"] }
  ),
  subject("a change of an organization", UpdateOrganization, {
    title: text(2, 255),
    emailDomains: domains,
    hostname,
    logo: nullableUrl,
    secondFactor: choice("optional", "required"),
    defaultRole: roleOrGuest
  }),
  subject(
    "a default content",
    UpdateOrganization,
    { "defaultContent.type": choice("site") },
    { defaultContent: { type: "site", site: "a" } }
  ),
  subject("a list", ListQuery, { limit: integer(0, 1000) }),
  subject("a PDF", ChangeRequestPdfQuery, {
    title: text(1, 200),
    subtitle: text(1, 200),
    version: text(1, 100),
    date: form(
      ["2026-01-31", "2024-02-29", "0001-01-01"],
      ["", "2026-02-29", "2026-13-01", "2026-1-1", "31.01.2026", "2026-01-31T00:00:00Z"]
    ),
    language: form(["en", "pt-BR", "zh-Hans-CN", "gsw"], ["", "e", "english", "en_US", "en-", "de-DE-1901-x-a-b"]),
    contentsDepth: integer(0, 6)
  }),
  subject(
    "a search",
    SearchInput,
    { query: { ...text(0, 512), anything: true }, limit: integer(0, 1000) },
    { query: "a" }
  ),
  subject(
    "an import",
    ImportContent,
    {
      url,
      source: choice("website", "docx", "markdown", "html", "zip", "confluence", "github-wiki", "notion", "google-docs")
    },
    { url: "https://e.co", source: "website" }
  ),
  subject("a user", CreateUser, { displayName: text(1, 100), photoURL: url }, { displayName: "A", email: "a@b.co" }),
  subject("an API token", CreateApiToken, tokenFields, { label: "a", scopes: ["read"] }),
  subject("a rotation of a token", RotateApiToken, { overlap: integer(0, 604_800) }),
  subject("a token of an organization", CreateServiceToken, tokenFields, { label: "a", scopes: ["read"] }),
  subject("a change of a token of an organization", UpdateServiceToken, tokenFields, { scopes: ["read"] })
]

const people: ReadonlyArray<Subject> = [
  subject("a change of a member", UpdateMember, { role: roleOrGuest }),
  subject("a list of members", MembersQuery, {
    order,
    role: choice(...roles, "guest"),
    sort: choice("joinedAt", "lastSeenAt"),
    limit: integer(0, 1000)
  }),
  subject("a list of a member's spaces", MemberSpacesQuery, { order }),
  subject("a team", CreateTeam, { title: text(1, 64) }, { title: "A" }),
  subject("a change of a team", UpdateTeam, { title: text(1, 64) }),
  subject("a team's member", SetTeamMember, { role: choice("owner", "member") }),
  subject("a team's members", UpdateTeamMembers, { "memberships.*.role": choice("owner", "member") }),
  subject("an invite link", inviteToOrganization, { role: roleOrGuest }),
  subject("an invite link to a space", inviteToSpace, { level: roleOrGuest }, { level: null, space: "a" }),
  subject(
    "an invite link to a collection",
    inviteToCollection,
    { level: roleOrGuest },
    { level: null, collection: "a" }
  ),
  subject("a change of an invite link", updateRole, { role: roleOrGuest }),
  subject("a change of an invite link to content", updateLevel, { level: roleOrGuest }),
  subject(
    "an invitation",
    InviteUsers,
    {
      role: roleOrGuest,
      emails: items(0, 1000, (index) => `a${index}@b.co`),
      "emails.0.email": email,
      "emails.0.role": roleOrGuest
    },
    { emails: [{ email: "a@b.co", role: null }] }
  ),
  subject("a grant", InviteUsersAndTeams, { role: roleOrGuest }, { role: null, users: ["ada"] }),
  subject("a change of a grant", UpdateGrant, { role: roleOrGuest }),
  subject("a list of everybody with access", AggregateQuery, { role }),
  ...[
    subject(
      "a SAML provider",
      CreateSamlProvider,
      {
        label: text(1, 30),
        entityID: text(0, 1024),
        certificate: text(0, 10_000),
        ssoURL: url,
        sloURL: nullableUrl,
        defaultRole: roleOrGuest
      },
      { label: "A" }
    ),
    subject("a change of a SAML provider", UpdateSamlProvider, {
      label: text(1, 30),
      entityID: text(0, 1024),
      certificate: text(0, 10_000),
      ssoURL: url,
      sloURL: nullableUrl,
      defaultRole: roleOrGuest
    }),
    subject(
      "an OpenID provider",
      CreateOpenIdProvider,
      {
        label: text(1, 30),
        issuer: url,
        clientId: text(1, 255),
        clientSecret: text(1, 1024),
        defaultRole: roleOrGuest
      },
      { label: "A", issuer: "https://idp.example", clientId: "lectern" }
    ),
    subject("a change of an OpenID provider", UpdateOpenIdProvider, {
      label: text(1, 30),
      issuer: url,
      clientSecret: nullable(text(1, 1024)),
      clientId: text(1, 255),
      defaultRole: roleOrGuest
    })
  ]
]

const content: ReadonlyArray<Subject> = [
  subject("a collection", CreateCollection, { title: title50 }),
  subject("a change of a collection", UpdateCollection, {
    title: title50,
    description: text(0, 100),
    defaultLevel: level
  }),
  subject("a list of collections", CollectionsQuery, { limit: integer(0, 1000) }),
  subject("a space", CreateSpace, { title: title50, emoji }),
  subject(
    "a change of a space",
    UpdateSpace,
    {
      title: title50,
      emoji: nullable(emoji),
      icon: nullableUrl,
      editMode: choice("live", "locked"),
      defaultLevel: level,
      synonyms: items(0, 200, () => ["one", "other"]),
      "synonyms.0": items(2, 10, (index) => `word ${index}`),
      "synonyms.0.0": text(1, 50)
    },
    { synonyms: [["one", "other"]] }
  ),
  subject(
    "a move",
    Move,
    { "position.before.type": pointed, "position.after.type": pointed },
    {
      position: { before: pointer, after: pointer }
    }
  ),
  subject("a comment", PostComment, { node: text(1, 256) }, { body: { markdown: "a" } }),
  subject("a change of a comment", UpdateComment, reactions, oneReaction),
  subject("a change of a reply", UpdateCommentReply, reactions, oneReaction),
  subject("a list of comments", CommentsQuery, {
    order,
    status: choice("all", "open", "resolved"),
    format: choice("markdown", "document"),
    limit: integer(0, 1000)
  }),
  subject("a batch", ContentBatch, { changes: items(1, 50, () => page) }),
  subject(
    "a page of a batch",
    ContentBatch,
    { ...ofPage, "changes.0.operation": choice("insert_page"), "changes.0.ref": ref },
    { changes: [page] }
  ),
  subject("a changed page of a batch", ContentBatch, ofPage, { changes: [{ operation: "update_page", page: "a" }] }),
  ...["update_page", "delete_page", "revert_page"].map((operation) =>
    subject(
      `${operation} of a batch`,
      ContentBatch,
      { "changes.0.operation": choice(operation) },
      { changes: [{ operation, page: "a" }] }
    )
  ),
  subject(
    "files of a batch",
    ContentBatch,
    {
      "changes.0.files": items(1, 20, (index) => ({ name: `${index}`, base64: "" })),
      "changes.0.files.0.name": text(1, 256),
      "changes.0.files.0.contentType": text(1, 256),
      "changes.0.files.0.ref": ref,
      "changes.0.files.0.base64": form(["A".repeat(1_400_000)], ["A".repeat(1_400_001)]),
      "changes.0.operation": choice("insert_files")
    },
    { changes: [{ operation: "insert_files", files: [{ name: "a", base64: "" }] }] }
  ),
  subject(
    "fetched files of a batch",
    ContentBatch,
    {
      "changes.0.files": items(1, 20, (index) => ({ name: `${index}`, url: "https://docs.example/" })),
      "changes.0.files.0.url": url,
      "changes.0.operation": choice("insert_files")
    },
    { changes: [{ operation: "insert_files", files: [{ name: "a", url: "https://docs.example/" }] }] }
  )
]

const slug = [
  text(1, 100, (length) => spelled("a", length)),
  form(["a", "pets-2", "3d"], ["", "-a", "a-", "a--b", "Pets", "a_b", "é"])
]
const specification = { slug: "pets", source: {} }
const sourceText = form(["a".repeat(5_000_000)], ["", "a".repeat(5_000_001)])

const openAPISpecs = [
  subject("a specification", CreateOpenAPISpec, { slug }, { slug: "pets", source: { text: "a" } }),
  subject("a specification by its address", CreateOpenAPISpec, { "source.url": url }, specification),
  subject("a specification as a text", CreateOpenAPISpec, { "source.text": sourceText }, specification),
  subject("another address of a specification", PutOpenAPISpec, { "source.url": url }, { source: {} }),
  subject("another text of a specification", PutOpenAPISpec, { "source.text": sourceText }, { source: {} }),
  subject("who may read a specification", UpdateOpenAPISpec, { visibility: choice("private", "public") }),
  subject(
    "a computed page of a batch",
    ContentBatch,
    {
      "changes.0.computed.type": choice("builtin:openapi"),
      "changes.0.computed.dependencies.spec.ref.kind": choice("openapi"),
      "changes.0.computed.dependencies.spec.ref.spec": text(1, 100),
      "changes.0.computed.props.*": scalar(form(["", spelled("é", 256)], [spelled("é", 257)]))
    },
    {
      changes: [
        {
          ...page,
          computed: { type: "builtin:openapi", dependencies: { spec: { ref: { kind: "openapi", spec: "a" } } } }
        }
      ]
    }
  )
]

/** The inputs with bounds. */
export const subjects: ReadonlyArray<Subject> = [
  ...resources.flatMap(({ bounds }) => bounds),
  ...organizations,
  ...people,
  ...content,
  ...openAPISpecs,
  ...changeRequests,
  ...sites
]
