/** Tabs based on radio buttons, which work without a script. */
import { type Html, html, trusted } from "../html/Html.js"

/** A tab. */
export interface Tab {
  readonly title: string
  readonly body: Html
}

/** Tabs; the first one is open. `next` returns a number that is unique in the page. */
export const tabPanels = (label: string, tabs: ReadonlyArray<Tab>, next: () => number, className = ""): Html => {
  const group = `~tabs-${next()}`
  const made = tabs.map(({ body, title }, index) => {
    const id = `${group}-${index}`
    return html`<input type="radio" name="${group}" id="${id}"${index === 0 && trusted(" checked")}><label for="${id}">${title}</label><div class="panel">${body}</div>`
  })
  return html`<div class="tabs${className !== "" && ` ${className}`}" role="group" aria-label="${label}">${made}</div>`
}
