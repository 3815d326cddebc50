/** The same answers for a site that does not exist and for one that does not admit the reader. */
import { missingToken } from "@lectern/http/internal/foundation/dispatcher/Bearer"
import type { Answer, HttpRequest } from "@lectern/http/internal/foundation/dispatcher/Exchange"
import { failureAnswer } from "@lectern/http/internal/foundation/dispatcher/Failures"
import { html } from "../html/Html.js"
import { textAnswer } from "./Answers.js"
import { isEndpoint, partsOf } from "./RequestParts.js"

const body = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Page not found</title></head><body><main><h1>Page not found</h1><p>There is no page at this address, or it is not open to you.</p></main></body></html>`

/** The answer of an MCP endpoint, which requests a token. */
const endpoint: Answer = { ...failureAnswer(missingToken), sameOrigin: true }

/** The answer where nothing is found: the 404 page, or as an MCP endpoint, which has no cookies. */
export const nowhere = (request: HttpRequest, headers: Record<string, string> = {}): Answer =>
  isEndpoint(partsOf(request).path)
    ? endpoint
    : textAnswer(request, { isPersonal: true, isListed: false }, "text/html", body.text, { status: 404, headers })
