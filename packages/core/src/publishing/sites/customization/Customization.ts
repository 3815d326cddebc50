/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { Text, Url } from "../../../foundation/schema/Text.js"
import type { SiteId } from "../../../people/places/Site.js"
import { SetSiteCustomization } from "./CustomizationInput.js"
import {
  ContentLink,
  Enabled,
  Font,
  FooterGroup,
  GitLinks,
  Locale,
  MonospaceFont,
  Target,
  ThemedColor,
  ThemedUrl
} from "./CustomizationParts.js"

/** The target of a link in a site's header or footer. */
export type SiteLinkTarget = typeof Target.Type

/** A link on every page of a site. */
export type SiteContentLink = typeof ContentLink.Type

const set = SetSiteCustomization.fields
const constant = <A extends string | boolean>(value: A, description: string) =>
  described(Schema.Literal(value), description)

/** The look of a site, as answered. */
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
export type SiteCustomization = typeof SiteCustomization.Type

/** The look of a site, as stored: the fields that were set. */
export interface CustomizationRecord {
  readonly site: SiteId
  readonly settings: SetSiteCustomization
  /** Identifies it among all customizations that the site has had. */
  readonly version: string
}

const off = { enabled: false } as const

/** The answer for the given settings: all fields, with defaults for the ones that were not set. */
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
