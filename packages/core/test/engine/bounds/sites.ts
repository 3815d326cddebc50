/** The bounds of sites and of their content. */
import { SetAdaptiveSchema } from "@lectern/core/sites/adaptive-content/AdaptiveSchema"
import { SetSiteCustomization } from "@lectern/core/sites/customization/CustomizationInput"
import { GiveSiteFeedback, SiteFeedbackQuery } from "@lectern/core/sites/feedback/SiteFeedback"
import { CreateSite, RotateSigningKey, SitesQuery, UpdatePublishingAuth, UpdateSite } from "@lectern/core/sites/Site"
import { CreateShareLink, UpdateShareLink } from "@lectern/core/sites/share-links/ShareLink"
import { CreateSiteRedirect, UpdateSiteRedirect } from "@lectern/core/sites/site-redirects/SiteRedirect"
import {
  AddSiteSection,
  AddSiteSectionGroup,
  MoveSiteSection,
  MoveSiteSectionGroup,
  UpdateSiteSection,
  UpdateSiteSectionGroup
} from "@lectern/core/sites/site-sections/SiteSection"
import { MoveSiteSpace, SiteSpacesQuery, UpdateSiteSpace } from "@lectern/core/sites/site-spaces/SiteSpace"
import { SortSiteStructure } from "@lectern/core/sites/site-structure/SiteStructure"
import { address, choice, form, integer, items, nullable, type Subject, spelled, subject, text } from "./fields.js"

const title = text(2, 128)
const visibility = choice("public", "unlisted", "share-link", "visitor-auth")
const path = [
  text(1, 100, (length) => spelled("a", length)),
  form(["docs", "v1-2", "語", "a_b"], ["", "A", "a b", "a/b", "-a", "a--b", "é "])
]
const condition = [
  nullable(text(1, 1024, (length) => (length < 3 ? "1".repeat(length) : `"${spelled("é😀", length - 2)}"`))),
  nullable(form(["visitor.claims.unsigned.plus", "!(visitor.claims.a in ['b'])"], []))
]
const icon = [
  nullable(text(1, 50, (length) => spelled("a", length))),
  nullable(form(["gear", "circle-2"], ["", "Gear", "-a", "a b", "😀"]))
]
const redirect = {
  source: [
    text(2, 512, (length) => `/${spelled("a", length - 1)}`),
    form(
      ["/old/page", "/%C3%BC", "/a.b~c-d_e"],
      ["", "/", "old", "/a//b", "/a/", "/.", "/a/..", "/a/%2E%2e/b", "/a?b", "/ü", "https://e.co/a"]
    )
  ],
  "destination.kind": choice("site-section", "site-space", "site-page")
}
const destination = { kind: "site-page", siteSectionId: "a", siteSpaceId: "a", pageId: "a" }
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
const anyTarget = { kind: "url", url: "https://a.example", page: "a", space: "a" }
const contentLink = { title: "a", to: anyTarget }
const linkTitle = text(1, 64)
const linkKind = choice("url", "page", "space")
const linkUrl = [
  text(18, 2048, (length) => "https://a.example/".padEnd(length, "a")),
  form(["http://a.example", "mailto:a@b.example", "tel:+1"], ["", "a", "javascript:a", "ftp://a.example"])
]
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
const parts = ["site-space", "site-section", "site-section-group"]
const moved = (type: string, key: string) => ({ type, [key]: "a" })
/** The ends of a move; each points at something of one of these types. */
const pointers = (key: string, ...types: ReadonlyArray<string>) =>
  [
    { "position.before.type": choice(...types), "position.after.type": choice(...types) },
    { position: { before: moved(types[0]!, key), after: moved(types[0]!, key) } }
  ] as const

/** The inputs of sites. */
export const sites: ReadonlyArray<Subject> = [
  subject("a site", CreateSite, {
    title,
    visibility,
    type: choice("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"),
    spaces: choice("empty", "sample")
  }),
  subject("a change of a site", UpdateSite, {
    title,
    visibility,
    basename: [text(1, 100), form(["docs", "語"], ["", "a/b", "a?", "a#", ".", ".."])],
    hostname: [
      nullable(text(15, 512, (length) => `${"a.".repeat(length / 2 - 1)}${length % 2 === 0 ? "bb" : "bbb"}`)),
      nullable(
        form(
          ["docs.example.com", "xn--bcher-kva.a.museum", "1.2.c3"],
          [
            "",
            "example.com",
            "Docs.example.com",
            "docs.example.com.",
            "a..b.cc",
            "-a.b.cc",
            "1.2.3.44",
            "docs.example.com:8080"
          ]
        )
      )
    ],
    agentsContext: choice("excluded", "included"),
    proxy: [
      nullable(text(15, 512, (length) => `e.co/${spelled("a", length - 5)}`)),
      nullable(form(["a.example.com/docs/v-1"], ["", "example.com", "example.com/", "https://example.com/a", "a/b"]))
    ]
  }),
  subject("a list of sites", SitesQuery, { limit: integer(0, 1000) }),
  subject("a rotation of signing keys", RotateSigningKey, { overlap: integer(0, 7_776_000) }),
  subject("a visitor authentication", UpdatePublishingAuth, {
    backend: choice("custom", "integration"),
    fallbackURL: nullable(text(20, 2048, address))
  }),
  subject("a change of a site space", UpdateSiteSpace, { path, condition }),
  subject("a move of a site space", MoveSiteSpace, ...pointers("siteSpace", "site-space")),
  subject("a list of site spaces", SiteSpacesQuery, { limit: integer(0, 1000) }),
  subject("a section", AddSiteSection, { title: nullable(title), icon }, { spaceId: "a" }),
  subject("a change of a section", UpdateSiteSection, {
    title,
    path,
    condition,
    icon,
    description: nullable(text(0, 256))
  }),
  subject("a move of a section", MoveSiteSection, ...pointers("siteSection", "site-section")),
  subject("a group of sections", AddSiteSectionGroup, { title: text(1, 100), icon }, { title: "A" }),
  subject("a change of a group of sections", UpdateSiteSectionGroup, { title: text(1, 100), icon }),
  subject("a move of a group", MoveSiteSectionGroup, ...pointers("id", "site-section", "site-section-group")),
  subject(
    "a move within a site's structure",
    SortSiteStructure,
    { ...pointers("id", ...parts)[0], "item.type": choice(...parts) },
    { item: moved(parts[0]!, "id"), ...pointers("id", ...parts)[1] }
  ),
  subject("a share link", CreateShareLink, { name: text(0, 50) }, { name: "A" }),
  subject("a change of a share link", UpdateShareLink, { name: text(0, 50) }),
  subject(
    "a schema of claims",
    SetAdaptiveSchema,
    { "jsonSchema.type": choice("object"), "jsonSchema.$schema": choice("http://json-schema.org/draft-07/schema#") },
    { jsonSchema: { type: "object", properties: {}, additionalProperties: false } }
  ),
  subject("a look", SetSiteCustomization, look, lookRest),
  subject("the links of a look", SetSiteCustomization, lookLinks, lookLinksRest),
  subject("feedback", GiveSiteFeedback, { text: text(0, 1000) }, { siteSpace: "a", page: "a", helpful: true }),
  subject("a list of feedback", SiteFeedbackQuery, { limit: integer(0, 1000), kind: choice("page", "search") }),
  subject("a redirect", CreateSiteRedirect, redirect, { source: "/a", destination }),
  subject("a change of a redirect", UpdateSiteRedirect, redirect, { source: "/a", destination })
]
