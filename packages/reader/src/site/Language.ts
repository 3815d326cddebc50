/** The languages of the spaces of a site. */
import type { ReadSite, ReadSiteSpace } from "@lectern/core/internal/publishing/site-reading/ReadSite"

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" })

/** The language in the path of a space: its last segment, such as `de` or `pt-br`; `undefined` if there is none. */
export const writtenLanguage = ({ path }: Pick<ReadSiteSpace, "path">): string | undefined => {
  const segment = path.split("/").at(-1) ?? ""
  if (!/^[a-z]{2}(?:-[a-z]{2})?$/i.test(segment)) return undefined
  const [language = segment] = Intl.getCanonicalLocales(segment)
  return names.of(language) === undefined ? undefined : language
}

/** The language of a space, as a BCP 47 tag: the one in its path, otherwise that of the site. */
export const languageOf = ({ look }: Pick<ReadSite, "look">, siteSpace?: Pick<ReadSiteSpace, "path">): string => {
  const written = siteSpace && writtenLanguage(siteSpace)
  if (written !== undefined) return written
  const { locale } = look.internationalization
  return locale === "pt-br" ? "pt-BR" : locale
}
