/** The styles of the history, which are loaded with it. */
const sheet = new CSSStyleSheet()
sheet.replaceSync(`
.history {
  flex: 1;
  min-width: 0;
  padding: 0.5rem 1.25rem 3rem;
}
h1.history-title {
  flex: 1;
  min-width: 0;
  margin: 0;
  font-size: 1.05rem;
  overflow: hidden;
  text-overflow: ellipsis;
}
.revisions,
.choices {
  list-style: none;
  margin: 0;
  padding: 0;
}
.group > .revisions {
  margin-left: 1.5rem;
}
.group-head,
.revision {
  display: flex;
  flex: 1;
  gap: 0.6rem;
  align-items: baseline;
  min-width: 0;
}
.revision {
  flex-wrap: wrap;
  padding: 0.5rem 0;
  border-top: 1px solid var(--line);
}
.named {
  background: var(--soft);
}
.revision .page-tools {
  flex-wrap: wrap;
}
.revision-words {
  flex: 1 1 14rem;
  min-width: 0;
  overflow-wrap: anywhere;
}
.revision-words > :is(strong, p) {
  display: block;
  margin: 0;
}
.panel-wide {
  flex-basis: min(45%, 48rem);
}
dialog.restore {
  width: min(34rem, calc(100vw - 2rem));
}
.choices {
  max-height: 14rem;
  overflow-y: auto;
  padding-left: 1.5rem;
}
`)
document.adoptedStyleSheets.push(sheet)
