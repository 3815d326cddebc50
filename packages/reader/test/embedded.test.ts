/**
 * Content that pages embed is shown as the caller may read it, or as the site that shows the page may, in every form.
 */
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import { fetchHandler } from "@lectern/http/LecternHttp"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exported } from "./support/exported.js"
import { passwords, sessionFor, sessionName } from "./support/session.js"
import { base, makeSite, type TestSite } from "./support/site.js"

/** The content that pages embed, each with words that nothing else has. */
const words = {
  operation: "okapi",
  computed: "quagga",
  reusable: "wombat",
  page: "narwhal",
  file: "tapir"
} as const
type Embed = keyof typeof words

const spec = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Secrets", version: "1", description: `The ${words.computed} said so.` },
  tags: [{ name: words.computed }],
  paths: {
    "/pets": {
      get: {
        tags: [words.computed],
        summary: `Lists every ${words.operation}`,
        description: `Needs an ${words.operation}.`,
        responses: { 200: { description: `The ${words.operation}` } }
      }
    }
  },
  webhooks: { fed: { post: { summary: `An ${words.operation} was fed`, responses: { 200: { description: "ok" } } } } },
  components: { schemas: { Pet: { type: "object", description: `The ${words.operation}` } } }
})

const embedding = `# Welcome

{% openapi-operation spec="secrets" path="/pets" method="get" %}
{% endopenapi-operation %}

{% openapi-webhook spec="secrets" name="fed" method="post" %}
{% endopenapi-webhook %}

{% openapi-schemas spec="secrets" schemas="Pet" grouped="true" %}
{% endopenapi-schemas %}

{% openapi src="/openapi/secrets" path="/pets" method="get" %}
{% endopenapi %}
`

const files = {
  "README.md": `${embedding}\n{% content-ref url="veiled.md" %}\n.\n{% endcontent-ref %}\n`,
  "SUMMARY.md": [
    "* [Welcome](README.md)",
    "* [Veiled](veiled.md)",
    "* ```yaml",
    "  type: builtin:openapi",
    "  props:",
    "    models: true",
    "  dependencies:",
    "    spec:",
    "      ref:",
    "        kind: openapi",
    "        spec: secrets",
    "  ```",
    ""
  ].join("\n"),
  "veiled.md": `---\nif: visitor.claims.unsigned.beta\n---\n\n# The ${words.page}\n\n{% include ".gitbook/includes/part.md" %}\n\n{% file src="${words.file}.txt" %}\n`,
  ".gitbook/includes/part.md": `---\ntitle: Part\n---\n\nOnly the ${words.reusable} knows.\n`,
  [`${words.file}.txt`]: `The ${words.file}.`
}

/** Sets documents as the text of their data. */
const pdf = Layer.succeed(PdfRenderer, {
  version: "1",
  render: ({ files, pages }) =>
    Effect.succeed({ bytes: new TextEncoder().encode(JSON.stringify({ files, pages })), problems: [] })
})

type Forms = Readonly<Record<string, string>>

let site: TestSite
let callers: Readonly<Record<string, { readonly may: ReadonlyArray<Embed>; readonly forms: () => Promise<Forms> }>>
let ids: Readonly<Record<"file" | "veiled" | "siteSpace", string>>
let api: (request: Request) => Promise<Response>

const answered = async (response: Response): Promise<string> =>
  [response.status, response.headers.get("etag") ?? "", await response.text()].join("\n")

/** The answers of the API about the space: of its main line and of a change request. */
const apiForms = async (headers: Record<string, string>, isMember: boolean): Promise<Forms> => {
  const get = (path: string) => api(new Request(path.startsWith("http") ? path : `${base}${path}`, { headers }))
  const forms: Record<string, string> = {}
  const one = `/v1/spaces/${site.space}`
  const roots = isMember ? [one, `${one}/change-requests/1`] : [one]
  for (const [at, root] of roots.entries()) {
    const ask = async (name: string, path: string) => {
      forms[`${name}${at === 0 ? "" : " of a request"}`] = await answered(await get(`${root}${path}`))
    }
    await ask("revision", "/content")
    await ask("pages", "/content/pages")
    await ask("files", "/content/files")
    for (const path of ["readme", "veiled", "secrets", `secrets/${words.computed}`]) {
      await ask(`${path} as markdown`, `/content/path/${path}`)
      await ask(`${path}, evaluated`, `/content/path/${path}?evaluated=true`)
      await ask(`${path} as a document`, `/content/path/${path}?format=document&evaluated=true`)
    }
    if (isMember) await ask("links", "/content/links")
    await ask("file", `/content/files/${ids.file}`)
    for (const [name, query] of [
      ["PDF", ""],
      ["PDF of a page", `?page=${ids.veiled}`]
    ] as const) {
      const made: { readonly url?: string } = await (await get(`${root}/pdf${query}`)).json()
      if (made.url !== undefined)
        forms[`${name}${at === 0 ? "" : " of a request"}`] = await (await get(made.url)).text()
    }
  }
  return forms
}

/** The preview of the change request for a person who has signed in. */
const previewForms = async (session: string): Promise<Forms> => {
  const forms: Record<string, string> = {}
  for (const path of ["", "readme.md", "veiled", "veiled.md", "secrets", `secrets/${words.computed}`]) {
    const answer = await site.ask(`${base}/preview/${site.space}/1/${path}`, { cookie: `${sessionName}=${session}` })
    forms[`preview ${path}`] = await answered(answer)
  }
  return forms
}

/** The content that a visitor reads on the site. */
const siteForms = async (cookie: string): Promise<Forms> => {
  const headers = { cookie }
  const forms: Record<string, string> = {}
  const paths = ["", "readme.md", "veiled", "veiled.md", "secrets", `secrets/${words.computed}`, "llms.txt"]
  for (const path of [...paths, "llms-full.txt", "feed.xml", `search?q=knows`]) {
    const answer = await site.ask(`/${path}`, headers)
    forms[`site ${path}`] = await answered(answer)
  }
  const [, href = ""] = /href="\/sites\/handbook([^"]*~\/pdf\/[^"]*)"/.exec(forms["site "] ?? "") ?? []
  forms["site file"] = await answered(await site.ask(`/~/files/${ids.siteSpace}/${ids.file}`, headers))
  forms["site PDF"] = await site.text(href.replaceAll("&amp;", "&"), headers)
  for (const path of ["readme", "veiled", `secrets/${words.computed}`]) {
    const asked = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "read_page", arguments: { path } } }
    const answer = await site.reader(
      new Request(`${base}/sites/handbook/~/mcp${cookie === "" ? "" : "?visitor.beta=true"}`, {
        method: "POST",
        body: JSON.stringify(asked),
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" }
      })
    )
    forms[`MCP ${path}`] = await answered(answer)
  }
  return forms
}

/** The forms that show something to everyone who may read it. */
const shownIn: Readonly<Record<Embed, RegExp>> = {
  operation: /^(PDF|PDF of a request|preview |site |site PDF)$/,
  computed: /^(PDF|revision|pages|preview secrets|site secrets|secrets as markdown|MCP secrets\/quagga)$/,
  reusable: /^(PDF|veiled, evaluated|veiled as a document|preview veiled(\.md)?|site veiled(\.md)?|MCP veiled)$/,
  page: /^(PDF|revision|pages|preview |preview veiled|site |site veiled|site llms-full\.txt)$/,
  file: /^(revision|files|file|preview veiled|site veiled|site file)$/
}

const everything = Object.keys(words) as ReadonlyArray<Embed>

beforeAll(async () => {
  site = await makeSite(files, undefined, { passwords, pdf })
  const { ada, lectern, organization, space, user } = site
  const all = lectern.asSystem()
  await ada.customizations.set(organization, site.site, { pdf: { enabled: true } })
  await ada.openAPISpecs.create(organization, { slug: "secrets", source: { text: spec } })
  while ((await ada.openAPISpecs.get(organization, "secrets")).processingState !== "complete") {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { pages } = await ada.contents.pages(space)
  const stored = (await ada.contents.files(space, undefined, {})).items
  const { items } = await ada.siteSpaces.list(organization, site.site, {})
  ids = { file: stored[0]!.id, veiled: pages[1]!.id, siteSpace: items[0]!.id }
  const markdown = files["README.md"].replace("veiled.md", `/pages/${pages[1]!.id}`)
  const change = { operation: "update_page" as const, page: pages[0]!.id, document: { markdown } }
  await ada.contentEdits.apply(space, { changes: [change] })
  const request = await ada.changeRequests.create(space, { subject: "More" })
  await ada.contentEdits.apply(
    space,
    { changes: [{ ...change, document: { markdown: `${markdown}\nMore.\n` } }] },
    { changeRequest: request.id }
  )
  const member = async (name: string, role: "read" | null) => {
    const { id } = await all.users.create({ displayName: name, email: `${name}@example.com` })
    await all.members.add(organization, id, role)
    const { token } = await all.apiTokens.create(id, { label: "test" })
    return { id, headers: { authorization: `Bearer ${token}` }, session: await sessionFor(site, id) }
  }
  const guest = await member("guest", null)
  await all.contentGrants.invite({ space }, { role: "read", users: [guest.id] })
  const reader = await member("reader", "read")
  const tokenOf = async (spaces: ReadonlyArray<typeof space> | undefined) => {
    const { token } = await all.apiTokens.create(user, { label: "test", ...(spaces && { spaces }) })
    return { authorization: `Bearer ${token}` }
  }
  const admin = await tokenOf(undefined)
  const limited = await tokenOf([space])
  api = fetchHandler(lectern)
  const beta = ((await site.ask("/?visitor.beta=true")).headers.get("set-cookie") ?? "").split(";")[0] ?? ""
  const ofSpecs = ["operation", "computed"] as const
  const ofPages = ["page", "reusable", "file"] as const
  callers = {
    guest: { may: ofPages, forms: () => apiForms(guest.headers, true) },
    "token of one space": { may: ofPages, forms: () => apiForms(limited, true) },
    reader: { may: everything, forms: () => apiForms(reader.headers, true) },
    admin: { may: everything, forms: () => apiForms(admin, true) },
    "preview of a guest": { may: ofPages, forms: () => previewForms(guest.session) },
    "preview of a reader": { may: everything, forms: () => previewForms(reader.session) },
    "anonymous caller": { may: ofSpecs, forms: () => apiForms({}, false) },
    "anonymous visitor": { may: ofSpecs, forms: () => siteForms("") },
    "visitor with a claim": { may: everything, forms: () => siteForms(beta) },
    export: {
      may: ofSpecs,
      forms: async () =>
        Object.fromEntries(Array.from((await exported(site)).files, ([path, bytes]) => [path, bytes.toString()]))
    }
  }
})
afterAll(() => site.lectern.close())

describe("what pages embed", () => {
  it("is in no answer to who may not read it, and in those to who may", { timeout: 60_000 }, async () => {
    const wrong: Array<string> = []
    const seen = new Map(everything.map((embed) => [embed, new Set<string>()]))
    for (const [caller, { forms, may }] of Object.entries(callers)) {
      for (const [form, text] of Object.entries(await forms())) {
        for (const embed of everything) {
          // The path of a page may have the requested word.
          const has = text.replaceAll(/^404.*|secrets\/quagga/gs, "").includes(words[embed])
          if (has) seen.get(embed)?.add(form)
          if (has && !may.includes(embed)) wrong.push(`${caller}: ${form} has the ${embed}`)
          if (!has && may.includes(embed) && shownIn[embed].test(form))
            wrong.push(`${caller}: ${form} lacks the ${embed}`)
        }
      }
    }
    expect(wrong).toEqual([])
    for (const [embed, forms] of seen) expect([embed, forms.size > 0]).toEqual([embed, true])
  })

  it("is to who may not read it as what does not exist", { timeout: 60_000 }, async () => {
    const blind = Object.entries(callers).filter(([, { may }]) => !may.includes("operation"))
    const before = await Promise.all(blind.map(([, { forms }]) => forms()))
    await site.ada.openAPISpecs.remove(site.organization, "secrets")
    for (const [at, [caller, { forms }]] of blind.entries())
      expect([caller, await forms()]).toEqual([caller, before[at]])
    for (const [caller, { forms }] of Object.entries(callers)) {
      const found = Object.entries(await forms()).filter(([, text]) => text.includes(words.operation))
      expect([caller, found.map(([form]) => form)]).toEqual([caller, []])
    }
  })
})
