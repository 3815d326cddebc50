/** Exports a space, a change request or a page: as a PDF, or as a folder of markdown. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { get } from "../api/Api.js"
import type { PageNode } from "../api/Objects.js"
import { Choice } from "../parts/Choice.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts as shared } from "../texts.js"
import { closeExchange } from "./opened.js"
import { texts } from "./texts.js"

const words = texts.export

interface Made {
  readonly url: string
  readonly problems?: ReadonlyArray<string>
}

/** Has the browser save what is at an address of this server, whatever name the server is reached by. */
const save = (url: string): void => {
  const { pathname, search } = new URL(url)
  const link = document.createElement("a")
  link.href = `${pathname}${search}`
  link.download = ""
  link.click()
}

/** The dialog. `page` is the page that is open. */
export const ExportDialog = ({ model, page }: { model: SpaceModel; page: PageNode | undefined }): JSX.Element => {
  const format = useSignal<"pdf" | "folder">("pdf")
  const isPage = useSignal(false)
  const marksChanges = useSignal(false)
  const isBusy = useSignal(false)
  const said = useSignal<string | undefined>(undefined)
  const problems = useSignal<ReadonlyArray<string>>([])
  const isPdf = format.value === "pdf"
  const isInRequest = model.request.value !== undefined
  const submit = async () => {
    isBusy.value = true
    said.value = words.making
    problems.value = []
    const query = new URLSearchParams()
    if (isPage.value && page !== undefined) query.set("page", page.id)
    if (isInRequest && marksChanges.value) query.set("changes", "true")
    try {
      const made = await get<Made>(isPdf ? `${model.line}/pdf?${query}` : `${model.line}/content/export`)
      save(made.url)
      said.value = words.done
      problems.value = made.problems ?? []
    } catch (error) {
      said.value = shared.failed((error as Error).message)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <Dialog label={words.title} class="files" close={closeExchange}>
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div class="section-head">
          <h2>{words.title}</h2>
          <CloseButton close={closeExchange} />
        </div>
        <fieldset>
          <legend>{words.as}</legend>
          {(["pdf", "folder"] as const).map((each) => (
            <Choice
              key={each}
              name="format"
              label={words[each]}
              isOn={format.value === each}
              choose={() => {
                format.value = each
                if (each === "folder") isPage.value = false
              }}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{words.what}</legend>
          <Choice
            name="what"
            label={words.all(model.space.value.title)}
            isOn={!isPage.value}
            choose={() => {
              isPage.value = false
            }}
          />
          {page !== undefined && (
            <Choice
              name="what"
              label={words.page(page.title || shared.untitled)}
              isOn={isPage.value}
              refusal={isPdf ? undefined : words.only}
              choose={() => {
                isPage.value = true
              }}
            />
          )}
          {isInRequest && isPdf && (
            <label class="check">
              <input
                type="checkbox"
                checked={marksChanges.value}
                onChange={(event) => {
                  marksChanges.value = event.currentTarget.checked
                }}
              />
              <span>{words.changes}</span>
            </label>
          )}
        </fieldset>
        <p role="status">{said.value}</p>
        {problems.value.length > 0 && (
          <>
            <p>{words.problems}</p>
            <ul class="places">
              {problems.value.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </>
        )}
        <button type="submit" class="primary" disabled={isBusy.value}>
          {words.start}
        </button>
      </form>
    </Dialog>
  )
}
