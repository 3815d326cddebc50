/**
 * The look of the editor. Colours and fonts are the custom properties of the page around it; the values behind them are
 * for a page that has none.
 */
const own = `
:host {
  --e-text: var(--text, light-dark(#1d2129, #e4e7ec));
  --e-dim: var(--dim, light-dark(#5f6875, #9aa4b2));
  --e-line: var(--line, light-dark(#dfe3e8, #343b46));
  --e-accent: var(--accent, light-dark(#3559c7, #8fabff));
  --e-back: var(--back, light-dark(#ffffff, #14171c));
  --e-card: var(--card, light-dark(#f5f6f8, #1c2027));
  --e-good: var(--good, light-dark(#1a7a45, #58c98c));
  --e-bad: var(--bad, light-dark(#bf2c2c, #ff8f8a));
  --e-warn: var(--warn, light-dark(#8f5d00, #e5b454));
  --e-font: var(--font, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif);
  --e-mono: var(--mono, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
  --ch: 9.6px;
  display: block;
  color: var(--e-text);
}
.cm-editor { background: none; color: var(--e-text); height: 100%; }
.cm-editor.cm-focused { outline: none; }
.cm-editor .cm-scroller { font: 16px/1.65 var(--e-font); overflow: auto; }
.cm-editor .cm-content {
  box-sizing: border-box; width: 100%; max-width: 48rem; margin: 0 auto; padding: 2rem 2rem 40vh;
  caret-color: var(--e-accent); overflow-wrap: anywhere;
}
.cm-editor .cm-line {
  --d: 0; --n: 0; position: relative; min-height: 1lh; padding: 0 0 0 calc(var(--d) * 1.125rem);
}
.cm-editor .cm-line::selection, .cm-editor .cm-line ::selection { background: color-mix(in srgb, var(--e-accent) 26%, transparent); }
.cm-line[data-placeholder]::before { content: attr(data-placeholder); position: absolute; color: var(--e-dim); pointer-events: none; }
.cm-editor .cm-widgetBuffer { height: .7em; vertical-align: baseline; }
.cm-editor .cm-specialChar { color: var(--e-bad); font: .75em var(--e-mono); }
`

/** Syntax, and what is within a line. */
const inline = `
.syntax, .address { color: var(--e-dim); font-weight: 400; font-style: normal; text-decoration: none; line-height: 0; }
.address { font: .8125em/0 var(--e-mono); }
.hanging {
  position: absolute; transform: translateX(-100%); color: var(--e-dim); font: 400 1rem/inherit var(--e-font);
  font-weight: 400; white-space: pre; opacity: .85;
}
.strong { font-weight: 650; }
.em { font-style: italic; }
.struck { text-decoration: line-through; text-decoration-color: var(--e-dim); }
.code, .expression, .maths {
  font: .875em/0 var(--e-mono); background: var(--e-card); border-radius: 4px; padding: .125em 0;
  box-shadow: 0 0 0 1px var(--e-line); box-decoration-break: clone; -webkit-box-decoration-break: clone;
}
.maths { background: none; box-shadow: none; font-style: italic; }
.expression { color: var(--e-accent); box-shadow: 0 0 0 1px color-mix(in srgb, var(--e-accent) 35%, transparent); }
.link { color: var(--e-accent); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .18em; }
.picture { color: var(--e-dim); }
.html { color: var(--e-dim); font: .8125em/0 var(--e-mono); }
.done { color: var(--e-dim); }
`

/** Headings, lists, quotes and rules. */
const lines = `
.cm-editor .heading { font-weight: 700; line-height: 1.3; letter-spacing: -.012em; text-wrap: pretty; }
.cm-editor .h1 { font-size: 2rem; line-height: 1.2; padding-top: .25rem; padding-bottom: .25rem; letter-spacing: -.022em; }
.cm-editor .h2 { font-size: 1.5rem; padding-top: .75rem; }
.cm-editor .h3 { font-size: 1.1875rem; padding-top: .375rem; }
.cm-editor .h4, .cm-editor .h5, .cm-editor .h6 { font-size: 1rem; }
.cm-editor .h5, .cm-editor .h6 { color: var(--e-dim); }
.cm-editor .underline { font: 400 1rem/1 var(--e-font); padding-top: 0; }
.cm-editor .item { padding-left: calc(var(--d) * 1.125rem + var(--n) * var(--ch)); text-indent: calc(var(--n) * var(--ch) * -1); }
.cm-editor .item > * { text-indent: 0; }
.cm-editor .item[dir=auto]:dir(rtl) { padding-left: 0; padding-right: calc(var(--n) * var(--ch)); }
.prefix { font: 1em/0 var(--e-mono); white-space: pre; }
.number { color: var(--e-dim); }
.bullet { position: relative; color: transparent; }
.bullet::before { content: ""; position: absolute; left: .125em; top: .42em; width: .3125em; height: .3125em; border-radius: 50%; background: var(--e-dim); }
.boxed { font-size: 0; }
.box { position: relative; color: transparent; cursor: pointer; }
.box::selection { color: transparent; }
.box::before {
  content: ""; position: absolute; box-sizing: border-box; left: .35em; top: -.06em; width: 1.0625em; height: 1.0625em; border: 1.5px solid var(--e-dim);
  border-radius: 4px; background: var(--e-back);
}
.box.checked::before { border-color: var(--e-accent); background: var(--e-accent); }
.box.checked::after {
  content: ""; position: absolute; left: .72em; top: .07em; width: .3em; height: .58em; border: solid var(--e-back);
  border-width: 0 2px 2px 0; transform: rotate(42deg); transform-origin: center;
}
.cm-editor .quote { color: color-mix(in srgb, var(--e-text) 82%, var(--e-dim)); }
.cm-editor .rule::after { content: ""; position: absolute; left: calc(var(--d) * 1.125rem); right: 0; top: 50%; border-top: 1px solid var(--e-line); }
.cm-editor .rule.touched::after { left: calc(var(--d) * 1.125rem + 3rem); }
`

/** Blocks: their labels, code, tables, pictures. */
const blocks = `
.cm-editor .tag { line-height: 1.75rem; font-size: .8125rem; letter-spacing: 0; }
.cm-editor .tag.closing { line-height: .875rem; font-size: .6875rem; }
.tag .syntax { font: 1em/0 var(--e-mono); }
.cm-editor .tag[data-label]:not(.touched)::before { content: attr(data-label); font-weight: 600; color: var(--e-dim); }
.cm-editor .tag[data-detail]:not(.touched)::after { content: attr(data-detail); color: var(--e-dim); margin-left: .625em; }
.cm-editor .is-info.tag[data-label]:not(.touched)::before { color: var(--e-accent); }
.cm-editor .is-success.tag[data-label]:not(.touched)::before { color: var(--e-good); }
.cm-editor .is-warning.tag[data-label]:not(.touched)::before { color: var(--e-warn); }
.cm-editor .is-danger.tag[data-label]:not(.touched)::before { color: var(--e-bad); }
.cm-editor :is(.is-tab, .is-step, .is-update, .is-code):not(.touched)[data-detail]::after { color: var(--e-text); font-weight: 600; }
.cm-editor .tag.first { padding-top: .25rem; }
.cm-editor .tag.first.tinted { border-radius: 6px 6px 0 0; }
.cm-editor .tag.last { padding-bottom: .25rem; }
.cm-editor .tag.last.tinted { border-radius: 0 0 6px 6px; }
.cm-editor .tag.single {
  padding: .375rem .875rem .375rem calc(var(--d) * 1.125rem + .875rem); isolation: isolate;
}
.cm-editor .tag.single::before, .cm-editor .tag.single::after { position: relative; }
.cm-editor .tag.single { background-clip: padding-box; box-shadow: inset 0 0 0 1px var(--e-line); border-radius: 8px; }
.cm-editor .summary { font-weight: 600; }
.cm-editor .cards { font-size: .875rem; line-height: 1.5; padding-bottom: .25rem; }
.cm-editor .cards.tag[data-label]:not(.touched)::before { display: block; line-height: 1.75rem; font-size: .8125rem; }
.cm-editor .cards.touched > .syntax:first-child { display: block; line-height: 1.75rem; font-size: .8125rem; white-space: nowrap; overflow: hidden; }
.card {
  display: inline-flex; flex-direction: column; position: relative; vertical-align: top; box-sizing: border-box; width: calc(50% - .5rem); margin: .25rem .5rem .25rem 0; padding: .75rem .875rem;
  border: 1px solid var(--e-line); border-radius: 8px; min-height: 4rem;
}
.card > :not(.card-part, .syntax) { position: absolute; }
.card .syntax { font-size: .6875rem; }
.cm-editor .markup { font-size: .875rem; }
.cm-editor .caption { color: var(--e-dim); font-size: .875rem; text-align: center; line-height: 1.75rem; padding: 0; box-shadow: none !important; }
.cm-editor .caption.tag.is-figure::before { content: none !important; }
.cm-editor .fenced {
  font: .875rem/1.6 var(--e-mono); isolation: isolate; tab-size: 4;
  padding-left: calc(var(--d) * 1.125rem + 1rem); padding-right: 1rem; text-align: left;
}
.cm-editor .fenced::before {
  content: ""; position: absolute; z-index: -1; inset: 0 0 0 calc(var(--d) * 1.125rem); background: var(--e-card);
  border: solid var(--e-line); border-width: 0 1px;
}
.cm-editor .code-first::before { border-top-width: 1px; border-radius: 8px 8px 0 0; }
.cm-editor .code-last::before { border-bottom-width: 1px; border-radius: 0 0 8px 8px; }
.cm-editor .code-first.code-last::before { border-radius: 8px; }
.cm-editor .code-first { font-size: .75rem; line-height: 1.75rem; }
.cm-editor .code-last:not(.code-first) { line-height: 1.125rem; font-size: .75rem; }
.cm-editor .code-first:not(.touched)::after { content: attr(data-language); color: var(--e-dim); font-family: var(--e-font); font-weight: 600; }
.language { color: var(--e-dim); line-height: 0; }
.cm-editor .formula:not(.code-first, .code-last) { font-style: italic; }
.cm-editor .settings { font-size: .8125rem; color: var(--e-dim); }
.cm-editor .row { display: grid; padding-left: calc(var(--d) * 1.125rem); line-height: 1.5; font-size: .9375rem; }
.cm-editor .row > * { position: absolute; }
.cm-editor .row > .cell, .cm-editor .row > .pipe { position: relative; grid-row: 1; min-width: 0; }
.cm-editor .row > .pipe { width: 0; overflow: hidden; justify-self: end; }
.cm-editor .row > .pipe.before { justify-self: start; }
.cm-editor .row > .cell {
  padding: .4375rem .5rem; box-sizing: border-box; border-bottom: 1px solid var(--e-line);
}
.cm-editor .row.head > .cell { font-weight: 600; border-bottom: 1.5px solid var(--e-dim); }
.gap { font-size: 0; }
.pipe { color: transparent; font-size: 0; pointer-events: none; }
.cm-editor .row.dashes { height: 0; min-height: 0; overflow: hidden; line-height: 0; font-size: 0; }
.picture-frame {
  box-sizing: border-box; height: 260px; padding: 10px 0; display: flex; align-items: center; justify-content: center;
}
.picture-frame img { max-width: 100%; max-height: 240px; border-radius: 8px; box-shadow: 0 0 0 1px var(--e-line); }
.sending {
  font-size: .8125em; color: var(--e-dim); border-radius: 4px; padding: .1em .5em; box-shadow: 0 0 0 1px var(--e-line);
  background: linear-gradient(color-mix(in srgb, var(--e-accent) 18%, transparent) 0 0) 0 0 / var(--sent, 0%) 100% no-repeat;
}
`

/** The source as it is stored. */
const source = `
.is-source .cm-content { font: .875rem/1.7 var(--e-mono); }
.is-source .tok-mark { color: var(--e-dim); }
.is-source .tok-heading { font-weight: 700; }
.is-source .tok-strong { font-weight: 700; }
.is-source .tok-em { font-style: italic; }
.is-source .tok-link { color: var(--e-accent); }
`

/** Menus, popovers and panels. */
const around = `
.cm-editor .cm-tooltip {
  background: var(--e-back); color: var(--e-text); border: 1px solid var(--e-line); border-radius: 8px;
  box-shadow: 0 6px 24px rgb(0 0 0 / .14); font: .875rem/1.5 var(--e-font); overflow: hidden; z-index: 20;
}
.suggestions { position: relative; max-height: 18rem; min-width: 15rem; max-width: min(26rem, 92vw); overflow: auto; }
.suggestions ul, .link-form ul { list-style: none; margin: 0; padding: 0; }
.suggestions ul { padding: 4px; }
.suggestions li, .link-form li { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; padding: .3125rem .625rem; border-radius: 5px; line-height: 1.4; cursor: pointer; }
:is(.suggestions, .link-form) small { color: var(--e-dim); font-size: .8125rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
:is(.suggestions, .link-form) li[aria-selected=true] { background: var(--e-accent); color: var(--e-back); }
:is(.suggestions, .link-form) li[aria-selected=true] small { color: inherit; }
.table-tools { display: flex; padding: 1px; }
.table-tools .group { display: flex; }
.table-tools .group + .group { border-left: 1px solid var(--e-line); margin-left: 2px; padding-left: 2px; }
.table-tools button { display: grid; place-items: center; width: 26px; height: 22px; padding: 0; border: 0; border-radius: 5px; background: none; color: var(--e-text); cursor: pointer; }
.table-tools button:hover { background: var(--e-card); }
.table-tools svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.25; stroke-linecap: round; }
.link-form { display: grid; gap: .25rem; width: min(22rem, 88vw); padding: .75rem; box-sizing: border-box; }
.link-form label { font-size: .8125rem; color: var(--e-dim); }
.link-form input, .cm-editor .cm-textfield {
  font: .875rem/1.4 var(--e-font); color: var(--e-text); background: var(--e-back); border: 1px solid var(--e-line); border-radius: 6px; padding: .375rem .5rem;
}
.link-form input { margin-bottom: .25rem; }
.link-form ul { max-height: 12rem; overflow: auto; }
.link-form .buttons { display: flex; justify-content: flex-end; gap: .375rem; margin-top: .375rem; }
.link-form button, .cm-editor .cm-button {
  font: 500 .8125rem/1.4 var(--e-font); color: var(--e-text); background: var(--e-back); background-image: none; border: 1px solid var(--e-line); border-radius: 6px; padding: .3125rem .625rem; cursor: pointer;
}
.link-form button.main { background: var(--e-accent); border-color: var(--e-accent); color: var(--e-back); }
:is(.link-form, .cm-panel, .table-tools) :is(button, input):focus-visible { outline: 2px solid var(--e-accent); outline-offset: 1px; }
.cm-editor .cm-panels { background: var(--e-back); color: var(--e-text); border: 0; font: .8125rem/1.5 var(--e-font); }
.cm-editor .cm-panels-top { border-bottom: 1px solid var(--e-line); }
.cm-editor .cm-panel.cm-search { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem; padding: .5rem 2.5rem .5rem .75rem; }
.cm-editor .cm-panel.cm-search br { flex-basis: 100%; height: 0; content: ""; }
.cm-editor .cm-panel.cm-search :is(input, button, label) { margin: 0; }
.cm-editor .cm-panel.cm-search label { display: inline-flex; align-items: center; gap: .25rem; font-size: .8125rem; white-space: nowrap; }
.cm-editor .cm-panel.cm-search [name=close] { top: .5rem; right: .5rem; width: 1.75rem; height: 1.75rem; border: 0; background: none; color: var(--e-dim); font-size: 1.125rem; cursor: pointer; }
.cm-editor .cm-searchMatch { background: color-mix(in srgb, var(--e-warn) 28%, transparent); border-radius: 2px; }
.cm-editor .cm-searchMatch-selected { background: color-mix(in srgb, var(--e-accent) 35%, transparent); }
@media (max-width: 40rem) {
  .cm-editor .cm-content { padding: 1.25rem 1.25rem 40vh; }
  .card { width: 100%; margin-right: 0; }
  .cm-editor .h1 { font-size: 1.75rem; }
  .cm-editor .h2 { font-size: 1.375rem; }
  .hanging { font-size: .6875rem; letter-spacing: -.06em; }
}
@media (prefers-reduced-motion: no-preference) { .sending { transition: background-size .2s; } }
`

/** The whole look as one style sheet. */
export const editorStyles = own + inline + lines + blocks + source + around
