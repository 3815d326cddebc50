/** Writes the instructions of fields in the one form in which mammoth reads links. */

/** Switches of a link that have an argument; the general ones among them belong to every field. */
const withArgument = new Set(["l", "o", "t", "*", "@", "#"])

interface Words {
  readonly quoted: boolean
  readonly text: string
}

const wordsOf = (instruction: string): ReadonlyArray<Words> =>
  [...instruction.matchAll(/["“”]((?:[^"“”\\]|\\.)*)["“”]|\S+/g)].map(([whole, inner]) => ({
    quoted: inner !== undefined,
    text: inner === undefined ? whole : inner.replaceAll(/\\(.)/g, "$1")
  }))

/** Fields that show a text of another place, and lead there with the switch `\\h`. */
const references = /^(?:REF|NOTEREF)$/

/**
 * The instruction of a field. That of a link has its address, with the bookmark that it names, and no switch; any other
 * is as it was written.
 */
export const plainInstruction = (instruction: string): string => {
  const [name, ...words] = wordsOf(instruction)
  const kind = name?.text.toUpperCase() ?? ""
  const leads = references.test(kind) && words.some(({ quoted, text }) => !quoted && text.toLowerCase() === "\\h")
  if (leads && words[0] !== undefined) return `HYPERLINK \\l "${words[0].text.replaceAll('"', "%22")}"`
  if (kind !== "HYPERLINK") return instruction
  let address = ""
  let anchor = ""
  for (let at = 0; at < words.length; at++) {
    const { quoted, text } = words[at]!
    const option = quoted || !text.startsWith("\\") ? undefined : text.slice(1).toLowerCase()
    if (option === undefined) address ||= text
    else if (withArgument.has(option)) {
      at++
      if (option === "l") anchor = words[at]?.text ?? ""
    }
  }
  const quote = (text: string): string => `"${text.replaceAll('"', "%22")}"`
  if (address === "") return anchor === "" ? "" : `HYPERLINK \\l ${quote(anchor)}`
  return `HYPERLINK ${quote(anchor === "" ? address : `${address.split("#", 1)[0]}#${anchor}`)}`
}
