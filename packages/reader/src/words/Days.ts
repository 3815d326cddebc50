/** Dates in the languages of readers. */

const formats = new Map<string, Intl.DateTimeFormat>()

const formatIn = (language: string): Intl.DateTimeFormat => {
  const known = formats.get(language)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { dateStyle: "long", timeZone: "UTC" })
  formats.set(language, made)
  return made
}

/** The day of a time in a language, given by its BCP 47 tag. */
export const dayIn = (language: string, time: string): string => formatIn(language).format(new Date(time))
