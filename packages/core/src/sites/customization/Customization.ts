import * as Schema from "effect/Schema"
import { Condition } from "../../conditions/Condition.js"
import { PageId } from "../../content/Page.js"
import { described, named } from "../../schema/Described.js"
import { optional } from "../../schema/Input.js"
import { Emoji, Text, text, Url } from "../../schema/Text.js"
import { SpaceId } from "../../spaces/Space.js"
import type { SiteId } from "../Site.js"
import { cssProblem } from "./CustomCss.js"

/** The maximum length of the CSS of a site, in characters. */
const maxCss = 20_000

const Color = Schema.String.pipe(
  Schema.pattern(/^#(?:[0-9a-fA-F]{3}){1,2}$/, { message: () => "expected a colour such as #0b5cad" })
)
const ThemedColor = Schema.Struct({
  light: described(Color, "The colour on light pages, such as `#0b5cad`."),
  dark: described(Color, "The colour on dark pages, such as `#7ab8ff`.")
}).annotations(named("SiteThemedColor", "A colour for light pages and one for dark pages."))
const ThemedUrl = Schema.Struct({
  light: described(Url, "An http or https address, for light pages."),
  dark: described(Url, "An http or https address, for dark pages.")
}).annotations(named("SiteThemedURL", "The address of a picture for light pages, and of one for dark pages."))

const Font = Schema.Literal(
  ...(["ABCFavorit", "Inter", "Roboto", "RobotoSlab", "OpenSans", "SourceSansPro", "Lato", "Ubuntu"] as const),
  ...(["Raleway", "Merriweather", "Overpass", "NotoSans", "IBMPlexSerif", "Poppins", "FiraSans"] as const)
).annotations({ message: () => "expected the name of a font, such as Inter" })
const MonospaceFont = Schema.Literal(
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
const Target = Schema.Union(
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

/**
 * Where a link of a site's header or footer leads.
 * @since 0.1.0
 */
export type SiteLinkTarget = typeof Target.Type

const Title = text(1, 64)

const ContentLink = Schema.Struct({
  title: described(Title, "The text of the link, 1 to 64 characters."),
  to: described(Target, "Where it leads. A page or a space that a reader does not see is left out.")
}).annotations({ identifier: "SiteContentLink", description: "A link on every page of a site." })

/**
 * A link on every page of a site.
 * @since 0.1.0
 */
export type SiteContentLink = typeof ContentLink.Type

const HeaderLink = Schema.Struct({
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

const FooterGroup = Schema.Struct({
  title: described(Title, "What stands above the links, 1 to 64 characters."),
  links: described(Schema.Array(ContentLink).pipe(Schema.maxItems(20)), "The links, at most 20.")
}).annotations({ identifier: "SiteFooterGroup", description: "Links under one title in the footer of a site." })

const Announcement = Schema.Struct({
  enabled: described(Schema.Boolean, "Whether it is shown."),
  message: described(text(2, 128), "What it says, 2 to 128 characters."),
  link: optional(ContentLink, "A link after the message."),
  style: described(Schema.Literal("info", "warning", "danger", "success"), "The colour that it has.")
}).annotations({ identifier: "SiteAnnouncement", description: "A line above every page of a site." })

const Enabled = Schema.Struct({ enabled: described(Schema.Boolean, "Whether it is switched on.") }).annotations(
  named("SiteSwitch", "Something that can be switched on and off.")
)

const GitLinks = Schema.Struct({
  showEditLink: described(Schema.Boolean, "Whether pages link to their files in a repository."),
  url: optional(Url, "The address that the path of a file is added to, such as `https://github.com/o/r/edit/main/`.")
}).annotations(named("SiteGitLinks", "How pages link to their files in a repository."))

const Locale = Schema.Literal("en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br")

const CustomCss = text(0, maxCss).pipe(Schema.filter((css) => cssProblem(css) ?? true))

/**
 * Input for setting the look of a site: omitted fields are reset to their defaults, and unknown fields are ignored.
 * @since 0.1.0
 */
export const SetSiteCustomization = Schema.Struct({
  title: optional(text(2, 128), "The title that readers see, 2 to 128 characters; that of the site when omitted."),
  styling: optional(
    Schema.Struct({
      primaryColor: optional(ThemedColor, "The colour of links and buttons."),
      infoColor: optional(ThemedColor, "The colour of hints that inform."),
      successColor: optional(ThemedColor, "The colour of hints of success."),
      warningColor: optional(ThemedColor, "The colour of warnings."),
      dangerColor: optional(ThemedColor, "The colour of hints of danger."),
      font: optional(Font, "The font of texts. It is used where a reader has it, and else one that is much alike."),
      monospaceFont: optional(MonospaceFont, "The font of code, likewise.")
    }).annotations(named("SetSiteStyling", "The colours and fonts of a site.")),
    "Colours and fonts. Colours that are too weak to be read are strengthened when they are shown."
  ),
  internationalization: optional(
    Schema.Struct({ locale: described(Locale, "The language that the texts are in.") }).annotations(
      named("SiteInternationalization", "The language of a site.")
    ),
    "The language of the site; English when omitted."
  ),
  favicon: optional(
    Schema.Struct({
      icon: optional(ThemedUrl, "The address of a picture."),
      emoji: optional(Emoji, "An emoji, in place of a picture.")
    }).annotations(named("SiteFavicon", "The icon of a site in the browser.")),
    "The icon in the browser."
  ),
  header: optional(
    Schema.Struct({
      logo: optional(ThemedUrl, "A picture in place of the title."),
      links: optional(Schema.Array(HeaderLink).pipe(Schema.maxItems(20)), "Links beside the title, at most 20.")
    }).annotations(named("SetSiteHeader", "What stands at the top of every page.")),
    "The header of every page."
  ),
  footer: optional(
    Schema.Struct({
      logo: optional(ThemedUrl, "A picture."),
      groups: optional(Schema.Array(FooterGroup).pipe(Schema.maxItems(10)), "Groups of links, at most 10."),
      copyright: optional(text(0, 300), "The last line, at most 300 characters.")
    }).annotations(named("SetSiteFooter", "What stands at the bottom of every page.")),
    "The footer of every page."
  ),
  announcement: optional(Announcement, "A line above every page."),
  themes: optional(
    Schema.Struct({
      default: described(Schema.Literal("light", "dark"), "The colours where readers have no choice."),
      toggeable: described(
        Schema.Boolean,
        "Whether readers get the colours that their system asks for, rather than the default."
      )
    }).annotations(named("SiteThemes", "Whether a site is light or dark.")),
    "Light or dark; as the systems of readers ask for when omitted."
  ),
  feedback: optional(Enabled, "Whether readers may say if a page helped them; off when omitted."),
  searches: optional(
    Enabled,
    "Whether searches that found nothing are kept for the editors of the site; off when omitted."
  ),
  tryIt: optional(
    Enabled,
    "Whether readers may send requests to the servers of the API operations that pages show; off when omitted."
  ),
  pdf: optional(
    Enabled,
    "Whether pages offer a PDF of themselves, and of themselves with the pages below them; off when omitted."
  ),
  git: optional(
    GitLinks,
    "Where readers can edit pages that were imported from a repository; nowhere when omitted, or without a `url`."
  ),
  pagination: optional(Enabled, "Whether pages link to the previous and the next one; on when omitted."),
  pageActions: optional(
    Schema.Struct({
      markdown: described(Schema.Boolean, "Whether pages offer to be copied and seen as markdown.")
    }).annotations(named("SetSitePageActions", "What pages offer.")),
    "What pages offer besides reading; markdown when omitted."
  ),
  privacyPolicy: optional(
    Schema.Struct({ url: optional(Url, "The address of the policy.") }).annotations(
      named("SitePrivacyPolicy", "Where readers learn what is kept of them.")
    ),
    "The privacy policy, which the footer links to."
  ),
  socialPreview: optional(
    Schema.Struct({ url: optional(Url, "The address of a picture.") }).annotations(
      named("SiteSocialPreview", "The picture that stands for a site elsewhere.")
    ),
    "The picture that is shown where a page without a cover is linked to; none when omitted."
  ),
  css: optional(CustomCss, "CSS that is added to the style, at most 20,000 characters, without imports and addresses.")
}).annotations({
  identifier: "SetSiteCustomization",
  description: "How a site looks. What is left out is as on a new site."
})
/**
 * @see {@link SetSiteCustomization}
 * @since 0.1.0
 */
export type SetSiteCustomization = typeof SetSiteCustomization.Type

const set = SetSiteCustomization.fields
const constant = <A extends string | boolean>(value: A, description: string) =>
  described(Schema.Literal(value), description)

/**
 * The look of a site, as answered.
 * @since 0.1.0
 */
export const SiteCustomization = Schema.Struct({
  title: optional(Text, "The title that readers see. Absent where it is that of the site."),
  styling: described(
    Schema.Struct({
      theme: constant("clean", "Always `clean`."),
      primaryColor: described(ThemedColor, "The colour of links and buttons, as set."),
      infoColor: described(ThemedColor, "The colour of hints that inform, as set."),
      successColor: described(ThemedColor, "The colour of hints of success, as set."),
      warningColor: described(ThemedColor, "The colour of warnings, as set."),
      dangerColor: described(ThemedColor, "The colour of hints of danger, as set."),
      corners: constant("rounded", "Always `rounded`."),
      depth: constant("flat", "Always `flat`."),
      links: constant("default", "Always `default`."),
      font: described(Font, "The font of texts."),
      monospaceFont: described(MonospaceFont, "The font of code."),
      background: constant("plain", "Always `plain`."),
      icons: constant("solid", "Always `solid`."),
      sidebar: described(
        Schema.Struct({
          background: constant("default", "Always `default`."),
          list: constant("pill", "Always `pill`.")
        }),
        "The navigation beside pages."
      ),
      search: constant("subtle", "Always `subtle`.")
    }),
    "Colours and fonts."
  ),
  internationalization: described(
    Schema.Struct({ locale: described(Locale, "The language of the texts.") }),
    "The language."
  ),
  favicon: described(
    Schema.Struct({
      icon: optional(ThemedUrl, "A picture."),
      emoji: optional(Text, "A character in place of a picture.")
    }),
    "The icon in the browser; an empty object where it is the usual one."
  ),
  header: described(
    Schema.Struct({
      preset: constant("default", "Always `default`."),
      logo: optional(ThemedUrl, "A picture in place of the title."),
      links: described(
        Schema.Array(
          Schema.Struct({
            title: described(Text, "The text."),
            style: described(Schema.Literal("link", "button-primary", "button-secondary"), "What it looks like."),
            to: described(Schema.NullOr(Target), "Where it leads, or `null`."),
            links: described(Schema.Array(ContentLink), "The links of a menu."),
            condition: optional(Text, "For whom it is shown.")
          })
        ),
        "Links beside the title."
      )
    }),
    "The header of every page."
  ),
  footer: described(
    Schema.Struct({
      logo: optional(ThemedUrl, "A picture."),
      groups: described(Schema.Array(FooterGroup), "Groups of links."),
      copyright: optional(Text, "The last line.")
    }),
    "The footer of every page."
  ),
  announcement: set.announcement,
  themes: described(
    Schema.Struct({
      default: described(Schema.Literal("light", "dark"), "The colours where readers have no choice."),
      toggeable: described(Schema.Boolean, "Whether readers get the colours that their system asks for.")
    }),
    "Light or dark."
  ),
  pdf: described(Enabled, "Whether pages offer a PDF."),
  feedback: described(Enabled, "Whether readers may say if a page helped them."),
  searches: described(Enabled, "Whether searches that found nothing are kept."),
  tryIt: described(Enabled, "Whether readers may send requests to the servers of operations."),
  ai: described(Schema.Struct({ mode: constant("none", "Always `none`.") }), "Not available."),
  advancedCustomization: described(Enabled, "Whether the site has CSS of its own."),
  git: described(GitLinks, "Where readers can edit pages that were imported from a repository."),
  pageActions: described(
    Schema.Struct({
      externalAI: constant(false, "Always `false`."),
      markdown: described(Schema.Boolean, "Whether pages offer to be copied and seen as markdown.")
    }),
    "What pages offer besides reading."
  ),
  externalLinks: described(Schema.Struct({ target: constant("self", "Always `self`.") }), "Where other sites open."),
  pagination: described(Enabled, "Whether pages link to the previous and the next one."),
  trademark: described(Enabled, "Always off."),
  privacyPolicy: described(
    Schema.Struct({ url: optional(Url, "The address of the policy.") }),
    "Where readers learn what is kept of them."
  ),
  socialPreview: described(
    Schema.Struct({ url: optional(Url, "The address of a picture.") }),
    "The picture that stands for the site."
  ),
  insights: described(Schema.Struct({ trackingCookie: constant(false, "Always `false`.") }), "Nobody is followed."),
  css: optional(Text, "CSS that is added to the style.")
}).annotations({ identifier: "SiteCustomization", description: "How a site looks." })
/**
 * @see {@link SiteCustomization}
 * @since 0.1.0
 */
export type SiteCustomization = typeof SiteCustomization.Type

/**
 * The look of a site, as stored: the fields that were set.
 * @since 0.1.0
 */
export interface CustomizationRecord {
  readonly site: SiteId
  readonly settings: SetSiteCustomization
  /** Identifies it among all customizations that the site has had. */
  readonly version: string
}

const off = { enabled: false } as const

/**
 * The answer for what was set: all fields, with defaults for those that were not set.
 * @since 0.1.0
 */
export const customizationOf = (settings: SetSiteCustomization): SiteCustomization => {
  const {
    announcement,
    css,
    favicon,
    feedback,
    footer,
    git,
    header,
    pagination,
    pdf,
    searches,
    styling,
    title,
    tryIt
  } = settings
  return {
    ...(title !== undefined && { title }),
    styling: {
      theme: "clean",
      primaryColor: { light: "#0b5cad", dark: "#7ab8ff" },
      infoColor: { light: "#0b5cad", dark: "#7ab8ff" },
      successColor: { light: "#176b34", dark: "#72d394" },
      warningColor: { light: "#8a5200", dark: "#f0b75c" },
      dangerColor: { light: "#b3261e", dark: "#ff9a92" },
      corners: "rounded",
      depth: "flat",
      links: "default",
      font: "Inter",
      monospaceFont: "JetBrainsMono",
      background: "plain",
      icons: "solid",
      sidebar: { background: "default", list: "pill" },
      search: "subtle",
      ...styling
    },
    internationalization: settings.internationalization ?? { locale: "en" },
    favicon: favicon?.icon !== undefined ? { icon: favicon.icon } : { ...favicon },
    header: {
      preset: "default",
      ...(header?.logo !== undefined && { logo: header.logo }),
      links: (header?.links ?? []).map(({ links = [], style = "link", to = null, ...link }) => ({
        ...link,
        style,
        to,
        links
      }))
    },
    footer: { ...footer, groups: footer?.groups ?? [] },
    ...(announcement !== undefined && { announcement }),
    themes: settings.themes ?? { default: "light", toggeable: true },
    pdf: pdf ?? off,
    feedback: feedback ?? off,
    searches: searches ?? off,
    tryIt: tryIt ?? off,
    ai: { mode: "none" },
    advancedCustomization: { enabled: css !== undefined && css !== "" },
    git: git ?? { showEditLink: false },
    pageActions: { externalAI: false, markdown: settings.pageActions?.markdown ?? true },
    externalLinks: { target: "self" },
    pagination: pagination ?? { enabled: true },
    trademark: off,
    privacyPolicy: settings.privacyPolicy ?? {},
    socialPreview: settings.socialPreview ?? {},
    insights: { trackingCookie: false },
    ...(css !== undefined && { css })
  }
}
