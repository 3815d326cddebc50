/** The structures of sites as callers see them, and the answers for them. */
import * as Effect from "effect/Effect"
import { publishedSpaceAnswer } from "../../../content/spaces/PublishedSpaceAnswer.js"
import { type LecternError, notFound, type Unavailable } from "../../../foundation/errors/Errors.js"
import { PublicUrls, siteAddressBelow, siteUrls } from "../../../foundation/urls/PublicUrls.js"
import { Access, type AccessError, forbidden } from "../../../people/access/Access.js"
import { Actor } from "../../../people/access/Actor.js"
import { needs } from "../../../people/access/Policy.js"
import { requiring } from "../../../people/access/Requirements.js"
import { atLeast, type Role } from "../../../people/access/Role.js"
import { type AddressOf, makeAddresses } from "../../../people/access/SharedAddresses.js"
import type { Standing } from "../../../people/access/Standing.js"
import type { Visitor } from "../../../people/access/Visitor.js"
import { Visits } from "../../../people/access/Visits.js"
import type { OrganizationId } from "../../../people/organizations/Organization.js"
import type { SiteId, SiteRecord } from "../../../people/places/Site.js"
import { sectionPath, siteSpacePath } from "../../../people/places/SitePaths.js"
import { SiteRepository, type SiteWithStructure } from "../../../people/places/SiteRepository.js"
import { spaceAnswer } from "../../../people/places/SpaceAnswer.js"
import { SpaceRepository } from "../../../people/places/SpaceRepository.js"
import {
  groupsOf,
  type SectionGroupNode,
  type SectionNode,
  type SiteSpaceNode
} from "../../../people/places/Structure.js"
import type { SiteSection, SiteSectionGroup } from "../site-sections/SiteSection.js"
import type { SiteSpace } from "../site-spaces/SiteSpace.js"
import type { SiteStructure } from "./SiteStructure.js"
import { findGroup, findSection, findSiteSpace } from "./StructureParts.js"
import { type VisibleStructure, visibleStructure, visibleStructureOf } from "./VisibleStructure.js"

/** A site's structure as a caller sees it. */
export interface StructureView extends VisibleStructure {
  readonly stored: SiteWithStructure
  readonly site: SiteRecord
  readonly standing: Standing
  /** The caller's level on the site. */
  readonly level: Role
  /** The URLs at which the caller reads published sites. */
  readonly addressOf: AddressOf
  /** Whether the caller is a visitor, to whom nothing is revealed about the construction of the site. */
  readonly isVisitor: boolean
}

/** The answers for the parts of a structure, by the types of the parts. */
export interface Answers {
  readonly "site-space": SiteSpace
  readonly "site-section": SiteSection
  readonly "site-section-group": SiteSectionGroup
}

/** Succeeds if the caller may change the site. */
export const requireManage = ({ level, site: { id, organization } }: StructureView) =>
  atLeast(level, needs.manage)
    ? requiring({ kind: "site", id, organization, level: needs.manage })
    : Effect.fail(forbidden("site", needs.manage))

/** Reads structures, and answers them and their parts; over the services of the context. */
export const makeStructureViews = Effect.gen(function* () {
  const access = yield* Access
  const sites = yield* SiteRepository
  const spaces = yield* SpaceRepository
  const addresses = yield* makeAddresses
  const visits = yield* Visits
  const urls = yield* PublicUrls
  const { base } = urls

  const visitorView = Effect.fnUntraced(function* (organization: OrganizationId, id: SiteId, visitor: Visitor) {
    const { standing, stored, structure } = yield* visits.site(organization, id, visitor)
    const addressOf = yield* addresses(visitor.shareKey)
    const view: StructureView = {
      ...{ stored, site: stored.site.value, standing, level: "read", addressOf, isVisitor: true },
      ...visibleStructureOf(structure)
    }
    return view
  })

  const memberView = Effect.fnUntraced(function* (organization: OrganizationId, id: SiteId, shareKey?: string) {
    const { standing, level } = yield* access.requireSite(organization, id, needs.view)
    const stored = yield* sites.structure(id)
    if (stored === undefined) return yield* notFound("site")
    const addressOf = yield* addresses(shareKey)
    const visible = yield* visibleStructure(spaces, standing, stored.structure.value)
    return { stored, site: stored.site.value, standing, level, addressOf, isVisitor: false, ...visible }
  })

  const published = ({ addressOf, site }: StructureView, path: string) => {
    const address = site.published ? addressOf(site) : undefined
    return address === undefined ? {} : { published: siteAddressBelow(address, path) }
  }
  const conditionOf = ({ isVisitor }: StructureView, { condition }: { readonly condition?: string }) =>
    condition === undefined || isVisitor ? {} : { condition }
  const locationOf = (site: SiteRecord, rest: string): string =>
    `${siteUrls(base, site.organization, site.id).location}/${rest}`

  const siteSpaceAnswer = Effect.fnUntraced(function* (
    view: StructureView,
    node: SiteSpaceNode,
    section: SectionNode | undefined
  ): Effect.fn.Return<SiteSpace, Unavailable> {
    const { addressOf, isVisitor, site, standing } = view
    const space = yield* spaces.find(node.space)
    if (space === undefined) return yield* Effect.dieMessage(`the space ${node.space} is on a site but does not exist`)
    return {
      object: "site-space",
      id: node.id,
      path: node.path,
      ...(section !== undefined && { section: section.id }),
      space: isVisitor
        ? publishedSpaceAnswer(urls, standing, space.value, addressOf)
        : spaceAnswer(urls, standing, space.value, standing.spaceLevel(space.value), addressOf),
      title: space.value.title,
      default: node.default,
      ...conditionOf(view, node),
      urls: {
        location: locationOf(site, `site-spaces/${node.id}`),
        ...published(view, siteSpacePath(section, node))
      }
    }
  })

  const sectionAnswer = Effect.fnUntraced(function* (
    view: StructureView,
    node: SectionNode,
    group: SectionGroupNode | undefined
  ): Effect.fn.Return<SiteSection, Unavailable> {
    return {
      object: "site-section",
      id: node.id,
      title: node.title,
      ...(node.description !== undefined && { description: node.description }),
      default: node.default,
      path: node.path,
      ...conditionOf(view, node),
      ...(group !== undefined && { sectionGroup: group.id }),
      siteSpaces: yield* Effect.forEach(node.siteSpaces, (siteSpace) => siteSpaceAnswer(view, siteSpace, node)),
      urls: {
        location: locationOf(view.site, `sections/${node.id}`),
        ...published(view, sectionPath(node))
      },
      ...(node.icon !== undefined && { icon: node.icon })
    }
  })

  const groupAnswer = Effect.fnUntraced(function* (
    view: StructureView,
    node: SectionGroupNode
  ): Effect.fn.Return<SiteSectionGroup, Unavailable> {
    return {
      object: "site-section-group",
      id: node.id,
      title: node.title,
      ...(node.icon !== undefined && { icon: node.icon }),
      sections: yield* Effect.forEach(node.sections, (section) => sectionAnswer(view, section, node))
    }
  })

  /** The answer of each type of part, by its id; `NotFound` if the caller cannot see it. */
  const answers: {
    readonly [T in keyof Answers]: (view: StructureView, id: string) => Effect.Effect<Answers[T], LecternError>
  } = {
    "site-space": (view, id) => {
      const found = findSiteSpace(view.seen, id)
      return found === undefined
        ? Effect.fail(notFound("site space"))
        : siteSpaceAnswer(view, found.siteSpace, found.section)
    },
    "site-section": (view, id) => {
      const node = findSection(view.seen, id)
      const group = groupsOf(view.seen).find(({ sections }) => sections.some((section) => section.id === id))
      return node === undefined ? Effect.fail(notFound("site section")) : sectionAnswer(view, node, group)
    },
    "site-section-group": (view, id) => {
      const node = findGroup(view.seen, id)
      return node === undefined ? Effect.fail(notFound("site section group")) : groupAnswer(view, node)
    }
  }

  return {
    answers,
    /**
     * The structure of a site that the caller, who may have the key of a share link, can see; for a visitor whom a
     * published site lets in, the structure that the visitor sees.
     */
    read: (organization: OrganizationId, id: SiteId, shareKey?: string) =>
      Effect.flatMap(
        Actor,
        (actor): Effect.Effect<StructureView, AccessError, Actor> =>
          actor.kind === "visitor"
            ? visitorView(organization, id, actor.visitor)
            : memberView(organization, id, shareKey)
      ),
    /** The structure of a site that the caller may change. */
    require: (organization: OrganizationId, id: SiteId) => Effect.tap(memberView(organization, id), requireManage),
    /** The answer of the whole structure. */
    structure: (view: StructureView): Effect.Effect<SiteStructure, LecternError> =>
      view.seen.type === "siteSpaces"
        ? Effect.map(
            Effect.forEach(view.seen.siteSpaces, (node) => siteSpaceAnswer(view, node, undefined)),
            (structure) => ({ type: "siteSpaces", structure })
          )
        : Effect.map(
            Effect.forEach(
              view.seen.structure,
              (node): Effect.Effect<SiteSection | SiteSectionGroup, Unavailable> =>
                node.type === "section" ? sectionAnswer(view, node, undefined) : groupAnswer(view, node)
            ),
            (structure) => ({ type: "sections", structure })
          )
  }
})
