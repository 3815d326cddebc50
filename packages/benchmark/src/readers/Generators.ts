/** The generators of sites that Lectern is compared with, each with its own defaults and local search. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { PlainPage } from "./PlainManual.js"

/** A generator of sites. */
export interface Generator {
  readonly name: string
  /** The package whose version is that of the generator. */
  readonly package: string
  /** The files of a project with these pages, by their paths. */
  readonly files: (pages: ReadonlyArray<PlainPage>) => ReadonlyMap<string, string>
  /** The program that builds it, below the installed packages, and its arguments. */
  readonly build: readonly [program: string, ...args: ReadonlyArray<string>]
  /** The folder of the built site in the project. */
  readonly built: string
}

const titled = ({ markdown, title }: PlainPage): string => `---\ntitle: ${JSON.stringify(title)}\n---\n\n${markdown}\n`

const headed = ({ markdown, title }: PlainPage): string => `# ${title}\n\n${markdown}\n`

/** Pages below a folder of the project, each as `text` writes it. */
const pagesIn = (folder: string, pages: ReadonlyArray<PlainPage>, text: (page: PlainPage) => string) =>
  pages.map((page) => [`${folder}${page.path}.md`, text(page)] as const)

const sections = (pages: ReadonlyArray<PlainPage>): ReadonlyArray<string> => [
  ...new Set(pages.flatMap(({ path }) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : [])))
]

const vitePress: Generator = {
  name: "VitePress",
  package: "vitepress",
  files: (pages) => {
    const sidebar = sections(pages).map((section) => ({
      text: section,
      items: pages
        .filter(({ path }) => path.startsWith(`${section}/`))
        .map(({ path, title }) => ({ text: title, link: `/${path}` }))
    }))
    const config = { title: "Manual", ignoreDeadLinks: true, themeConfig: { search: { provider: "local" }, sidebar } }
    return new Map([
      [".vitepress/config.mjs", `export default ${JSON.stringify(config)}\n`],
      ...pagesIn("", pages, headed)
    ])
  },
  build: ["vitepress/bin/vitepress.js", "build", "."],
  built: ".vitepress/dist"
}

const starlight: Generator = {
  name: "Starlight",
  package: "@astrojs/starlight",
  files: (pages) => {
    const sidebar = sections(pages).map((directory) => ({ label: directory, autogenerate: { directory } }))
    return new Map([
      ["package.json", '{"type":"module"}\n'],
      [
        "astro.config.mjs",
        `import { defineConfig } from "astro/config"
import starlight from "@astrojs/starlight"
export default defineConfig({ integrations: [starlight(${JSON.stringify({ title: "Manual", sidebar })})] })
`
      ],
      [
        "src/content.config.ts",
        `import { defineCollection } from "astro:content"
import { docsLoader } from "@astrojs/starlight/loaders"
import { docsSchema } from "@astrojs/starlight/schema"
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`
      ],
      ...pagesIn("src/content/docs/", pages, titled)
    ])
  },
  build: ["astro/astro.js", "build"],
  built: "dist"
}

const docusaurus: Generator = {
  name: "Docusaurus",
  package: "@docusaurus/core",
  files: (pages) => {
    const config = {
      title: "Manual",
      url: "https://manual.example",
      baseUrl: "/",
      trailingSlash: true,
      onBrokenLinks: "ignore",
      onBrokenAnchors: "ignore",
      markdown: { format: "md" },
      presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
      themes: [["@easyops-cn/docusaurus-search-local", { hashed: true, docsRouteBasePath: "/", indexBlog: false }]],
      themeConfig: { navbar: { title: "Manual", items: [] }, colorMode: { respectPrefersColorScheme: true } }
    }
    return new Map([
      ["package.json", '{"name":"manual","version":"0.0.0","private":true}\n'],
      ["docusaurus.config.mjs", `export default ${JSON.stringify(config)}\n`],
      ...pagesIn("docs/", pages, titled)
    ])
  },
  build: ["@docusaurus/core/bin/docusaurus.mjs", "build"],
  built: "build"
}

/** The generators. */
export const generators: ReadonlyArray<Generator> = [vitePress, starlight, docusaurus]

/** Writes the project of a generator into a new folder. */
export const writeProject = ({ files }: Generator, folder: string, pages: ReadonlyArray<PlainPage>): void => {
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of files(pages)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
