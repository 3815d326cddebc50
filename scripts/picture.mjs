/**
 * `node scripts/picture.mjs`: draws `docs/images/quick-start.svg`, the picture of a first start, from the output of the
 * built program in an empty folder. Port 4000 must be free.
 */
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "./lib/toolchain.mjs"

const home = "/home/ada/lectern"
const [margin, lineHeight, bar, gap, columns] = [24, 19, 28, 14, 106]
const [width, letter] = [896, 13.2]
const colours = { typed: "#ffffff", printed: "#c9ced8", command: "#8fd6a4" }

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Wraps lines as a terminal would. */
const wrapped = (lines) =>
  lines.flatMap(({ text, colour }) =>
    (text.match(new RegExp(`.{1,${columns}}`, "gu")) ?? [""]).map((part) => ({ text: part, colour }))
  )

/** A terminal window with a title and lines, `top` pixels from the top. */
const terminal = (top, title, lines) => {
  const shown = wrapped(lines)
  const height = bar + 22 + shown.length * lineHeight
  const dots = ["#f2625a", "#f5bd4f", "#61c554"].map(
    (fill, at) => `<circle cx="${18 + at * 18}" cy="14" r="5" fill="${fill}"/>`
  )
  const texts = shown.flatMap(({ text, colour }, at) =>
    text === ""
      ? []
      : `<text x="${margin}" y="${50 + at * lineHeight}" fill="${colour}" xml:space="preserve">${escaped(text)}</text>`
  )
  const svg = `<g transform="translate(0,${top})"><rect width="${width}" height="${height}" rx="8" fill="#16181d"/>
<rect width="${width}" height="${bar}" rx="8" fill="#2a2d35"/><rect y="14" width="${width}" height="14" fill="#2a2d35"/>
${dots.join("")}<text x="${width / 2}" y="19" text-anchor="middle" fill="#9aa0ac" font-size="12">${title}</text>
${texts.join("\n")}
</g>`
  return { svg, bottom: top + height }
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "lectern-picture-")))
const server = spawn(process.execPath, [join(root, "packages/server/dist/program/lectern.js"), "start"], {
  cwd: folder,
  stdio: ["ignore", "pipe", "inherit"]
})
const outputOf = (child) =>
  new Promise((resolve, reject) => {
    let text = ""
    child.stdout.on("data", (chunk) => {
      text += chunk
      if (/content\/path\/\S+\n/.test(text)) resolve(text)
    })
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)))
  })

try {
  const output = await outputOf(server)
  const printed = output.trim().split("\n")
  const curls = printed.filter((line) => line.startsWith("curl "))
  const answer = execFileSync("sh", ["-c", curls[0]], { cwd: folder, encoding: "utf8" }).trim()
  const there = (text) => text.replaceAll(folder, home)
  const start = printed.map((text) => ({
    text: there(text),
    colour: text.startsWith("curl ") ? colours.command : colours.printed
  }))
  const first = terminal(0, "npm start", [{ text: "$ npm start", colour: colours.typed }, ...start])
  const second = terminal(first.bottom + gap, "another terminal", [
    { text: `$ ${there(curls[0])}`, colour: colours.typed },
    { text: answer, colour: colours.printed }
  ])
  const font = "ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace"
  const size = `width="${width}" height="${second.bottom}" viewBox="0 0 ${width} ${second.bottom}"`
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${font}" font-size="${letter}">
<title>npm start prints addresses, a link for the administrator, and three curl lines; one of them is run</title>
${first.svg}
${second.svg}
</svg>
`
  writeFileSync(join(root, "docs/images/quick-start.svg"), picture)
} finally {
  server.kill("SIGTERM")
  await new Promise((resolve) => (server.exitCode === null ? server.once("exit", resolve) : resolve()))
  rmSync(folder, { recursive: true, force: true })
}
