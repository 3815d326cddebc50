import { SetSiteCustomization } from "@lectern/core/sites/customization/CustomizationInput"
import { address, choice, form, items, spelled, subject, text } from "../../../engine/bounds/fields.js"
import type { Resource } from "../../../people/access/resources.js"
import { absent } from "../../../people/access/rows.js"

const colour = form(["#07c", "#0077CC"], ["", "07c", "#07", "#0077cc00", "red", "#ggg"])
const themedColours = Object.fromEntries(
  ["primaryColor", "infoColor", "successColor", "warningColor", "dangerColor"].flatMap((name) => [
    [`styling.${name}.light`, colour],
    [`styling.${name}.dark`, colour]
  ])
)
const url = text(20, 2048, address)
const themedUrls = Object.fromEntries(
  ["header.logo", "footer.logo", "favicon.icon"].flatMap((name) => [
    [`${name}.light`, url],
    [`${name}.dark`, url]
  ])
)
const footerLink = { title: "a", to: { kind: "url", url: "https://a.example" } }
const look = {
  ...themedColours,
  ...themedUrls,
  title: text(2, 128),
  "styling.font": choice(
    ...["ABCFavorit", "Inter", "Roboto", "RobotoSlab", "OpenSans", "SourceSansPro", "Lato", "Ubuntu"],
    ...["Raleway", "Merriweather", "Overpass", "NotoSans", "IBMPlexSerif", "Poppins", "FiraSans"]
  ),
  "styling.monospaceFont": choice(
    ...["FiraCode", "IBMPlexMono", "JetBrainsMono", "SourceCodePro"],
    ...["RobotoMono", "SpaceMono", "DMMono", "Inconsolata"]
  ),
  "internationalization.locale": choice("en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br"),
  "favicon.emoji": form(["📘", "1f4d8"], ["", "a", "📘📘"]),
  "header.links": items(0, 20, () => footerLink),
  "footer.groups": items(0, 10, () => ({ title: "a", links: [footerLink] })),
  "footer.copyright": text(0, 300),
  "announcement.message": text(2, 128),
  "announcement.style": choice("info", "warning", "danger", "success"),
  "themes.default": choice("light", "dark"),
  "privacyPolicy.url": url,
  "git.url": url,
  "socialPreview.url": url,
  css: [
    text(0, 20_000, (length) => "a".repeat(length)),
    form(
      ["a{color:red}", "a{background:url(#b)}", "a::before{content:'\\2014'}"],
      [
        "@import 'a.css'",
        "@\\69mport 'a.css'",
        "a{background:url(//b.example)}",
        "a{",
        "a}",
        "/*",
        "a{b:image-set('c')}"
      ]
    )
  ]
}
const both = { light: "#07c", dark: "#07c" }
const pictures = { light: "https://a.example", dark: "https://a.example" }
const lookRest = {
  styling: { primaryColor: both, infoColor: both, successColor: both, warningColor: both, dangerColor: both },
  favicon: { icon: pictures },
  header: { logo: pictures },
  footer: { logo: pictures },
  announcement: { enabled: true, message: "ab", style: "info" },
  git: { showEditLink: true },
  themes: { default: "light", toggeable: true }
}
const linkTitle = text(1, 64)
const linkKind = choice("url", "page", "space")
const linkUrl = [
  text(18, 2048, (length) => "https://a.example/".padEnd(length, "a")),
  form(["http://a.example", "mailto:a@b.example", "tel:+1"], ["", "a", "javascript:a", "ftp://a.example"])
]
const anyTarget = { kind: "url", url: "https://a.example", page: "a", space: "a" }
const contentLink = { title: "a", to: anyTarget }
/** The links of a look, one of each kind. */
const lookLinks = {
  "header.links.0.title": linkTitle,
  "header.links.0.style": choice("link", "button-primary", "button-secondary"),
  "header.links.0.to.kind": linkKind,
  "header.links.0.to.url": linkUrl,
  "header.links.0.links": items(0, 20, () => contentLink),
  "header.links.0.links.0.title": linkTitle,
  "header.links.0.links.0.to.kind": linkKind,
  "header.links.0.links.0.to.url": linkUrl,
  "header.links.0.condition": text(1, 1024, (length) =>
    length < 3 ? "1".repeat(length) : `"${spelled("é😀", length - 2)}"`
  ),
  "footer.groups.0.title": linkTitle,
  "footer.groups.0.links": items(0, 20, () => contentLink),
  "footer.groups.0.links.0.title": linkTitle,
  "footer.groups.0.links.0.to.kind": linkKind,
  "footer.groups.0.links.0.to.url": linkUrl,
  "announcement.link.title": linkTitle,
  "announcement.link.to.kind": linkKind,
  "announcement.link.to.url": linkUrl
}
const lookLinksRest = {
  ...lookRest,
  header: { logo: pictures, links: [{ ...contentLink, links: [contentLink] }] },
  footer: { logo: pictures, groups: [{ title: "a", links: [contentLink] }] },
  announcement: { ...lookRest.announcement, link: contentLink }
}

/** The look of sites. */
export const resource: Resource = {
  calls: ({ organization: o, site }) => ({
    rows: {
      customizations: { get: absent(o, site), set: absent(o, site, {}) }
    }
  }),
  recorded: {
    customizations: { get: "reads", set: ["customization.created"] }
  },
  locks: {
    customizations: {
      set: "organization"
    }
  },
  bounds: [
    subject("a look", SetSiteCustomization, look, lookRest),
    subject("the links of a look", SetSiteCustomization, lookLinks, lookLinksRest)
  ]
}
