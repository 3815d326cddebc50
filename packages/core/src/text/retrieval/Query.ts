/** Parsing queries: words, each in all forms in which it may occur, and phrases. */

import type { SearchToken } from "../search-index/SearchIndex.js"
import { isVersion, otherForms, pairs, versionForms } from "../tokenization/Forms.js"
import { comparable, cutWords, isRun, words } from "../tokenization/Words.js"

/** One way in which a word may occur: all of these tokens, in one section or in the names of the page. */
export interface Alternative {
  readonly tokens: ReadonlyArray<SearchToken>
  /** Its weight, relative to the word itself. */
  readonly weight: number
  /** The spaces that it applies to; all when absent. */
  readonly spaces?: ReadonlySet<string>
}

/** A word of the query to search for. */
export interface Unit {
  readonly word: string
  /** Whether it may be incomplete. */
  readonly prefix: boolean
  readonly alternatives: ReadonlyArray<Alternative>
}

/** A parsed query. */
export interface ParsedQuery {
  /** All of its words, in their order. */
  readonly words: ReadonlyArray<string>
  /** The words to search for, without stop words. */
  readonly units: ReadonlyArray<Unit>
  /** The words of each phrase in quotes. */
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

/** The maximum number of words of a query; further ones are ignored. */
const mostUnits = 32

const ofForm = 0.8
const ofPrefix = 0.7
const ofParts = 0.75
const ofJoined = 0.85

/** Stop words in English, Chinese, Japanese and Korean: used only if a query has no other words. */
const small = new Set(
  (
    "a about am an and any are as at be because been but by can cannot could did do does doing for from get gets had " +
    "has have having he her here hers him his how i if in into is it its just me must my need needs of on or our ours " +
    "please shall she should so some such than that the their them then there these they this those to us want wants " +
    "was we were what when where which while who whom whose why will with would you your yours dont doesnt isnt cant " +
    "的 了 吗 嗎 呢 吧 是 在 和 与 與 或 里 裡 上 中 有 能 请 請 我 你 您 怎么 怎麼 怎样 怎樣 如何 什么 什麼 哪个 哪個 哪些 " +
    "为什么 為什麼 可以 需要 です ます する した して から まで どう なに 何 어떻게 무엇 왜"
  ).split(" ")
)

/** Whether a word is a stop word. */
export const isSmall = (word: string): boolean => small.has(word)

const whole = (token: string): SearchToken => ({ token, prefix: false })
const beginning = (token: string): SearchToken => ({ token, prefix: true })

const plain = (word: string, prefix: boolean): ReadonlyArray<Alternative> => [
  { tokens: [whole(word)], weight: 1 },
  ...otherForms(word, true).map((form): Alternative => ({ tokens: [whole(form)], weight: ofForm })),
  ...(prefix ? [{ tokens: [beginning(word)], weight: ofPrefix }] : [])
]

const particles =
  "에서는 에게서 으로는 이라는 까지 부터 에서 에게 한테 으로 보다 처럼 마다 조차 하고 이나 합니다 입니다 하는 은 는 이 가 을 를 에 의 와 과 도 로 만".split(
    " "
  )

const hangul = /^\p{sc=Hang}+$/v

/** A run of Korean without the particle at its end, as far as it can be recognised. */
const withoutParticle = (run: string): string => {
  const particle = hangul.test(run) ? particles.find((each) => run.endsWith(each)) : undefined
  return particle === undefined || run.length - particle.length < 1 ? run : run.slice(0, -particle.length)
}

const runTokens = (run: string): ReadonlyArray<SearchToken> => {
  const tokens = pairs(run)
  return tokens.length === 1 ? tokens.map(beginning) : tokens.slice(0, -1).map(whole)
}

const runAlternatives = (run: string): ReadonlyArray<Alternative> => {
  const bare = withoutParticle(run)
  const found: Array<Alternative> = [{ tokens: runTokens(run), weight: 1 }]
  if (bare !== run) found.push({ tokens: runTokens(bare), weight: ofForm })
  return found
}

const versionAlternatives = (word: string, prefix: boolean): ReadonlyArray<Alternative> => {
  const [joined] = versionForms(word).filter((form) => !form.includes(".") && form.length > 3)
  return [
    { tokens: [whole(word)], weight: 1 },
    ...(joined === undefined ? [] : [{ tokens: [whole(joined)], weight: ofForm }]),
    ...(prefix ? [{ tokens: [beginning(word)], weight: ofPrefix }] : [])
  ]
}

/** The alternatives in which a word may occur. */
export const alternativesOf = (word: string, prefix: boolean): ReadonlyArray<Alternative> => {
  if (isRun(word)) return runAlternatives(word)
  if (isVersion(word)) return versionAlternatives(word, prefix)
  if (!word.includes("_")) return plain(word, prefix)
  const parts = word.split("_")
  const last = parts.length - 1
  const stems = parts.map((part) => otherForms(part, true)[0] ?? part)
  return [
    ...plain(parts.join(""), prefix),
    { tokens: parts.map((part, i) => (prefix && i === last ? beginning(part) : whole(part))), weight: ofParts },
    ...(stems.some((stem, i) => stem !== parts[i]) ? [{ tokens: stems.map(whole), weight: ofParts * ofForm }] : [])
  ]
}

const segmenters = new Map<string, Intl.Segmenter>()

const segmentsOf = (run: string, locale: string): ReadonlyArray<string> => {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: "word" })
  segmenters.set(locale, segmenter)
  return Array.from(segmenter.segment(run), ({ segment }) => segment)
}

const spokenRuns = /[[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}][\p{M}]]{2,}/gv
const hiragana = /^\p{sc=Hira}$/v
const hangulStart = /^\p{sc=Hang}/v

/** A text with spaces between the words of the scripts that are segmented by a dictionary, before marks are removed. */
const segmented = (text: string): string =>
  text.replace(spokenRuns, (run) => segmentsOf(run.normalize("NFC"), "th").join(" "))

/** The words of a run; particles of one kana are omitted, as their place in the text rarely matches the query. */
const runWords = (run: string): ReadonlyArray<string> => {
  if (hangulStart.test(run)) return [run]
  const found = segmentsOf(run, "zh")
  const meaningful = found.filter((word) => !hiragana.test(word))
  return meaningful.length === 0 ? found : meaningful
}

const quoted = /["“”„«»]([^"“”„«»]+)["“”„«»]/g

const unitsOf = (text: string, closed: boolean): ReadonlyArray<Unit> => {
  const source = comparable(segmented(text))
  return cutWords(source).flatMap(({ end, word }): ReadonlyArray<Unit> => {
    const rest = source.slice(end)
    const prefix = !closed && (rest === "" || rest === "'")
    return (isRun(word) ? runWords(word) : [word]).map((each) => ({
      word: each,
      prefix,
      alternatives: alternativesOf(each, prefix)
    }))
  })
}

const isPlain = ({ word }: Unit): boolean => /^\p{L}[\p{L}\p{N}]*$|^\d+$/u.test(word) && !isRun(word)

/** Adjacent words that may also be written as one: `web hook` as `webhook`. */
const withJoined = (units: ReadonlyArray<Unit>): ReadonlyArray<Unit> =>
  units.map((unit, i) => {
    if (!isPlain(unit)) return unit
    const joined: Array<Alternative> = []
    for (const [one, other] of [
      [units[i - 1], unit],
      [unit, units[i + 1]]
    ]) {
      if (one === undefined || other === undefined || !isPlain(one) || !isPlain(other)) continue
      if (one.word.length + other.word.length < 4) continue
      const word = one.word + other.word
      const tokens = [whole(word), ...otherForms(word, true).map(whole), ...(other.prefix ? [beginning(word)] : [])]
      joined.push(...tokens.map((token): Alternative => ({ tokens: [token], weight: ofJoined })))
    }
    return joined.length === 0 ? unit : { ...unit, alternatives: [...unit.alternatives, ...joined] }
  })

/**
 * Any text is a query; one without a letter, a digit or an emoji matches nothing. The last word is also a prefix,
 * unless something after it ends it. Stop words such as `the` are ignored if others remain, and so are words after the
 * thirty-second.
 */
export const parseQuery = (query: string): ParsedQuery => {
  const phrases: Array<ReadonlyArray<string>> = []
  const units: Array<Unit> = []
  let from = 0
  for (const match of query.matchAll(quoted)) {
    units.push(...withJoined(unitsOf(query.slice(from, match.index), true)))
    const phrase = words(match[1] ?? "")
    if (phrase.length > 0) phrases.push(phrase)
    units.push(...unitsOf(match[1] ?? "", true))
    from = match.index + match[0].length
  }
  units.push(...withJoined(unitsOf(query.slice(from), false)))
  const different = [...new Map(units.map((unit) => [unit.word, unit])).values()]
  const telling = different.filter(({ word }) => !isSmall(word))
  return {
    words: words(query),
    units: (telling.length === 0 ? different : telling).slice(0, mostUnits),
    phrases
  }
}
