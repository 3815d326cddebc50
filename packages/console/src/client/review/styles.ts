/** The styles of these screens, which come with them and not with the window. */
import text from "./review.css" with { type: "text" }

/** Adds the styles to the page. */
export const addStyles = (): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets.push(sheet)
}
