/** Feedback on a page: the form below it, and parsing of the submitted form. */

import { PageId } from "@lectern/core/content/Page"
import { type Invalid, TooLarge } from "@lectern/core/errors/Errors"
import { SiteSpaceId } from "@lectern/core/internal/people/places/Structure"
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { GiveSiteFeedback } from "@lectern/core/sites/feedback/SiteFeedback"
import type { HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import * as Effect from "effect/Effect"
import { type Html, html } from "../html/Html.js"
import { wordsIn } from "../words/Words.js"
import type { Reading } from "./Addresses.js"

/** The maximum size of a form's body, in bytes: a text of four bytes per character, each percent-encoded. */
const bodyLimit = 16 * 1024

/** The form below a page. */
export const feedbackForm = ({ language, root, siteSpace }: Reading, { id }: OutlineEntry): Html => {
  const words = wordsIn(language)
  return html`<form class="feedback" method="post" action="${root}~/feedback"><input type="hidden" name="siteSpace" value="${siteSpace.id}"><input type="hidden" name="page" value="${id}"><fieldset><legend>${words.helpful}</legend><button name="helpful" value="true">${words.yes}</button> <button name="helpful" value="false">${words.no}</button></fieldset><details><summary>${words.comment}</summary><textarea name="text" rows="3" maxlength="1000" aria-label="${words.better}"></textarea></details></form><p class="thanks" id="~thanks" role="status">${words.thanks}</p>`
}

/** Parses a submitted form. */
export const givenFeedback = (request: HttpRequest): Effect.Effect<GiveSiteFeedback, Invalid | TooLarge> =>
  Effect.gen(function* () {
    const body = yield* Effect.promise(() => request.body(bodyLimit))
    if (body === undefined) return yield* new TooLarge({ message: "the form is too long", limit: bodyLimit })
    const form = new URLSearchParams(new TextDecoder().decode(body))
    const text = form.get("text")?.toWellFormed().replaceAll("\u0000", "").trim() ?? ""
    return {
      siteSpace: SiteSpaceId.make(form.get("siteSpace") ?? ""),
      page: PageId.make(form.get("page") ?? ""),
      helpful: form.get("helpful") === "true",
      ...(text !== "" && { text })
    }
  })
