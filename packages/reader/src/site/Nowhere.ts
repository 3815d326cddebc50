/** The same 404 page for a site that does not exist and for one that does not admit the reader. */
import type { Answer, HttpRequest } from "@lectern/http/internal/dispatcher/Exchange"
import { html } from "../html/Html.js"
import { textAnswer } from "./Answers.js"

const body = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Page not found</title></head><body><main><h1>Page not found</h1><p>There is no page at this address, or it is not open to you.</p></main></body></html>`

/** Answers with the 404 page. */
export const nowhere = (request: HttpRequest, headers: Record<string, string> = {}): Answer =>
  textAnswer(request, { isPersonal: true, isListed: false }, "text/html", body.text, { status: 404, headers })
