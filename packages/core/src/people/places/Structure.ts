/**
 * The structure of a site, as one value: either loose site spaces, or sections, some of them in groups. Arrays are in
 * the order of the site.
 */
import * as Schema from "effect/Schema"
import { text } from "../../foundation/schema/Text.js"
import { slug } from "../../text/markdown/Slug.js"
import type { SpaceId } from "./Space.js"

/** The id of a space's place on a site. */
export const SiteSpaceId = Schema.String.pipe(Schema.brand("SiteSpaceId"))
/** @see {@link SiteSpaceId} */
export type SiteSpaceId = typeof SiteSpaceId.Type

/** The id of a section of a site. */
export const SiteSectionId = Schema.String.pipe(Schema.brand("SiteSectionId"))
/** @see {@link SiteSectionId} */
export type SiteSectionId = typeof SiteSectionId.Type

/** The id of a group of sections of a site. */
export const SiteSectionGroupId = Schema.String.pipe(Schema.brand("SiteSectionGroupId"))
/** @see {@link SiteSectionGroupId} */
export type SiteSectionGroupId = typeof SiteSectionGroupId.Type

/** The name of a site space or a section in URLs: a slug. */
export const StructurePath = text(1, 100).pipe(
  Schema.filter((path) => slug(path) === path || "expected a slug: lower-case letters, digits and single dashes")
)

/** A space's place on a site. */
export interface SiteSpaceNode {
  readonly id: SiteSpaceId
  readonly space: SpaceId
  /** A slug, unique among its siblings. */
  readonly path: string
  /** Whether its section, or the site without sections, opens with it; exactly one of the siblings is the default. */
  readonly default: boolean
  /** Decides whether a visitor sees it. */
  readonly condition?: string
}

/** A section: one or more site spaces with a title. */
export interface SectionNode {
  readonly type: "section"
  readonly id: SiteSectionId
  readonly title: string
  readonly description?: string
  readonly icon?: string
  /** A slug, unique among all sections of the site. */
  readonly path: string
  /** Whether the site opens with it; exactly one section of the site is the default. */
  readonly default: boolean
  /** Decides whether a visitor sees it. */
  readonly condition?: string
  readonly siteSpaces: ReadonlyArray<SiteSpaceNode>
  /**
   * Whether its site spaces appear loose to users who can see no other section; only until a user who can see the
   * section changes it.
   */
  readonly loose?: true
}

/** Sections that are shown together. It may be empty. */
export interface SectionGroupNode {
  readonly type: "group"
  readonly id: SiteSectionGroupId
  readonly title: string
  readonly icon?: string
  readonly sections: ReadonlyArray<SectionNode>
}

/** The structure of a site without sections. */
export interface LooseStructure {
  readonly type: "siteSpaces"
  readonly siteSpaces: ReadonlyArray<SiteSpaceNode>
}

/** The structure of a site with sections. */
export interface SectionedStructure {
  readonly type: "sections"
  readonly structure: ReadonlyArray<SectionNode | SectionGroupNode>
}

/** The structure of a site. */
export type Structure = LooseStructure | SectionedStructure

/** A site with nothing on it. */
export const emptyStructure: Structure = { type: "siteSpaces", siteSpaces: [] }

/** The maximum number of site spaces of a site. */
export const maxSiteSpaces = 1000

/** The maximum number of sections of a site. */
export const maxSections = 250

/** The maximum number of groups of sections of a site. */
export const maxGroups = 250

/** All sections of a site, in order, whether in groups or not. */
export const sectionsOf = (structure: Structure): ReadonlyArray<SectionNode> =>
  structure.type === "siteSpaces"
    ? []
    : structure.structure.flatMap((node) => (node.type === "section" ? [node] : node.sections))

/** All groups of a site, in order. */
export const groupsOf = (structure: Structure): ReadonlyArray<SectionGroupNode> =>
  structure.type === "siteSpaces" ? [] : structure.structure.filter((node) => node.type === "group")

/** All site spaces of a site, in order, whether in sections or not. */
export const siteSpacesOf = (structure: Structure): ReadonlyArray<SiteSpaceNode> =>
  structure.type === "siteSpaces" ? structure.siteSpaces : sectionsOf(structure).flatMap(({ siteSpaces }) => siteSpaces)
