/** Small parts that the popovers share. */

/** An element with attributes and contents. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...contents: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...contents)
  return made
}

/** A button that takes no focus from the text when it is pressed. */
export const button = (
  attributes: Readonly<Record<string, string>>,
  press: () => void,
  ...contents: ReadonlyArray<Node | string>
): HTMLButtonElement => {
  const made = element("button", { type: "button", ...attributes }, ...contents)
  made.addEventListener("mousedown", (event) => event.preventDefault())
  made.addEventListener("click", press)
  return made
}

const space = "http://www.w3.org/2000/svg"

/** A drawing of lines in a square of 16. */
export const drawing = (path: string): SVGElement => {
  const svg = document.createElementNS(space, "svg")
  svg.setAttribute("viewBox", "0 0 16 16")
  svg.setAttribute("aria-hidden", "true")
  const line = document.createElementNS(space, "path")
  line.setAttribute("d", path)
  svg.append(line)
  return svg
}
