/** Content that is larger than a page may be, as other servers serve it: an OpenAPI document and a page of HTML. */
import { accepted, type Ground, newSpace, processed } from "./Paths.js"

/** The sizes of the largest, in bytes. */
const sizes = { openapi: 13_000_000, html: 2_000_000 }

const openapi = (length: number): string => {
  const operation = (index: number) => ({
    get: {
      summary: `Operation ${index}`,
      description: `What **operation ${index}** does, see [the other](/paths/${index + 1}).\n\n`.repeat(4),
      parameters: [{ name: "id", in: "query", schema: { $ref: `#/components/schemas/S${index % 1000}` } }],
      responses: { 200: { description: "Fine" } }
    }
  })
  const schemas = Array.from({ length: 1000 }, (_, index) => [
    `S${index}`,
    { type: "object", properties: { next: { $ref: `#/components/schemas/S${(index + 1) % 1000}` } } }
  ])
  const size = JSON.stringify(operation(10_000)).length + 12
  const paths = Array.from({ length: Math.floor(length / size) }, (_, index) => [`/p${index}`, operation(index)])
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Large", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) }
  })
}

const html = (length: number): string => {
  const row = `<tr><td class="a b c" style="color: red"><a href="#x"><b>word</b></a></td><td data-a="1"><i>and</i></td></tr>`
  return `<table>${row.repeat(length / row.length)}</table>`
}

/** The processor time of one text, in milliseconds, and how it was answered. */
export interface Taken {
  readonly name: string
  readonly time: number
  readonly half: number
  readonly whole: number
}

/** Takes both texts, each at half of its size and whole. */
export const large = async ({ organization, server, site }: Ground): Promise<ReadonlyArray<Taken>> => {
  const measured = async (text: string, run: () => Promise<void>): Promise<{ cost: number; time: number }> => {
    site.show(text)
    const { processor } = await server.load()
    const started = performance.now()
    await run()
    return { time: performance.now() - started, cost: (await server.load()).processor - processor }
  }
  const specification = (slug: string) => async () => {
    const specifications = `/v1/orgs/${organization}/openapi`
    const source = { url: `${site.address}/shown` }
    accepted("specification", await server.ask("POST", specifications, { slug, source }))
    const { lastProcessErrorCode } = await processed(server, `${specifications}/${slug}`)
    if (lastProcessErrorCode !== undefined) throw new Error(`a specification has ${lastProcessErrorCode}`)
  }
  const page = (space: string) => async () => {
    const body = { url: `${site.address}/text.html`, source: "html" }
    const { status } = await server.ask("POST", `/v1/spaces/${space}/content/import`, body)
    if (status !== 201 && status !== 200 && status !== 400) throw new Error(`an import answered ${status}`)
  }
  const both = async (name: string, size: number, make: (length: number) => string, run: () => () => Promise<void>) => {
    const half = await measured(make(size / 2), run())
    const whole = await measured(make(size), run())
    return { name, time: whole.time, half: half.cost, whole: whole.cost }
  }
  const spaces = [await newSpace(server, organization), await newSpace(server, organization)]
  const slugs = ["large-half", "large-whole"]
  return [
    await both("OpenAPI document of 13 MB", sizes.openapi, openapi, () => specification(slugs.shift()!)),
    await both("HTML of 2 MB", sizes.html, html, () => page(spaces.shift()!))
  ]
}
