/** The building blocks of the pages that the server renders. They load their style and script from separate URLs. */
import { escape } from "@lectern/http/internal/foundation/html/Html"
import type { Site } from "../visits/Site.js"

/** The style of all pages. */
export const style = `:root{color-scheme:light dark;--back:#f4f6f8;--card:#fff;--text:#1b232c;--dim:#56606b;--line:#c9d0d8;--accent:#0b5cad;--on:#fff;--bad:#b3261e;--badback:#fdeceb;--good:#1a6b30;--goodback:#e9f6ec}
@media(prefers-color-scheme:dark){:root{--back:#12161b;--card:#1b2128;--text:#e6eaee;--dim:#a3adb8;--line:#3d4650;--accent:#7ab8ff;--on:#0c1a29;--bad:#ff9a92;--badback:#3a1f1e;--good:#7fd598;--goodback:#17301f}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;padding:.75rem 1rem;background:var(--card);border-bottom:1px solid var(--line)}header .brand{display:flex;gap:.5rem;align-items:center;font-weight:600;margin-right:auto}header form{margin:0}header button{margin:0;padding:.25rem .7rem}@media(max-width:26rem){header{gap:.25rem .6rem;padding:.75rem .7rem;font-size:.93rem}}summary{padding:.4rem 0;cursor:pointer}input+small{display:block;margin-top:.25rem}
main{max-width:44rem;margin:0 auto;padding:1.25rem 1rem 3rem}main.narrow{max-width:25rem;padding-top:8vh}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}h2{font-size:1.15rem;margin:0 0 .5rem}h3{font-size:1rem;margin:0}p{margin:.5rem 0}small,.dim{color:var(--dim);font-size:.9rem}
section,.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1.1rem;margin:0 0 1rem}
a{color:var(--accent);text-underline-offset:.15em}form{margin:.75rem 0 0}label{display:block;font-weight:600;margin:.75rem 0 .25rem}label.check{display:flex;gap:.5rem;align-items:center;font-weight:400}
input:not([type=checkbox]):not([type=hidden]){width:100%;font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:.4rem;padding:.55rem .65rem}input[aria-invalid=true]{border-color:var(--bad)}
button{font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:.4rem;padding:.5rem .9rem;margin-top:1rem;background:var(--accent);color:var(--on);cursor:pointer}a.button{display:block;text-align:center;font-weight:600;border:1px solid var(--accent);border-radius:.4rem;padding:.5rem .9rem;text-decoration:none}button.plain{background:transparent;color:var(--accent)}button.bad{background:transparent;border-color:var(--bad);color:var(--bad)}.narrow button{width:100%}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}.error{color:var(--bad);margin:.25rem 0 0}.notice{border-radius:.4rem;padding:.7rem .9rem;margin:0 0 1rem;border:1px solid}.notice.bad{color:var(--bad);background:var(--badback)}.notice.good{color:var(--good);background:var(--goodback)}
ul.list{list-style:none;margin:0;padding:0}ul.list>li{border-top:1px solid var(--line);padding:.75rem 0}ul.list>li:first-child{border-top:0}.row{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;justify-content:space-between}.row form{margin:0}.row button{margin:0;padding:.3rem .7rem}.actions{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.5rem}.actions form{margin:0}.actions button{margin:0;padding:.3rem .7rem}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--back);border:1px solid var(--line);border-radius:.3rem;padding:.1em .3em}svg.qr{display:block;width:12rem;height:12rem;margin:.75rem 0;background:#fff;border-radius:.4rem}.or{text-align:center;color:var(--dim);margin:1rem 0 0}[hidden]{display:none}`

/** The parts of a page. */
export interface View {
  readonly title: string
  readonly main: string
  /** Whether it is a single small form, as shown before signing in. */
  readonly narrow?: boolean
  /** The header for people who are signed in. */
  readonly header?: string
  /** Whether the script of passkeys is loaded. */
  readonly passkeys?: boolean
}

/** A whole page. */
export const page = ({ at }: Site, { header = "", main, narrow, passkeys, title }: View): string =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)} · Lectern</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<link rel="icon" type="image/svg+xml" href="${at("/favicon.svg")}"><link rel="stylesheet" href="${at("/login/assets/style.css")}">`,
    passkeys === true ? `<script src="${at("/login/assets/passkeys.js")}" defer></script>` : "",
    `</head><body>${header}<main${narrow === true ? ' class="narrow"' : ""}><h1>${escape(title)}</h1>${main}</main></body></html>`
  ].join("\n")

/** A prominent message, which screen readers announce if it is a problem. */
export const notice = (text: string | undefined, kind: "good" | "bad" = "bad"): string =>
  text === undefined
    ? ""
    : `<p class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}">${escape(text)}</p>`

/** A field of a form. */
export interface Field {
  readonly name: string
  /** The id of the field in the page, if its name is not unique there. */
  readonly id?: string
  readonly label: string
  readonly type?: string
  /** Whether it may be left empty. */
  readonly optional?: boolean
  readonly autocomplete?: string
  readonly value?: string | undefined
  readonly hint?: string
  /** The problem with the value that was typed. */
  readonly error?: string | undefined
  readonly attributes?: string
}

/** A field with its label, its hint and its error, all associated with it. */
export const field = ({
  attributes = "",
  autocomplete,
  error,
  hint,
  name,
  label,
  optional = false,
  type = "text",
  value,
  id = name
}: Field): string => {
  const described = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`]
    .filter((each) => each !== "")
    .join(" ")
  return [
    `<label for="${id}">${escape(label)}</label>`,
    `<input id="${id}" name="${name}" type="${type}"${optional ? "" : " required"} ${attributes}`,
    autocomplete === undefined ? "" : ` autocomplete="${autocomplete}"`,
    value === undefined ? "" : ` value="${escape(value)}"`,
    described === "" ? "" : ` aria-describedby="${described}"`,
    error === undefined ? ">" : ' aria-invalid="true">',
    hint === undefined ? "" : `<small id="${id}-hint">${escape(hint)}</small>`,
    error === undefined ? "" : `<p class="error" id="${id}-error">${escape(error)}</p>`
  ].join("")
}

/** The parts of a form other than its fields. */
export interface FormParts {
  readonly token: string
  readonly action: string
  readonly inner?: string
  readonly button: string
  readonly kind?: "plain" | "bad"
  /** Describes the effect of the button, if its text alone does not, as in a list. */
  readonly describes?: string
  readonly hidden?: Readonly<Record<string, string>>
}

/** A form that posts to a URL of this origin. */
export const form = (
  { at }: Site,
  { action, button, describes, hidden = {}, inner = "", kind, token }: FormParts
): string => {
  const values = Object.entries({ token, ...hidden })
  return [
    `<form method="post" action="${escape(at(action))}">`,
    ...values.map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`),
    inner,
    `<button${kind === undefined ? "" : ` class="${kind}"`}`,
    describes === undefined ? "" : ` aria-label="${escape(`${button} ${describes}`)}"`,
    `>${escape(button)}</button></form>`
  ].join("")
}

/** The purpose of a passkey prompt by the script, in a box that stays hidden without it. */
export interface PasskeyBox {
  readonly passkey: "create" | "get"
  readonly options: string
  readonly result: string
  readonly token: string
  readonly next?: string
  readonly inner: string
}

/** A box for the script of passkeys. */
export const passkeyBox = ({ at }: Site, { inner, next, options, passkey, result, token }: PasskeyBox): string => {
  const data = { passkey, options: at(options), result: at(result), token, ...(next !== undefined && { next }) }
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escape(value)}"`)
  return `<div hidden${attributes.join("")}>${inner}<p class="error" role="alert"></p></div>`
}
