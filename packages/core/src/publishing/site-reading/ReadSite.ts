/** A published site as its readers see it, as plain data. */
import type { FileItem } from "../../content/items/Item.js"
import type { Download } from "../../content/reading/Contents.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import type { SiteId, SiteVisibility } from "../../people/places/Site.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { SiteSpaceId } from "../../people/places/Structure.js"
import type { UserId } from "../../people/users/User.js"
import type { SiteCustomization } from "../sites/customization/Customization.js"
import type { ReadText } from "./ReadingTask.js"
import type { OutlineEntry } from "./SiteOutline.js"

/** The site at an address, whether or not it admits the reader. */
export interface SitePlace {
  readonly organization: OrganizationId
  readonly site: SiteId
  readonly visibility: SiteVisibility
  /** The creator; absent if the embedding program created it. */
  readonly createdBy?: UserId
  /** The URL of the page where visitors without a valid token sign in. */
  readonly signInAddress?: string
  /** The URL of the site on a host name of its own, with a trailing slash; absent if it has none. */
  readonly hostAddress?: string
}

/** The site that has a host name. */
export interface HostedSite {
  /** Absent while the site is not published. */
  readonly place?: SitePlace
}

/** A space on a site. */
export interface ReadSiteSpace {
  readonly id: SiteSpaceId
  readonly space: SpaceId
  readonly title: string
  /** The path below the site's URL; empty at the root. */
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

/** The look of a site for a reader, without the header links that conditions hide. */
export interface ReadLook extends SiteCustomization {
  /** Identifies this look among all looks of the site. */
  readonly version: string
}

/** A published site, as far as its reader sees it. */
export interface ReadSite {
  readonly organization: OrganizationId
  readonly id: SiteId
  readonly title: string
  readonly visibility: SiteVisibility
  /** The URL at which it is read, with a trailing slash. */
  readonly address: string
  /** Whether its content depends on conditions. */
  readonly isConditional: boolean
  readonly sections: ReadonlyArray<ReadSection>
  readonly look: ReadLook
}

/** The content of a page of a site. */
export interface ReadPage extends ReadText {
  /** The text, with its expressions, variables and includes evaluated, and without the parts that conditions hide. */
  readonly markdown: string
  /** Whether its content depends on conditions. */
  readonly isConditional: boolean
  /** The files that it refers to, by their ids. */
  readonly files: ReadonlyMap<string, Pick<FileItem, "name" | "contentType" | "size" | "hash" | "dimensions">>
}

/** A file that a page of a site shows. */
export interface ReadFile extends Download {
  readonly hash: string
}

/** The target of a path that no page has. */
export interface ReadRedirect {
  readonly siteSpace: ReadSiteSpace
  readonly page?: OutlineEntry
}

/** A path below the URL of a site that redirects elsewhere on it. */
export interface ReadRedirectFrom extends ReadRedirect {
  readonly path: string
}
