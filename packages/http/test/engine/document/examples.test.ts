import { readFileSync, writeFileSync } from "node:fs"
import type { Recorded } from "@lectern/http/engine/document/Examples"
import { document } from "@lectern/http/OpenApiDocument"
import { Ajv2020 } from "ajv/dist/2020.js"
import { beforeAll, describe, expect, it } from "vitest"
import { files } from "../../support/recorded.js"
import { record } from "../../support/recording.js"

interface Schemas {
  readonly schema: object
  readonly example?: unknown
}
interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, Schemas>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Schemas>> }>>
}

describe("what `npm run generate` records", () => {
  let today: Recorded
  beforeAll(async () => {
    today = await record()
  })

  it.each([
    ["examples", (): object => today],
    ["document", (): object => document(today)]
  ] as const)("has the %s of today", (name, made) => {
    const text = `${JSON.stringify(made(), null, 2)}\n`
    if (process.env.LECTERN_RECORD === "1") writeFileSync(files[name], text)
    const committed = readFileSync(files[name], "utf8")
    // A difference of values is easy to read; then the order of members counts too.
    expect(JSON.parse(committed), "run `npm run generate`").toEqual(JSON.parse(text))
    expect(committed === text, "run `npm run generate`").toBe(true)
  })

  it("has examples that fit their own schemas", () => {
    const complete = document(today) as {
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
