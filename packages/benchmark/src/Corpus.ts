/** Generates pages: equal numbers give equal pages, whose words are as frequent as in real texts. */
import { randomOf } from "./Random.js"

const stems = (
  "server client page space revision merge request change token member role index search query content file folder " +
  "import export link anchor heading section table column row value key version commit branch review comment thread " +
  "install configure deploy upgrade migrate restore backup monitor measure cache store read write update delete create"
).split(" ")
const endings = ["", "s", "ed", "ing", "er", "able"]
const small = "the of a to in is and with for on that it as by from this are be".split(" ")

const pick = <A>(random: () => number, of: ReadonlyArray<A>): A => of[Math.floor(random() * of.length)] as A

const word = (random: () => number): string => {
  const kind = random()
  if (kind < 0.45) return pick(random, small)
  if (kind < 0.9) return `${pick(random, stems)}${pick(random, endings)}`
  return `${pick(random, stems)}${Math.floor(random() ** 3 * 700).toString(36)}`
}

const sentence = (random: () => number): string => {
  const words = Array.from({ length: 6 + Math.floor(random() * 12) }, () => word(random)).join(" ")
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** The title of the `i`th page. */
export const titleOf = (i: number): string => `Page ${i} about ${stems[i % stems.length]}`

/** The body of the `i`th page: about `bytes` of markdown with headings, lists, code, emphasis and links. */
export const markdownOf = (i: number, bytes: number): string => {
  const random = randomOf(i + 1)
  const parts = [`# ${titleOf(i)}`]
  for (let length = 0, block = 0; length < bytes; block++) {
    const text =
      block % 5 === 1
        ? `## ${sentence(random).slice(0, 40)}`
        : block % 5 === 3
          ? Array.from({ length: 4 }, () => `- ${sentence(random)}`).join("\n")
          : block % 10 === 4
            ? `\`\`\`js\nconst ${pick(random, stems)} = ${pick(random, stems)}(${block})\n\`\`\``
            : `${sentence(random)} **${word(random)}** ${sentence(random)} See [the docs](https://example.com/${block}). ${sentence(random)}`
    parts.push(text)
    length += text.length + 2
  }
  return `${parts.join("\n\n").slice(0, bytes)}\n`
}
