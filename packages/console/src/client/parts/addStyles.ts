/** Styles that come with a screen, and not with the window. */

/** Adds the text of a style sheet to the page. */
export const addStyles = (text: string): void => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets.push(sheet)
}
