/** Creating sites: from existing spaces, or from a new one. */
import * as Effect from "effect/Effect"
import { Access } from "../access/Access.js"
import { Actor } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import type { Standing } from "../access/Standing.js"
import { Conflict, invalid, type LecternError, notFound } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { parser } from "../schema/Input.js"
import { firstCharacters } from "../schema/Text.js"
import { Keyring } from "../secrets/Keyring.js"
import { signingKeyPlace } from "../secrets/Places.js"
import { ContentEdits } from "../space-content/ContentEdits.js"
import type { SpaceId } from "../spaces/Space.js"
import { makeSpaceCreation } from "../spaces/SpaceCreation.js"
import { organizationLock } from "../storage/Locks.js"
import { Storage } from "../storage/Storage.js"
import { sampleContent } from "./SampleContent.js"
import { CreateSite, type Site } from "./Site.js"
import { makeSiteAnswer } from "./SiteAnswer.js"
import { SiteRepository } from "./SiteRepository.js"
import { addSiteSpace } from "./site-structure/SiteSpaceChanges.js"
import { emptyStructure, maxSiteSpaces, SiteSpaceId, type Structure } from "./site-structure/Structure.js"

const parseCreate = parser(CreateSite)

/** `Sites.create`, over the repositories and services of the context. */
export const makeSiteCreation = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const sites = yield* SiteRepository
  const spaces = yield* makeSpaceCreation
  const edits = yield* ContentEdits
  const ids = yield* Ids
  const keyring = yield* Keyring
  const answer = yield* makeSiteAnswer

  /** A new space for a site with this title. */
  const newSpace = Effect.fnUntraced(function* (organization: OrganizationId, title: string, sample: boolean) {
    const space = yield* spaces.create(organization, { title: firstCharacters(title, 50) })
    if (sample) yield* edits.apply(space.id, sampleContent)
    return [{ space: space.id, title: space.title }]
  })

  const existing = Effect.fnUntraced(function* (standing: Standing, wanted: ReadonlyArray<SpaceId>) {
    if (wanted.length > maxSiteSpaces) {
      return yield* new Conflict({ message: `a site holds at most ${maxSiteSpaces} site spaces` })
    }
    if (new Set(wanted).size < wanted.length) return yield* invalid("spaces", "expected each space once")
    return yield* Effect.forEach(wanted, (id) =>
      Effect.flatMap(access.requireSpace(id, needs.manage), ({ space }) =>
        space.organization === standing.organization.id
          ? Effect.succeed({ space: id, title: space.title })
          : Effect.fail(notFound("space"))
      )
    )
  })

  return Effect.fnUntraced(function* (
    organization: OrganizationId,
    input: CreateSite
  ): Effect.fn.Return<Site, LecternError, Actor> {
    const { type = "basic", visibility = "public", spaces: wanted = [], ...given } = yield* parseCreate(input)
    const site = yield* storage.transaction(
      Effect.gen(function* () {
        const actor = yield* Actor
        const standing = yield* access.requireOrganization(organization, needs.manage)
        const title = given.title ?? firstCharacters(standing.organization.title, 128)
        const found =
          typeof wanted === "string"
            ? yield* newSpace(organization, title, wanted === "sample")
            : yield* existing(standing, wanted)
        let structure: Structure = emptyStructure
        for (const space of found) {
          structure = yield* addSiteSpace(structure, { ...space, id: SiteSpaceId.make(yield* ids.next) })
        }
        const id = yield* sites.newId
        return yield* sites.insert(
          {
            id,
            organization,
            type,
            title,
            visibility,
            published: false,
            adaptiveContent: false,
            agentsContext: "included",
            createdAt: yield* now,
            ...(actor.kind === "user" && { createdBy: actor.user }),
            sealedSigningKey: yield* keyring.seal(signingKeyPlace(id), yield* ids.secret),
            authBackend: "custom"
          },
          structure
        )
      }),
      [organizationLock(organization)]
    )
    return yield* answer(yield* access.standing(organization), site)
  })
})
