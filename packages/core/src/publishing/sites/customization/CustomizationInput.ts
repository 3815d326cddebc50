/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described, named } from "../../../foundation/schema/Described.js"
import { optional } from "../../../foundation/schema/Input.js"
import { Emoji, text, Url } from "../../../foundation/schema/Text.js"
import {
  Announcement,
  CustomCss,
  Enabled,
  Font,
  FooterGroup,
  GitLinks,
  HeaderLink,
  Locale,
  MonospaceFont,
  ThemedColor,
  ThemedUrl
} from "./CustomizationParts.js"

/** Input for setting the look of a site: omitted fields are reset to their defaults, and unknown fields are ignored. */
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
export type SetSiteCustomization = typeof SetSiteCustomization.Type
