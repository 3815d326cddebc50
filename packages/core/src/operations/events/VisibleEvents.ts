/** Who may see which events: whoever may see what they are about, at the time of asking. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { Access, type SpaceLookup } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import { CollectionId } from "../../people/places/CollectionId.js"
import { SiteId } from "../../people/places/SiteId.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import type { EventRecord } from "../../storage/trail/Event.js"

/** Whether the caller may see an event of an organization that they are a member of. */
export type MaySee = (event: EventRecord) => Effect.Effect<boolean, LecternError, Actor>

/** Whether a space is there for a caller: one in the trash is for whoever may restore it. */
export const isThere = ({ level, stored }: SpaceLookup): boolean =>
  stored.value.deletedAt === undefined ? level !== null : allows(level, "manage")

/** What an event is about, as far as it decides who may see it. */
const keyOf = ({ container, organization, space, subject, type }: EventRecord): string =>
  JSON.stringify(space ?? [organization, type.split("_")[0], subject, container])

/** Makes {@link MaySee} for one answer, in which each right is looked up once. */
export const makeVisibleEvents = Effect.map(Access, (access) => {
  const refused = <A>(asked: Effect.Effect<A, LecternError, Actor>) =>
    Effect.catchTags(Effect.as(asked, true), {
      NotFound: () => Effect.succeed(false),
      Forbidden: () => Effect.succeed(false)
    })

  const isAdministrator = (organization: string) =>
    refused(access.requireOrganization(OrganizationId.make(organization), "admin"))

  /** A space that is gone is there for administrators. */
  const seesSpace = (organization: string, space: string) =>
    Effect.map(
      access.lookupSpace(SpaceId.make(space)),
      (found) => found.stored.value.organization === organization && isThere(found)
    ).pipe(Effect.catchTag("NotFound", () => isAdministrator(organization)))

  const seesSite = (organization: string, site: string, need: "edit" | "view") =>
    Effect.gen(function* () {
      if (yield* refused(access.requireSite(OrganizationId.make(organization), SiteId.make(site), needs[need]))) {
        return true
      }
      return yield* isAdministrator(organization)
    })

  const sees = ({ container, organization = "", space, subject }: EventRecord) => {
    if (space !== undefined) return seesSpace(organization, space)
    switch (subject.object) {
      case "collection":
        return Effect.flatMap(refused(access.requireCollection(CollectionId.make(subject.id), needs.view)), (may) =>
          may ? Effect.succeed(true) : isAdministrator(organization)
        )
      case "site":
        return seesSite(organization, subject.id, "view")
      case "site-feedback":
        return seesSite(organization, container?.id ?? "", "edit")
      case "webhook":
        return isAdministrator(organization)
      default:
        return Effect.map(access.organizationLevel(OrganizationId.make(organization)), (level) => level !== null)
    }
  }

  return (): MaySee => {
    const known = new Map<string, boolean>()
    return (event) =>
      Effect.gen(function* () {
        const key = keyOf(event)
        const answer = known.get(key) ?? (yield* sees(event))
        known.set(key, answer)
        return answer
      })
  }
})
