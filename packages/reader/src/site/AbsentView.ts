/** Renders what a site shows where it has no page. */
import { looksSecret } from "@lectern/core/internal/publishing/sites/feedback/LooksSecret"
import { type Html, html } from "../html/Html.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"
import { searchForm } from "./SearchView.js"

const lastOf = (path: string): string => path.split("/").at(-1) ?? ""

/**
 * The words of a path that was asked for, as a query for what may be meant; none of what looks like a key, which must
 * not become a search.
 */
export const wordsOfPath = (path: string): string =>
  (looksSecret(lastOf(path)) ? "" : lastOf(path))
    .replace(/\.\w+$/, "")
    .replaceAll(/[-_]+/g, " ")
    .trim()
    .slice(0, 100)

/** The text of the page: a search, and the pages that may be meant, if there are any. */
export const absentView = (
  { root, title }: { readonly root: string; readonly title: string },
  query: string,
  near: Html | undefined,
  words: Words
): Html =>
  html`<h1>${words.absent}</h1><p class="lead">${words.absentText}</p>${searchForm(root, query, words)}${near !== undefined && html`<h2>${words.perhaps}</h2><div class="near">${near}</div>`}<p><a href="${root}">${filled(words.toStart, title)}</a></p>`
