/** The console: the frame around every screen, and what is the same everywhere. */
import "./style.css"
import { useSignal } from "@preact/signals"
import { type JSX, render } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import { isMissing } from "./api/Api.js"
import { at, isHosted, person, tellSignedIn, tokenNow } from "./api/Session.js"
import { exchange } from "./exchange/opened.js"
import { areFilesOpen } from "./files/opened.js"
import { Home, newSpace } from "./home/Home.js"
import { workspace } from "./home/Workspace.js"
import { followLinks, go, pathOf, place } from "./navigation/Router.js"
import { areBrokenLinksOpen } from "./page/opened.js"
import { togglePanel } from "./page/PageScreen.js"
import { isSource } from "./page/PageText.js"
import { type Entry, isPaletteOpen, Palette } from "./palette/Palette.js"
import { elsewhere } from "./parts/Administration.js"
import { forgetRecent, readRecent } from "./parts/Recent.js"
import { SignInAgain } from "./parts/SignInAgain.js"
import { complain, Toasts } from "./parts/Toasts.js"
import { areRulesOpen } from "./rules/opened.js"
import { draftsOf, forgetAll } from "./saving/Drafts.js"
import { forgetComments, hasComments } from "./saving/keptComments.js"
import { openSpace, type SpaceModel } from "./space/SpaceModel.js"
import { addPage, SpaceScreen } from "./space/SpaceScreen.js"
import { texts } from "./texts.js"

const { form = "" } = document.documentElement.dataset

/** Signs out, and takes what this browser keeps for the person with it; asks first if some of it was not sent. */
const signOut = async (): Promise<void> => {
  const me = person.value
  if (me !== undefined) {
    const unsent = (await draftsOf(me.id).catch(() => [])).map(({ title }) => title)
    if (hasComments(me.id)) unsent.push(texts.unsentComments)
    if (unsent.length > 0 && !confirm(texts.unsent(unsent.join(", ")))) return
    await forgetAll(me.id).catch(() => {})
    forgetComments(me.id)
    forgetRecent(me.id)
  }
  const element = document.createElement("form")
  element.method = "post"
  element.action = at("/logout")
  const token = document.createElement("input")
  token.type = "hidden"
  token.name = "token"
  token.value = form
  element.append(token)
  document.body.append(element)
  element.submit()
}

const Bar = (): JSX.Element => (
  <header class="bar">
    <a class="brand" href={pathOf({ kind: "home" })} aria-label={texts.product}>
      <img src={at("/favicon.svg")} alt="" width="24" height="24" />
      <span>{texts.product}</span>
    </a>
    <button
      type="button"
      class="search"
      onClick={() => {
        isPaletteOpen.value = true
      }}
    >
      <span>{texts.search}</span>
      <kbd>{navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl"} K</kbd>
    </button>
    {isHosted ? (
      <span>{person.value?.displayName}</span>
    ) : (
      <>
        <a href={at("/account")}>{person.value?.displayName ?? texts.account}</a>
        <button type="button" class="quiet" onClick={() => void signOut().catch(complain)}>
          {texts.signOut}
        </button>
      </>
    )}
  </header>
)

const App = (): JSX.Element => {
  const here = place.value
  const model = useSignal<SpaceModel | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const [space, request] = here.kind === "space" ? [here.space, here.request] : [undefined, undefined]
  useEffect(() => {
    problem.value = undefined
    if (space === undefined) return
    let opened: SpaceModel | undefined
    let isOver = false
    openSpace(space, request).then(
      (found) => {
        if (isOver) return found.close()
        opened = found
        model.value = found
      },
      (error: unknown) => {
        problem.value = isMissing(error) ? texts.notFound : texts.failed((error as Error).message)
      }
    )
    return () => {
      isOver = true
      opened?.close()
      model.value = undefined
    }
  }, [space, request])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const key = event.key.toLowerCase()
      if (key === "k" && !event.defaultPrevented) isPaletteOpen.value = !isPaletteOpen.value
      else if (key === "/") isSource.value = !isSource.value
      else return
      event.preventDefault()
    }
    addEventListener("keydown", onKeyDown)
    document.addEventListener("click", followLinks)
    return () => {
      removeEventListener("keydown", onKeyDown)
      document.removeEventListener("click", followLinks)
    }
  }, [])
  const open = model.value
  const commands = useMemo((): ReadonlyArray<Entry> => {
    const organization = open?.space.value.organization ?? workspace.value?.organizations[0]?.id
    const refused = open?.refusal()
    return [
      ...(open === undefined || here.kind !== "space"
        ? []
        : [
            {
              kind: "command" as const,
              name: texts.newPage,
              ...(refused !== undefined && { refused }),
              run: () => void addPage(open, here)
            },
            {
              kind: "command" as const,
              name: texts.toggleSource,
              keys: "Ctrl /",
              run: () => {
                isSource.value = !isSource.value
              }
            },
            {
              kind: "command" as const,
              name: texts.requests,
              run: () => go({ kind: "space", space: here.space, screen: "requests" })
            },
            { kind: "command" as const, name: texts.palette.settings, run: () => togglePanel("settings") },
            { kind: "command" as const, name: texts.palette.links, run: () => togglePanel("links") },
            {
              kind: "command" as const,
              name: texts.palette.history,
              run: () => go({ kind: "space", space: here.space, request: here.request, screen: "history" })
            },
            ...(["import", "export"] as const).map((name) => ({
              kind: "command" as const,
              name: texts[name],
              run: () => {
                exchange.value = name
              }
            })),
            {
              kind: "command" as const,
              name: texts.rules,
              run: () => {
                areRulesOpen.value = true
              }
            },
            {
              kind: "command" as const,
              name: texts.files,
              run: () => {
                areFilesOpen.value = true
              }
            },
            {
              kind: "command" as const,
              name: texts.links.ofSpace,
              run: () => {
                areBrokenLinksOpen.value = true
              }
            }
          ]),
      ...(organization === undefined
        ? []
        : [{ kind: "command" as const, name: texts.newSpace, run: () => void newSpace(organization) }]),
      { kind: "command", name: texts.home, run: () => go({ kind: "home" }) },
      ...elsewhere(open?.space.value).map(({ href, name }) => ({
        kind: "command" as const,
        name,
        detail: texts.administration.title,
        run: () => location.assign(href)
      })),
      ...(isHosted
        ? []
        : [{ kind: "command" as const, name: texts.signOut, run: () => void signOut().catch(complain) }])
    ]
  }, [open, open?.space.value, here, workspace.value, person.value])
  return (
    <>
      <Bar />
      {here.kind === "home" ? (
        <Home place={here} />
      ) : problem.value !== undefined ? (
        <main class="nothing">
          <p>{problem.value}</p>
          <a href={pathOf({ kind: "home" })}>{texts.home}</a>
        </main>
      ) : open === undefined ? (
        <main class="nothing dim">
          <p>{texts.loading}</p>
        </main>
      ) : (
        <SpaceScreen model={open} place={here} />
      )}
      {isPaletteOpen.value && <Palette model={open} commands={commands} />}
      <SignInAgain />
      <Toasts />
    </>
  )
}

/** How long to wait before the server is asked again, in milliseconds. */
const triesAgain = 2_000

const begin = async (): Promise<void> => {
  if (location.pathname === at("/app/signed-in")) {
    tellSignedIn()
    close()
    return
  }
  const app = document.getElementById("app")!
  for (;;) {
    try {
      await tokenNow()
      break
    } catch {
      render(<p class="nothing">{texts.unreachable}</p>, app)
      await new Promise((resolve) => setTimeout(resolve, triesAgain))
    }
  }
  if (person.value !== undefined) readRecent(person.value.id)
  render(<App />, app)
}

void begin()
