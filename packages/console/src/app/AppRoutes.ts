/**
 * The pages at the addresses that answers call `urls.app`: what an object is, and where it can be read. People who are not
 * signed in are sent to sign in first, whether the object exists or not.
 */

import type { Actor } from "@lectern/core/access/Actor"
import { ChangeRequestId, type ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import { type LecternError, notFound } from "@lectern/core/errors/Errors"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { SiteId } from "@lectern/core/sites/Site"
import { Sites } from "@lectern/core/sites/Sites"
import { Contents } from "@lectern/core/space-content/Contents"
import { type Space, SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { siteAddressBelow } from "@lectern/core/urls/PublicUrls"
import type { PlainRoute } from "@lectern/http/internal/foundation/dispatcher/Route"
import { escape } from "@lectern/http/internal/foundation/html/Html"
import { RestOfPath } from "@lectern/http/internal/foundation/params/PathParams"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { header, type OwnVisit, whenSignedIn } from "../visits/SignedIn.js"
import type { Site } from "../visits/Site.js"
import { asCaller, makeRoute } from "../visits/Visit.js"

/** What a page says about an object. */
interface Described {
  readonly title: string
  /** What kind of object it is, as a noun. */
  readonly kind: string
  readonly description?: string | null | undefined
  /** Where it is published, unless it is not. */
  readonly published?: string | undefined
  /** Its address in the API. */
  readonly location: string
  /** The object that it belongs to. */
  readonly within?: { readonly title: string; readonly urls: { readonly app: string } }
}

const link = (to: string, text: string = to): string => `<a href="${escape(to)}">${escape(text)}</a>`

const row = (name: string, value: string): string => `<p><span class="dim">${name}</span><br>${value}</p>`

const card = ({ description, kind, location, published, within }: Described): string =>
  [
    '<div class="card">',
    row("What it is", `${escape(kind)}${within === undefined ? "" : ` in ${link(within.urls.app, within.title)}`}`),
    description ? row("About it", escape(description)) : "",
    row("Where to read it", published === undefined ? "It is not published." : link(published)),
    row("In the API", `<code>${escape(location)}</code>`),
    "</div>"
  ].join("")

/** The routes of these pages. */
export const appRoutes = (site: Site) =>
  Effect.gen(function* () {
    const route = makeRoute(site)
    const signedIn = yield* whenSignedIn()
    const organizations = yield* Organizations
    const collections = yield* Collections
    const spaces = yield* Spaces
    const contents = yield* Contents
    const requests = yield* ChangeRequests
    const sites = yield* Sites

    const shows = (
      path: string,
      operation: string,
      describe: (params: OwnVisit["params"]) => Effect.Effect<Described, LecternError, Actor>
    ): PlainRoute =>
      route(
        "GET",
        path,
        operation,
        signedIn((visit) =>
          Effect.map(asCaller(visit.caller)(describe(visit.params)), (found) => ({
            view: { title: found.title, header: header(site, visit.token, false), main: card(found) }
          }))
        )
      )

    const spaceOf = (id: string | undefined) => spaces.get(SpaceId.make(id ?? ""))
    const pageOf = (space: Space, path: string): Effect.Effect<Described, LecternError, Actor> =>
      Effect.map(contents.pageByPath(space.id, path), (page) => ({
        title: page.title,
        kind: page.type === "group" ? "A group of pages" : "A page",
        description: "description" in page ? page.description : undefined,
        published: space.urls.published && siteAddressBelow(space.urls.published, "path" in page ? page.path : path),
        location: `${space.urls.location}/content/page/${page.id}`,
        within: space
      }))
    const requestOf = (space: Space, ref: ChangeRequestRef): Effect.Effect<Described, LecternError, Actor> =>
      Effect.map(requests.get(space.id, ref), ({ number, status, subject, urls }) => ({
        title: subject || `Change request ${number}`,
        kind: `Change request ${number}, ${status},`,
        location: urls.location,
        within: space
      }))

    return [
      shows("/app/o/:organization", "openOrganization", ({ organization = "" }) =>
        Effect.map(organizations.get(OrganizationId.make(organization)), ({ title, urls }) => ({
          title,
          kind: "An organization",
          location: urls.location
        }))
      ),
      shows("/app/o/:organization/sites/:site", "openSite", ({ organization = "", site = "" }) =>
        Effect.zipWith(
          organizations.get(OrganizationId.make(organization)),
          sites.get(OrganizationId.make(organization), SiteId.make(site)),
          (within, { title, urls }) => ({
            title,
            kind: "A site",
            published: urls.published,
            location: urls.location,
            within
          })
        )
      ),
      shows("/app/c/:collection", "openCollection", ({ collection = "" }) =>
        Effect.map(collections.get(CollectionId.make(collection)), ({ description, title, urls }) => ({
          title,
          kind: "A collection",
          description,
          location: urls.location
        }))
      ),
      shows("/app/s/:space", "openSpace", ({ space }) =>
        Effect.map(spaceOf(space), ({ title, urls }) => ({
          title,
          kind: "A space",
          published: urls.published,
          location: urls.location
        }))
      ),
      shows("/app/s/:space/~/changes/:request", "openChangeRequest", ({ request = "", space }) =>
        Effect.flatMap(spaceOf(space), (found) => requestOf(found, ChangeRequestId.make(request)))
      ),
      shows("/app/s/:space/*path", "openPage", ({ path = "", space }) => {
        return Effect.flatMap(
          Effect.orElseFail(Schema.decode(RestOfPath)(path), () => notFound("page")),
          (decoded) => Effect.flatMap(spaceOf(space), (found) => pageOf(found, decoded))
        )
      })
    ]
  })
