/** Writes a request in several languages. */

import type { RequestSample } from "@lectern/core/internal/publishing/site-reading/RequestSample"
import { type BodyPart, isJsonMedia } from "@lectern/core/internal/text/openapi/BodyTexts"
import { type Json, jsonText, parseExact } from "@lectern/core/internal/text/openapi/Json"

/** A request in one language. */
interface RequestCode {
  readonly title: string
  readonly language: string
  readonly code: string
}

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const lines = (text: string, indent: string): string => text.replaceAll("\n", `\n${indent}`)

/** The headers that a request states itself: the boundary of a form with files is chosen by what sends it. */
const statedHeaders = ({ headers, parts }: RequestSample): RequestSample["headers"] =>
  parts === undefined ? headers : headers.filter(([name]) => name !== "Content-Type")

/** A part of a form for curl: a plain value as it is, and others with what they state. */
const curlPart = ({ contentType, fileName, name, value }: BodyPart): string => {
  if (contentType === undefined && fileName === undefined) return `--form-string ${shell(`${name}=${value}`)}`
  const file = fileName === undefined ? "" : `;filename=${fileName}`
  const type = contentType === undefined ? "" : `;type=${contentType}`
  return `-F ${shell(`${name}="${value.replaceAll(/["\\]/g, "\\$&")}"${file}${type}`)}`
}

const curl = (request: RequestSample): string => {
  const { body, method, parts, url } = request
  // Without a method, curl sends a body with POST; with HEAD as its method, it would wait for the body of the answer.
  const flag = method === "HEAD" ? " --head" : method === "GET" && body === undefined ? "" : ` -X ${method}`
  return [
    `curl${flag} ${shell(url)}`,
    ...statedHeaders(request).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(parts?.map(curlPart) ?? (body === undefined ? [] : [`--data-raw ${shell(body)}`]))
  ].join(" \\\n  ")
}

/** Whether a body is JSON, so that languages can write it as their own values. */
const isJson = ({ body, headers }: RequestSample): boolean =>
  body !== undefined && headers.some(([name, value]) => name === "Content-Type" && isJsonMedia(value))

const quoted = (text: string): string => JSON.stringify(text)

/** Whether a number of JavaScript holds every integer of a JSON text. */
const isExact = (json: string): boolean => jsonText(parseExact(json) as Json) === jsonText(JSON.parse(json))

const javascriptPart = ({ contentType, fileName, name, value }: BodyPart): string => {
  if (contentType === undefined && fileName === undefined) return `body.append(${quoted(name)}, ${quoted(value)})`
  const type = contentType === undefined ? "" : `, { type: ${quoted(contentType)} }`
  const file = fileName === undefined ? "" : `, ${quoted(fileName)}`
  return `body.append(${quoted(name)}, new Blob([${quoted(value)}]${type})${file})`
}

const javascript = (request: RequestSample): string => {
  const { body, method, parts, url } = request
  const headers = statedHeaders(request)
  const options = [
    ...(method === "GET" ? [] : [`  method: ${quoted(method)}`]),
    ...(headers.length === 0
      ? []
      : [`  headers: {\n${headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)}`).join(",\n")}\n  }`]),
    ...(body === undefined
      ? []
      : parts !== undefined
        ? ["  body"]
        : [`  body: ${isJson(request) && isExact(body) ? `JSON.stringify(${lines(body, "  ")})` : quoted(body)}`])
  ]
  const made = parts === undefined ? "" : `const body = new FormData()\n${parts.map(javascriptPart).join("\n")}\n`
  const call = options.length === 0 ? "" : `, {\n${options.join(",\n")}\n}`
  return `${made}const response = await fetch(${quoted(url)}${call})\nconsole.log(response.status, await response.text())`
}

/** JSON in Python's notation, whose literals differ. */
const pythonValue = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) =>
    token === "true" ? "True" : token === "false" ? "False" : token === "null" ? "None" : token
  )

const pythonPart = ({ contentType, fileName, name, value }: BodyPart): string => {
  const file = fileName === undefined ? "None" : quoted(fileName)
  const type = contentType === undefined ? "" : `, ${quoted(contentType)}`
  return `        (${quoted(name)}, (${file}, ${quoted(value)}${type})),`
}

const python = (request: RequestSample): string => {
  const { body, method, parts: form, url } = request
  const headers = statedHeaders(request)
  const json = isJson(request)
  const own = json
    ? headers.filter(([name, value]) => name !== "Content-Type" || value !== "application/json")
    : headers
  const parts = [
    quoted(url),
    ...(own.length === 0
      ? []
      : [`headers={\n${own.map(([name, value]) => `        ${quoted(name)}: ${quoted(value)}`).join(",\n")},\n    }`]),
    ...(body === undefined
      ? []
      : form !== undefined
        ? [`files=[\n${form.map(pythonPart).join("\n")}\n    ]`]
        : [json ? `json=${lines(pythonValue(body), "    ")}` : `data=${quoted(body)}.encode()`])
  ]
  const name = method.toLowerCase()
  const known = /^(?:get|post|put|patch|delete|head|options)$/.test(name)
  const call = known ? `requests.${name}(` : `requests.request(\n    ${quoted(method)},`
  return `import requests\n\nresponse = ${call}\n    ${parts.join(",\n    ")},\n)\nprint(response.status_code, response.text)`
}

const go = ({ body, headers, method, url }: RequestSample): string => {
  const text =
    body === undefined
      ? "nil"
      : /[`\r]/.test(body)
        ? `strings.NewReader(${quoted(body)})`
        : `strings.NewReader(\`${body}\`)`
  const imports = ["fmt", "io", "net/http", ...(body === undefined ? [] : ["strings"])]
  return `package main

import (
${imports.map((name) => `	"${name}"`).join("\n")}
)

func main() {
	request, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${text})
	if err != nil {
		panic(err)
	}
${headers.map(([name, value]) => `	request.Header.Set(${quoted(name)}, ${quoted(value)})\n`).join("")}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, string(data))
}`
}

/** Whether `fetch` can send a request: it sends no body with some methods, and some methods not at all. */
const isFetchable = ({ body, method }: RequestSample): boolean =>
  method !== "TRACE" && (body === undefined || (method !== "GET" && method !== "HEAD"))

/** The code for a request in the shell, JavaScript, Python and Go, as far as they can send it. */
export const requestCodes = (request: RequestSample): ReadonlyArray<RequestCode> => [
  { title: "curl", language: "bash", code: curl(request) },
  ...(isFetchable(request) ? [{ title: "JavaScript", language: "javascript", code: javascript(request) }] : []),
  { title: "Python", language: "python", code: python(request) },
  { title: "Go", language: "go", code: go(request) }
]
