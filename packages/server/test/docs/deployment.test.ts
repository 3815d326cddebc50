/** The files for deployment: the files and settings that they name exist, and a server starts with them. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { readYaml } from "@lectern/core/text/markdown/Yaml"
import { afterAll, describe, expect, it } from "vitest"
import { createDatabase } from "../../../storage-postgres/test/server.js"
import { names } from "../../src/config/SettingNames.js"
import { startServerHere } from "../inProcess.js"
import { temporaryFolder } from "../program.js"
import { read, root } from "./blocks.js"

const folder = "docs/deployment"
const files = readdirSync(join(root, folder))
const text = (file: string): string => read(join(folder, file))

const variables = new Set<string>(Object.values(names).map(({ variable }) => variable))
const named = (file: string): ReadonlyArray<string> => [...new Set(text(file).match(/\bLECTERN_[A-Z_]+/g) ?? [])]

/** Every value at any depth of a parsed file. */
const within = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(within)] : [value]

const valuesOf = (value: unknown, key: string): ReadonlyArray<unknown> =>
  within(value).flatMap((each) =>
    typeof each === "object" && each !== null && key in each ? [Reflect.get(each, key)] : []
  )

const parsed = (file: string): ReadonlyArray<unknown> =>
  text(file)
    .split(/^---$/m)
    .map((document) => {
      const { document: read } = readYaml(document)
      expect(read.errors).toEqual([])
      return read.toJS()
    })

const [compose] = parsed("compose.yaml")
const kubernetes = parsed("kubernetes.yaml")

/** `NAME=value` as Docker and systemd write them. */
const assignments = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(lines.matchAll(/\b([A-Z_]+)=(\S+)/g), ([, name = "", value = ""]) => [name, value]))

const environments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Dockerfile: assignments(/^ENV (?:.*\\\n)*.*$/m.exec(text("Dockerfile"))?.[0] ?? ""),
  "compose.yaml": Object(valuesOf(valuesOf(compose, "server-1"), "environment")[0]),
  "lectern.service": assignments(
    /^Environment=.*$/m.exec(text("lectern.service"))?.[0].replace("Environment=", "") ?? ""
  ),
  "kubernetes.yaml": Object.fromEntries(
    valuesOf(kubernetes, "env")
      .flatMap((each) => (Array.isArray(each) ? each : []))
      .map(({ name, value }) => [name, value])
  )
}

/** A value as the shell of compose would make it. */
const filledIn = (value: unknown): string => String(value).replace(/\$\{\w+:-([^}]*)\}/g, "$1")

describe("the files for deployment", () => {
  const [data, remove] = temporaryFolder()
  let database: Promise<string> | undefined
  afterAll(() => remove())

  it.each(files)("%s names settings that exist", (file) =>
    expect(named(file).filter((name) => !variables.has(name))).toEqual([])
  )

  it("are all in the manual, which names nothing else", () => {
    const linked = Array.from(read("docs/deployment.md").matchAll(/\]\(deployment\/([^)]+)\)/g), ([, file]) => file)
    expect([...new Set(linked)].sort()).toEqual(files.filter((file) => !file.endsWith(".dockerignore")).sort())
  })

  it("agree on the port, the folder of the data and the program", () => {
    const { LECTERN_DATA_DIR, LECTERN_PORT } = environments.Dockerfile ?? {}
    expect(text("Dockerfile")).toContain(`EXPOSE ${LECTERN_PORT}\n`)
    expect(text("Dockerfile")).toContain(`VOLUME ${LECTERN_DATA_DIR}\n`)
    expect(Array.from(text("nginx.conf").matchAll(/server server-\d:(\d+)/g), ([, port]) => port)).toEqual([
      LECTERN_PORT,
      LECTERN_PORT
    ])
    const ports = valuesOf(kubernetes, "containerPort").map(String)
    expect(ports).toEqual([LECTERN_PORT, environments["kubernetes.yaml"]?.LECTERN_METRICS_PORT])
    expect(valuesOf(kubernetes, "mountPath")).toContain(LECTERN_DATA_DIR)
    expect(valuesOf(compose, "volumes").flat()).toContain(`data:${LECTERN_DATA_DIR}`)
    expect(environments["lectern.service"]?.LECTERN_DATA_DIR).toBe("/var/lib/lectern")
    const manifest: { readonly bin: { readonly lectern: string } } = JSON.parse(read("packages/server/package.json"))
    const program = `node_modules/@lectern/server/${manifest.bin.lectern.replace("./", "")}`
    expect(text("Dockerfile")).toContain(`/lectern/${program}"`)
    expect(text("lectern.service")).toContain(`/opt/lectern/${program} start\n`)
  })

  it.each(Object.keys(environments))(
    "a server starts with the environment of %s, and answers the checks",
    async (file) => {
      const environment = Object.entries(environments[file] ?? {}).map(
        ([name, value]) => [name, filledIn(value)] as const
      )
      const settings = Object.fromEntries(environment.filter(([name]) => name.startsWith("LECTERN_")))
      expect(Object.keys(settings).length).toBeGreaterThan(0)
      database ??= createDatabase("nothing")
      const server = await startServerHere(data, ["--import-docs", "none"], {
        ...settings,
        LECTERN_DATABASE_URL: await database,
        LECTERN_KEY_FILE: join(data, "keys"),
        ...("LECTERN_METRICS_PORT" in settings && { LECTERN_METRICS_PORT: "0" })
      })
      const listening = /It listens on (\S+)/.exec(server.banner)?.[1] ?? server.base
      const probed = [
        ...valuesOf(kubernetes, "httpGet").map((probe) => String(Reflect.get(Object(probe), "path"))),
        /127\.0\.0\.1:\d+(\/\w+)/.exec(text("Dockerfile"))?.[1] ?? "missing"
      ]
      for (const path of new Set(probed))
        expect([path, (await fetch(`${listening}${path}`)).status]).toEqual([path, 200])
      expect((await server.stop()).code).toBeDefined()
    }
  )
})
