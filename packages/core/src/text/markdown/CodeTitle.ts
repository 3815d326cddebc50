/** The titles of code blocks. */

const stated = /\s(?:title|file(?:[nN]ame)?)=\{?(?:"([^"]+)"|'([^']+)')/

/** The title that the info string of a code block states, as site generators write it; `undefined` if it states none. */
export const codeTitle = (info: string): string | undefined => {
  const found = stated.exec(info)
  return found?.[1] ?? found?.[2]
}
