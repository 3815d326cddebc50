/** The parts of a site's customization, which are the same as set and as answered. */
import * as Schema from "effect/Schema"
import { PageId } from "../../../content/pages/Page.js"
import { described, named } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { text, Url } from "../../../foundation/schema/Text.js"
import { SpaceId } from "../../../people/places/Space.js"
import { Condition } from "../../../text/conditions/Condition.js"
import { cssProblem } from "./CustomCss.js"

/** The maximum length of the CSS of a site, in characters. */
const maxCss = 20_000

const Color = Schema.String.pipe(
  Schema.pattern(/^#(?:[0-9a-fA-F]{3}){1,2}$/, { message: () => "expected a colour such as #0b5cad" })
)

/** A colour for light pages and one for dark pages. */
export const ThemedColor = Schema.Struct({
  light: described(Color, "The colour on light pages, such as `#0b5cad`."),
  dark: described(Color, "The colour on dark pages, such as `#7ab8ff`.")
}).annotations(named("SiteThemedColor", "A colour for light pages and one for dark pages."))

/** The address of a picture for light pages, and of one for dark pages. */
export const ThemedUrl = Schema.Struct({
  light: described(Url, "An http or https address, for light pages."),
  dark: described(Url, "An http or https address, for dark pages.")
}).annotations(named("SiteThemedURL", "The address of a picture for light pages, and of one for dark pages."))

/** The fonts of texts. */
export const Font = Schema.Literal(
  ...(["ABCFavorit", "Inter", "Roboto", "RobotoSlab", "OpenSans", "SourceSansPro", "Lato", "Ubuntu"] as const),
  ...(["Raleway", "Merriweather", "Overpass", "NotoSans", "IBMPlexSerif", "Poppins", "FiraSans"] as const)
).annotations({ message: () => "expected the name of a font, such as Inter" })

/** The fonts of code. */
export const MonospaceFont = Schema.Literal(
  ...(["FiraCode", "IBMPlexMono", "JetBrainsMono", "SourceCodePro"] as const),
  ...(["RobotoMono", "SpaceMono", "DMMono", "Inconsolata"] as const)
)

const LinkAddress = text(1, 2048).pipe(
  Schema.filter(
    (address) =>
      (URL.canParse(address) && /^(?:https?|mailto|tel):$/.test(new URL(address).protocol)) ||
      "expected an http, https, mailto or tel address"
  )
)

/** The target of a link: an address, a page or a space. */
export const Target = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("url"),
    url: described(LinkAddress, "An http, https, mailto or tel address, at most 2,048 characters.")
  }).annotations(named("SiteLinkToAddress", "Leads to an address.")),
  Schema.Struct({
    kind: Schema.Literal("page"),
    page: described(PageId, "The id of the page."),
    space: optional(SpaceId, "The id of the page's space; that which the site opens with when omitted.")
  }).annotations(named("SiteLinkToPage", "Leads to a page of the site.")),
  Schema.Struct({
    kind: Schema.Literal("space"),
    space: described(SpaceId, "The id of the space.")
  }).annotations(named("SiteLinkToSpace", "Leads to a space of the site."))
).annotations({ identifier: "SiteLinkTarget", description: "Where a link of a site's header or footer leads." })

const Title = text(1, 64)

/** A link with its text. */
export const ContentLink = Schema.Struct({
  title: described(Title, "The text of the link, 1 to 64 characters."),
  to: described(Target, "Where it leads. A page or a space that a reader does not see is left out.")
}).annotations({ identifier: "SiteContentLink", description: "A link on every page of a site." })

/** A link or a menu in the header. */
export const HeaderLink = Schema.Struct({
  title: described(Title, "The text of the link or of the menu, 1 to 64 characters."),
  style: optional(
    Schema.Literal("link", "button-primary", "button-secondary"),
    "Whether it looks like a link or a button; `link` when omitted."
  ),
  to: optional(Schema.NullOr(Target), "Where it leads; nowhere when `null` or omitted, as for a menu."),
  links: optional(
    Schema.Array(ContentLink).pipe(Schema.maxItems(20)),
    "The links of a menu, at most 20; none when omitted."
  ),
  condition: optional(Condition, "An expression over `visitor.claims`; only visitors for whom it is true see the link.")
}).annotations({ identifier: "SiteHeaderLink", description: "A link or a menu in the header of a site." })

/** Links under one title in the footer. */
export const FooterGroup = Schema.Struct({
  title: described(Title, "What stands above the links, 1 to 64 characters."),
  links: described(Schema.Array(ContentLink).pipe(Schema.maxItems(20)), "The links, at most 20.")
}).annotations({ identifier: "SiteFooterGroup", description: "Links under one title in the footer of a site." })

/** A line above every page. */
export const Announcement = Schema.Struct({
  enabled: described(Schema.Boolean, "Whether it is shown."),
  message: described(text(2, 128), "What it says, 2 to 128 characters."),
  link: optional(ContentLink, "A link after the message."),
  style: described(Schema.Literal("info", "warning", "danger", "success"), "The colour that it has.")
}).annotations({ identifier: "SiteAnnouncement", description: "A line above every page of a site." })

/** A feature that can be switched on and off. */
export const Enabled = Schema.Struct({ enabled: described(Schema.Boolean, "Whether it is switched on.") }).annotations(
  named("SiteSwitch", "Something that can be switched on and off.")
)

/** The links from pages to their files in a repository. */
export const GitLinks = Schema.Struct({
  showEditLink: described(Schema.Boolean, "Whether pages link to their files in a repository."),
  url: optional(Url, "The address that the path of a file is added to, such as `https://github.com/o/r/edit/main/`.")
}).annotations(named("SiteGitLinks", "How pages link to their files in a repository."))

/** The languages of sites. */
export const Locale = Schema.Literal("en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br")

/** CSS without imports and addresses, at most 20,000 characters. */
export const CustomCss = text(0, maxCss).pipe(Schema.filter((css) => cssProblem(css) ?? true))
