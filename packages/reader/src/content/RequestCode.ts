/** Writes a request in several languages. */
import type { RequestSample } from "@lectern/core/internal/publishing/site-reading/RequestSample"

/** A request in one language. */
interface RequestCode {
  readonly title: string
  readonly language: string
  readonly code: string
}

const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const lines = (text: string, indent: string): string => text.replaceAll("\n", `\n${indent}`)

const curl = ({ body, headers, method, url }: RequestSample): string =>
  [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${shell(url)}`,
    ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shell(body)}`])
  ].join(" \\\n  ")

/** Whether a body is JSON, so that languages can write it as their own values. */
const isJson = ({ body, headers }: RequestSample): boolean =>
  body !== undefined && headers.some(([name, value]) => name === "Content-Type" && /json/i.test(value))

const quoted = (text: string): string => JSON.stringify(text)

const javascript = (request: RequestSample): string => {
  const { body, headers, method, url } = request
  const options = [
    ...(method === "GET" ? [] : [`  method: ${quoted(method)}`]),
    ...(headers.length === 0
      ? []
      : [`  headers: {\n${headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)}`).join(",\n")}\n  }`]),
    ...(body === undefined
      ? []
      : [`  body: ${isJson(request) ? `JSON.stringify(${lines(body, "  ")})` : quoted(body)}`])
  ]
  const call = options.length === 0 ? "" : `, {\n${options.join(",\n")}\n}`
  return `const response = await fetch(${quoted(url)}${call})\nconst data = await response.json()`
}

/** JSON in Python's notation, whose literals differ. */
const pythonValue = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) =>
    token === "true" ? "True" : token === "false" ? "False" : token === "null" ? "None" : token
  )

const python = (request: RequestSample): string => {
  const { body, headers, method, url } = request
  const json = isJson(request)
  const own = json
    ? headers.filter(([name, value]) => name !== "Content-Type" || value !== "application/json")
    : headers
  const parts = [
    quoted(url),
    ...(own.length === 0
      ? []
      : [`headers={\n${own.map(([name, value]) => `        ${quoted(name)}: ${quoted(value)}`).join(",\n")},\n    }`]),
    ...(body === undefined ? [] : [json ? `json=${lines(pythonValue(body), "    ")}` : `data=${quoted(body)}`])
  ]
  const name = method.toLowerCase()
  const known = /^(?:get|post|put|patch|delete|head|options)$/.test(name)
  const call = known ? `requests.${name}(` : `requests.request(\n    ${quoted(method)},`
  return `import requests\n\nresponse = ${call}\n    ${parts.join(",\n    ")},\n)\ndata = response.json()`
}

const go = ({ body, headers, method, url }: RequestSample): string => {
  const text =
    body === undefined
      ? "nil"
      : body.includes("`")
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

/** The code for a request in the shell, JavaScript, Python and Go. */
export const requestCodes = (request: RequestSample): ReadonlyArray<RequestCode> => [
  { title: "curl", language: "bash", code: curl(request) },
  { title: "JavaScript", language: "javascript", code: javascript(request) },
  { title: "Python", language: "python", code: python(request) },
  { title: "Go", language: "go", code: go(request) }
]
