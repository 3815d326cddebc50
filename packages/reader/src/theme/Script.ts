import { usualScriptWords } from "../words/ScriptWords.js"

/**
 * The script of all pages, which also work without it. `ask` is source code that defines a function `ask` from a query
 * to the page of results, or to a part of it.
 */
export const scriptWith = (ask: string): string => `"use strict"
const $ = (selector, from = document) => from.querySelector(selector)
const root = $("html").dataset.root
const input = $(".find input")
const words = ($("html").dataset.words || ${JSON.stringify(usualScriptWords)}).split("|")

const decoded = (text) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const make = (tag, properties) => Object.assign(document.createElement(tag), properties)

for (const figure of document.querySelectorAll(".code")) {
  const button = make("button", { className: "copy", type: "button", textContent: words[0] })
  button.onclick = async () => {
    await navigator.clipboard.writeText($("code", figure).textContent.replace(/\\n+$/, ""))
    button.textContent = words[1]
    setTimeout(() => (button.textContent = words[0]), 1500)
  }
  figure.append(button)
}

const markdown = $("[data-markdown]")
if (markdown && navigator.clipboard && location.protocol !== "file:") {
  const button = make("button", { type: "button", textContent: words[2] })
  button.onclick = async () => {
    const answer = await fetch(markdown.href)
    await navigator.clipboard.writeText(await answer.text())
    button.textContent = words[1]
    setTimeout(() => (button.textContent = words[2]), 1500)
  }
  markdown.before(button)
}

for (const form of document.querySelectorAll(".try form")) {
  const shown = make("div", { className: "tried" })
  shown.setAttribute("role", "status")
  form.after(shown)
  form.onsubmit = async (event) => {
    event.preventDefault()
    const body = new URLSearchParams(new FormData(form))
    const send = () => fetch(form.action + "?part=1", { method: "POST", body })
    const answer = await send().catch(() => undefined)
    const isPage = answer?.headers.get("content-type")?.startsWith("text/html")
    const text = isPage ? await answer.text() : '<p class="status"><b class="danger"></b></p>'
    shown.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes)
    if (!isPage) $("b", shown).textContent = (await answer?.json().catch(() => {}))?.error?.message || words[7]
  }
}

const headerHeight = () => $(".top").offsetHeight
const makeRoom = () => ($("html").style.scrollPaddingTop = headerHeight() + 24 + "px")
makeRoom()
new ResizeObserver(makeRoom).observe($(".top"))

// Brings the target of the address into sight: out of unchosen tabs and closed parts, and from under the header.
const reveal = () => {
  const target = document.getElementById(decoded(location.hash.slice(1)))
  if (!target) return
  const wasHidden = !target.getClientRects().length
  for (let at = target; at; at = at.parentElement) {
    if (at.matches(".panel")) at.previousElementSibling.control.checked = true
    if (at.matches("details")) at.open = true
  }
  const { top } = target.getBoundingClientRect()
  if (wasHidden || (top >= 0 && top < headerHeight())) target.scrollIntoView({ behavior: "instant" })
}
reveal()
addEventListener("hashchange", reveal)
// Following the link to the current address again changes nothing that an event would tell.
addEventListener("click", (event) => {
  if (event.target.closest("a[href]")?.href === location.href) reveal()
})

for (const choice of document.querySelectorAll(".servers")) {
  const select = $("select", choice)
  let now = select.value
  choice.hidden = false
  select.onchange = () => {
    for (const code of choice.nextElementSibling.querySelectorAll("code")) {
      const texts = document.createTreeWalker(code, 4)
      while (texts.nextNode() && !texts.currentNode.data.includes(now));
      if (texts.currentNode !== code) texts.currentNode.data = texts.currentNode.data.replace(now, () => select.value)
    }
    now = select.value
  }
}

document.onclick = async (event) => {
  const more = event.target.closest("a.more")
  if (!more || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const answer = await fetch(more.href + "&part=1").catch(() => {})
  if (!answer?.ok) return (location = more.href)
  const part = new DOMParser().parseFromString(await answer.text(), "text/html")
  more.parentNode.replaceWith(...part.body.childNodes)
}

const links = new Map([...document.querySelectorAll(".toc a")].map((a) => [decoded(a.hash.slice(1)), a]))
if (links.size) {
  const headings = [...document.querySelectorAll("h2[id],h3[id]")].filter((heading) => links.has(heading.id))
  let on
  const follow = () => {
    const shown = headings.filter((heading) => heading.getClientRects().length)
    const passed = shown.filter((heading) => heading.getBoundingClientRect().top < headerHeight() + 80)
    const end = innerHeight + scrollY >= document.body.scrollHeight - 4
    const now = links.get((end ? shown.at(-1) : passed.at(-1))?.id)
    if (now === on) return
    on?.classList.remove("on")
    now?.classList.add("on")
    on = now
  }
  addEventListener("scroll", follow, { passive: true })
  follow()
}
for (const a of links.values()) a.onclick = () => $(".toc:popover-open")?.hidePopover()
const here = $(".side [aria-current=page]")
if (here) $(".side").scrollTop = here.offsetTop - 200

let dialog, field, list, said, asked, answered, shown
${ask}
const places = () => [field, ...list.querySelectorAll("a")]
const show = async (query) => {
  const answer = query && (await ask(query).catch(() => ""))
  if (asked !== query) return
  shown = query
  const found = new DOMParser().parseFromString(answer, "text/html")
  const at = places().indexOf(document.activeElement)
  list.replaceChildren(...($(".results", found)?.children || []))
  if (at > 0) (places()[at] || field).focus()
  said.textContent = query ? $(".said", found)?.textContent || words[5] : words[4]
}
const look = () => {
  const query = field.value.trim()
  if (query !== asked) answered = show((asked = query))
  return answered
}
// Opens the first result of the query in the field, unless the query changes before its answer arrives.
const openFirst = async () => {
  const query = field.value.trim()
  await look()
  if (dialog.open && query && shown === query && field.value.trim() === query) $("a", list)?.click()
}
const step = (by) => {
  const all = places()
  all[(all.indexOf(document.activeElement) + by + all.length) % all.length].focus()
}
const open = () => {
  if (!dialog) {
    dialog = make("dialog", { ariaLabel: words[3] })
    field = make("input", { type: "search", placeholder: words[3], autocomplete: "off", spellcheck: false, ariaLabel: words[3] })
    list = make("ul", { className: "results" })
    said = make("p", { className: "said", textContent: words[4] })
    said.setAttribute("role", "status")
    dialog.append(field, list, said)
    document.body.append(dialog)
    let soon
    field.oninput = () => {
      clearTimeout(soon)
      soon = setTimeout(look, 60)
    }
    dialog.onclick = (event) => {
      if (event.target === dialog) dialog.close()
    }
    dialog.onkeydown = (event) => {
      // An input method uses these keys itself, such as Enter to accept a word; Safari tells by the code.
      if (event.isComposing || event.keyCode === 229) return
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (by) step(by)
      else if (event.key === "Enter" && event.target === field) openFirst()
      else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) return field.focus()
      else return
      event.preventDefault()
    }
    list.onclick = () => dialog.close()
  }
  if (!dialog.open) dialog.showModal()
  if (input.value) field.value = input.value
  input.value = ""
  look()
}
if (input && "showModal" in HTMLDialogElement.prototype) {
  input.addEventListener("click", open)
  input.addEventListener("input", (event) => event.isComposing || open())
  input.addEventListener("compositionend", open)
  addEventListener("keydown", (event) => {
    const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)
    if ((event.key === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing)) {
      event.preventDefault()
      open()
    }
  })
}
`

/** {@link scriptWith} for sites whose server searches. */
export const script = scriptWith(`const ask = async (query) => {
  const answer = await fetch($(".find").action + "?part=1&q=" + encodeURIComponent(query))
  return answer.ok ? answer.text() : ""
}`)
