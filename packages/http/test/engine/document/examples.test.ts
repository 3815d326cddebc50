import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { recorded } from "@lectern/http/engine/document/RecordedExamples"
import { document } from "@lectern/http/OpenApiDocument"
import { Ajv2020 } from "ajv/dist/2020.js"
import { beforeAll, describe, expect, it } from "vitest"
import { record } from "../../support/recording.js"

const file = fileURLToPath(new URL("../../../src/engine/document/RecordedExamples.ts", import.meta.url))

const moduleOf = (value: object) =>
  [
    "/** What the server answered: written by `npm run openapi`, compared with the server by a test. */",
    'import type { Recorded } from "./Examples.js"',
    "",
    "/** The examples of the document. */",
    `export const recorded: Recorded = ${JSON.stringify(value, null, 2)}`,
    ""
  ].join("\n")

interface Schemas {
  readonly schema: object
  readonly example?: unknown
}
interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Schemas>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Schemas>> }>>
}

describe.runIf(process.env.LECTERN_RECORD === "1")("recording", () => {
  it("writes what the server answers", async () => writeFileSync(file, moduleOf(await record())), 300_000)
})

describe.skipIf(process.env.LECTERN_RECORD === "1")("the examples", () => {
  let today: Awaited<ReturnType<typeof record>>
  beforeAll(async () => {
    today = await record()
  })

  it("are what the server answers today", () => {
    const text: unknown = JSON.parse(JSON.stringify(today))
    expect(recorded, "run `npm run openapi`").toEqual(text)
  })

  it("fit their own schemas", () => {
    const complete = document(recorded) as {
      readonly components: object
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    }
    const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: false, allErrors: true })
    ajv.addSchema({ $id: "lectern", components: complete.components })
    const absolute = (schema: object): object =>
      JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"lectern#/')) as object
    const problems: Array<string> = []
    let checked = 0
    for (const operation of Object.values(complete.paths).flatMap((methods) => Object.values(methods))) {
      const contents = [operation.requestBody?.content, ...Object.values(operation.responses).map((one) => one.content)]
      for (const { example, schema } of contents.flatMap((content) => Object.values(content ?? {}))) {
        if (example === undefined) continue
        checked++
        const validate = ajv.compile(absolute(schema))
        if (!validate(example)) problems.push(`${operation.operationId} ${ajv.errorsText(validate.errors)}`)
      }
    }
    expect(problems).toEqual([])
    expect(checked).toBeGreaterThan(200)
  })
})
