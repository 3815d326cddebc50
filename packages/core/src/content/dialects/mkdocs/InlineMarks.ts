/** Marks in running text: `==mark==`, `^^inserted^^`, `~sub~`, `^sup^`, and the keys `++ctrl+c++`. */
import type { StateInline } from "markdown-it"

const element = (state: StateInline, name: string, content: () => void): void => {
  state.push("html_inline", "", 0).content = `<${name}>`
  content()
  state.push("html_inline", "", 0).content = `</${name}>`
}

/** The maximum length of marked text; the time for a text stays proportional to its length. */
const markLimit = 1_000

/** Reads the text between two offsets as the contents of an element. */
const marked = (state: StateInline, silent: boolean, name: string, start: number, end: number, after: number): true => {
  if (!silent) {
    const { posMax } = state
    element(state, name, () => {
      state.pos = start
      state.posMax = end
      state.md.inline.tokenize(state)
    })
    state.posMax = posMax
  }
  state.pos = after
  return true
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10
const isWord = (text: string | undefined): boolean => text !== undefined && /[\p{L}\p{N}=^]/u.test(text)

/** `==mark==` and `^^inserted^^`, between words and not around spaces. */
const doubled = (state: StateInline, silent: boolean, mark: "==" | "^^", name: string): boolean => {
  const { pos, src } = state
  const start = pos + 2
  const max = Math.min(state.posMax, start + markLimit)
  if (start >= max || isSpace(src.charCodeAt(start)) || src[start] === mark[0]) return false
  if (mark === "==" && isWord(src[pos - 1])) return false
  let end = src.indexOf(mark, start)
  while (end >= 0 && end < max && isSpace(src.charCodeAt(end - 1))) end = src.indexOf(mark, end + 1)
  if (end < 0 || end + 2 > max || (mark === "==" && isWord(src[end + 2]))) return false
  return marked(state, silent, name, start, end, end + 2)
}

const single = /([\^~])(?![\^~])([^\s^~/\\`[\]]{1,50})\1(?![\^~])/y

const scripts = (state: StateInline, silent: boolean, name: string): boolean => {
  single.lastIndex = state.pos
  const found = single.exec(state.src)
  if (found === null || single.lastIndex > state.posMax || state.src[state.pos - 1] === found[1]) return false
  return marked(state, silent, name, state.pos + 1, single.lastIndex - 1, single.lastIndex)
}

const keys = /\+\+((?:[A-Za-z0-9_-]+|"[^"\n]{1,40}")(?:\+(?:[A-Za-z0-9_-]+|"[^"\n]{1,40}"))*)\+\+(?!\+)/y

const keyNames: Readonly<Record<string, string>> = {
  ...{ control: "Ctrl", command: "Cmd", cmd: "Cmd", ctrl: "Ctrl", escape: "Esc", esc: "Esc", delete: "Del" },
  ...{ windows: "Win", win: "Win", plus: "+", minus: "-", slash: "/", backslash: "\\", comma: ",", period: "." }
}

const keyName = (written: string): string => {
  if (written.startsWith('"')) return written.slice(1, -1)
  const words = written.toLowerCase().replaceAll(/[-_]/g, " ")
  return keyNames[words] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const pressed = (state: StateInline, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.pos - 1) === 43) return false
  keys.lastIndex = state.pos
  const found = keys.exec(state.src)
  if (found === null || keys.lastIndex > state.posMax) return false
  if (!silent) {
    for (const [index, each] of found[1]!.match(/"[^"]*"|[^+"]+/g)!.entries()) {
      if (index > 0) state.push("text", "", 0).content = "+"
      element(state, "kbd", () => {
        state.push("text", "", 0).content = keyName(each)
      })
    }
  }
  state.pos = keys.lastIndex
  return true
}

/** The marks of running text. */
export const inlineMarks = (state: StateInline, silent: boolean): boolean => {
  const { pos, src } = state
  switch (src.charCodeAt(pos)) {
    case 43:
      return src.charCodeAt(pos + 1) === 43 && pressed(state, silent)
    case 61:
      return src.charCodeAt(pos + 1) === 61 && doubled(state, silent, "==", "mark")
    case 94:
      return src.charCodeAt(pos + 1) === 94 ? doubled(state, silent, "^^", "ins") : scripts(state, silent, "sup")
    case 126:
      return src.charCodeAt(pos + 1) !== 126 && scripts(state, silent, "sub")
    default:
      return false
  }
}
