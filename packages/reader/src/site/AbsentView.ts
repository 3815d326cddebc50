/** Renders the page for paths of a site that have no page. */
import { looksSecret } from "@lectern/core/internal/publishing/sites/feedback/LooksSecret"
import { type Html, html } from "../html/Html.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"
import { searchForm } from "./SearchView.js"

const lastOf = (path: string): string => path.split("/").at(-1) ?? ""

/**
 * The words of a requested path, as a query for the intended page. Words that look like a key are left out, since a key
 * must not become a search.
 */
export const wordsOfPath = (path: string): string =>
  (looksSecret(lastOf(path)) ? "" : lastOf(path))
    .replace(/\.\w+$/, "")
    .replaceAll(/[-_]+/g, " ")
    .trim()
    .slice(0, 100)

/** The content of the page: a search, and the pages that may be meant, if there are any. */
export const absentView = (
  { root, search, title }: { readonly root: string; readonly search: string; readonly title: string },
  query: string,
  near: Html | undefined,
  words: Words
): Html =>
  html`<h1>${words.absent}</h1><p class="lead">${words.absentText}</p>${searchForm(search, query, words)}${near !== undefined && html`<h2>${words.perhaps}</h2><div class="near">${near}</div>`}<p><a href="${root}">${filled(words.toStart, title)}</a></p>`
