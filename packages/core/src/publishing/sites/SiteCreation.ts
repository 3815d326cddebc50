/** Creates sites: from existing spaces, or from a new one. */
import * as Effect from "effect/Effect"
import { ContentEdits } from "../../content/editing/ContentEdits.js"
import { makeSpaceCreation } from "../../content/spaces/SpaceCreation.js"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { signingKeyPlace } from "../../foundation/encryption/Places.js"
import { Conflict, invalid, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { firstCharacters } from "../../foundation/schema/Text.js"
import { Access } from "../../people/access/Access.js"
import { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { Standing } from "../../people/access/Standing.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { CreateSite, type Site } from "../../people/places/Site.js"
import { SiteRepository } from "../../people/places/SiteRepository.js"
import type { SpaceId } from "../../people/places/Space.js"
import { emptyStructure, maxSiteSpaces, SiteSpaceId, type Structure } from "../../people/places/Structure.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { sampleContent } from "./SampleContent.js"
import { makeSiteAnswer } from "./SiteAnswer.js"
import { addSiteSpace } from "./site-structure/StructureChanges.js"

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
