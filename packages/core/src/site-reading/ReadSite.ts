/** A published site as its readers see it, as plain data. */
import type { FileItem } from "../content/Item.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { SiteCustomization } from "../sites/customization/Customization.js"
import type { SiteId, SiteVisibility } from "../sites/Site.js"
import type { SiteSpaceId } from "../sites/site-structure/Structure.js"
import type { Download } from "../space-content/Contents.js"
import type { SpaceId } from "../spaces/Space.js"
import type { UserId } from "../users/User.js"
import type { ReadText } from "./ReadingTask.js"
import type { OutlineEntry } from "./SiteOutline.js"

/** The site at an address, whether or not it lets somebody in. */
export interface SitePlace {
  readonly organization: OrganizationId
  readonly site: SiteId
  readonly visibility: SiteVisibility
  /** Who made it; nobody where the embedding program did. */
  readonly createdBy?: UserId
  /** Where visitors sign in who have no valid token. */
  readonly signInAddress?: string
}

/** A space on a site. */
export interface ReadSiteSpace {
  readonly id: SiteSpaceId
  readonly space: SpaceId
  readonly title: string
  /** The path below the site's address; empty at the root. */
  readonly path: string
  readonly isDefault: boolean
}

/** A section of a site. A site without sections has a single one without a title. */
export interface ReadSection {
  readonly title: string
  /** The title of the group that it is in. */
  readonly group?: string
  readonly icon?: string
  readonly isDefault: boolean
  readonly siteSpaces: ReadonlyArray<ReadSiteSpace>
}

/** How a site looks to a reader: without the links of its header that conditions hide. */
export interface ReadLook extends SiteCustomization {
  /** Tells it apart from every other look of the site. */
  readonly version: string
}

/** A published site, as far as its reader sees it. */
export interface ReadSite {
  readonly organization: OrganizationId
  readonly id: SiteId
  readonly title: string
  readonly visibility: SiteVisibility
  /** Where it is read, with a slash at its end. */
  readonly address: string
  /** Whether conditions decide what is on it. */
  readonly isConditional: boolean
  readonly sections: ReadonlyArray<ReadSection>
  readonly look: ReadLook
}

/** What a page of a site says. */
export interface ReadPage extends ReadText {
  /** The text, with its expressions, variables and included parts put in, and without what conditions hide. */
  readonly markdown: string
  /** Whether conditions in it decide what it says. */
  readonly isConditional: boolean
  /** The files that it refers to, by their ids. */
  readonly files: ReadonlyMap<string, Pick<FileItem, "name" | "contentType" | "size" | "hash" | "dimensions">>
}

/** A file that a page of a site shows. */
export interface ReadFile extends Download {
  readonly hash: string
}

/** Where a path leads that no page has. */
export interface ReadRedirect {
  readonly siteSpace: ReadSiteSpace
  readonly page?: OutlineEntry
}

/** A path below the address of a site that leads elsewhere on it. */
export interface ReadRedirectFrom extends ReadRedirect {
  readonly path: string
}
