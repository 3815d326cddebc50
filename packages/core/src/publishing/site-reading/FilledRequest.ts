/** The request that a reader has filled in for an operation that a page shows. */
import * as Either from "effect/Either"
import { type Invalid, invalid } from "../../foundation/errors/Errors.js"
import type { OutboundRequest } from "../../foundation/outbound/Outbound.js"
import type { RequestField, RequestForm, RequestSample } from "./RequestSample.js"

/** The maximum size of an answer, in bytes. */
const answerLimit = 512 * 1024

/** The name of the value of a field; for the body it is `body`. */
export const fieldName = ({ name, place }: Pick<RequestField, "name" | "place">): string => `${place}.${name}`

/** The values of a form. */
export interface FilledForm {
  /** The number of the operation among the page's operations. */
  readonly operation: number
  /** The values by {@link fieldName}. */
  readonly values: URLSearchParams
}

const valueOf = (values: URLSearchParams, name: string): string | undefined => {
  const value = values.get(name)
  return value === null || value === "" ? undefined : value.replaceAll("\r\n", "\n")
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: headers have none of these
const inHeaders = /^[^\u0000-\u0008\u000a-\u001f\u007f]*$/

/** Matches segments that lead to another folder. */
const dots = /^(?:\.|%2e){1,2}$/i

/** The request of a form, or the error in it. Everything but the values comes from the specification. */
export const filledRequest = (
  { method, form }: Pick<RequestSample, "method"> & { readonly form: RequestForm },
  values: URLSearchParams
): Either.Either<OutboundRequest, Invalid> => {
  const headers: Record<string, string> = {}
  const query: Array<string> = []
  const inPath = new Map<string, string>()
  for (const field of form.fields) {
    const { isRequired, name, place } = field
    const value = valueOf(values, fieldName(field))
    if (value === undefined) {
      if (isRequired || place === "path") return Either.left(invalid(name, "is required"))
      continue
    }
    if (place === "query") query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    else if (place === "path") inPath.set(name, value)
    else if (!inHeaders.test(value)) return Either.left(invalid(name, "is not a valid header value"))
    else headers[name] = value
  }
  const path = form.path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) =>
    encodeURIComponent(inPath.get(name) ?? whole)
  )
  const server = form.servers.find((each) => each === values.get("server")) ?? form.servers[0]
  const url = `${server}${path}${query.length === 0 ? "" : `?${query.join("&")}`}`
  const isInside = path.startsWith("/") && !path.split("/").some((segment) => dots.test(segment))
  if (!isInside || !URL.canParse(url)) return Either.left(invalid("path", "leads elsewhere"))
  const { contentType } = form
  const text = valueOf(values, "body")
  // Browsers send the lines of a text as they please, but the parts of a body must be cut by CR and LF.
  const body = /^multipart\//i.test(contentType ?? "") ? text?.replaceAll("\n", "\r\n") : text
  return Either.right({
    url,
    method,
    headers,
    maxBytes: answerLimit,
    timeout: "15 seconds",
    follow: () => false,
    ...(contentType !== undefined && body !== undefined && { post: { contentType, body } })
  })
}
