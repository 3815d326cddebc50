/** The ids that GitBook gives headings. Links of the texts that were written for it lead to them. */
import { anchorOf, githubIds, uniqueAnchor } from "./Anchors.js"
import type { ContentNode } from "./ContentNode.js"
import { plainText } from "./NodeReading.js"

const table = (pairs: string): ReadonlyMap<string, string> =>
  new Map(pairs.split(" ").map((pair) => [pair.slice(0, 1), pair.slice(1)]))

/** Letters and signs, each followed by what GitBook writes for it. Other letters only lose their marks. */
const written = table(
  "äae öoe üue ßss æae œoe øo đd ðd þth łl ıi " +
    "аa бb вv гg дd еe ёyo жzh зz иi йi кk лl мm нn оo пp рr сs тt уu фf хkh цc чch шsh щsh ъ ыy ь эe юyu яya " +
    "єye іi їyi ґg ђdj јj љlj њnj ћc џdz " +
    "αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξks οo πp ρr σs ςs τt υy φf χx ψps ωo " +
    "&-and- |-or- <-less-than- >-greater-than- $usd €eur £gbp ©-c- ®-r- ™-tm- …..."
)

const inAscii = (text: string): string => text.replaceAll(/[$&<>|]|[^ -~]/gu, (sign) => written.get(sign) ?? sign)

/** A letter that GitBook writes in a way that takes a dictionary, such as Chinese ones. It leaves Korean ones out. */
const otherLetter = /[^\P{L}a-z\p{Script=Hangul}]/u

/**
 * GitBook's id of a heading, before it is made unique: everything but letters, digits, dots and underscores becomes a
 * hyphen, and `id-` precedes a digit. Empty if there is none, or if the heading has letters other than those of the
 * Latin, Cyrillic, Greek and Korean alphabets.
 */
export const gitbookId = (heading: string): string => {
  const text = inAscii(inAscii(heading.toLowerCase().normalize("NFC")).normalize("NFD").replaceAll(/\p{M}/gu, ""))
  if (otherLetter.test(text)) return ""
  const id = text.replaceAll(/[^a-z\d._]+/g, "-").replaceAll(/^-|-$/g, "")
  return /^\d/.test(id) ? `id-${id}` : id
}

/**
 * The GitBook ids of the headings of a page, by their anchors in order. There is none for a heading that states its
 * anchor, and none that is `taken` in the page.
 */
export const gitbookIds = (
  anchors: ReadonlyMap<ContentNode, string>,
  taken: ReadonlySet<string> = new Set(anchors.values())
): ReadonlyMap<ContentNode, string> => {
  const found = new Map<ContentNode, string>()
  const seen = new Map<string, number>()
  for (const [heading, anchor] of anchors) {
    const text = plainText(heading.nodes ?? []).trim()
    const id = anchor.startsWith(anchorOf(text)) ? gitbookId(text) : ""
    const unique = id === "" ? "" : uniqueAnchor(id, seen, githubIds)
    if (unique !== "" && !taken.has(unique)) found.set(heading, unique)
  }
  return found
}
