/** The site that most tests of imports import. */
import type { Site } from "./site.js"

const page = (key: string, title: string, markdown = title) => ({ key, title, markdown })
/** The address of something on it. */
export const at = (key: string) => `https://site.example/docs/${key}`

/** Pages with links, one of them out of place, and a picture. */
export const site: Site = {
  pages: [
    page(at("start"), "Welcome", `See [setup](${at("setup")}#linux) and ![logo](${at("logo.png")}).`),
    page(at("setup"), "Setup", `[Out](https://other.example/) [home](${at("index.html")})`),
    page(at("faq"), "FAQ", "[gone](import:/docs/gone.md#x) <a href='import:/docs/gone.md'>b</a>"),
    page(at("late"), "Late", "---\n\ntitle: Other\n\n---\n")
  ],
  files: [{ key: at("logo.png"), name: "logo.png", text: "bytes" }],
  places: [
    {
      title: "Guides",
      places: [{ key: at("start"), places: [{ title: "More", places: [{ key: at("faq"), places: [] }] }] }]
    },
    { key: at("setup"), places: [] },
    { title: "Nothing", places: [{ key: at("missing"), title: "Missing", places: [] }] }
  ],
  aliases: { [at("index.html")]: at("start") },
  problems: ["/x: odd"]
}
