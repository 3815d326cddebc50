/** Asks what of a revision to restore, and where. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import type { ChangeRequest, PageNode, Revision } from "../api/Objects.js"
import { Choice } from "../parts/Choice.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { useAnswer } from "../parts/useAnswer.js"
import { mainRefusal, type SpaceModel } from "../space/SpaceModel.js"
import { texts as shared } from "../texts.js"
import { differencesOf, mostPages, openRequests, restore, type Target } from "./restoring.js"
import { texts } from "./texts.js"

const words = texts.restore

type What = "whole" | "page" | "some"

/** The pages that differ from how they are in the target, to be chosen from. */
const Pages = (given: {
  readonly model: SpaceModel
  readonly revision: string
  readonly target: string | undefined
  readonly chosen: ReadonlySet<string>
  readonly choose: (chosen: ReadonlySet<string>) => void
}): JSX.Element => {
  const { choose, chosen, model, revision, target } = given
  const space = model.space.value
  const { found, problem } = useAnswer(() => differencesOf(space, target, revision), [space.id, target, revision])
  if (problem !== undefined) return <p class="empty">{shared.failed(problem)}</p>
  if (found === undefined) return <p class="empty">{shared.loading}</p>
  const pages = new Map(
    found.changes.flatMap(({ page, type }) =>
      page !== undefined && (type === "page_created" || type === "page_edited") ? [[page.id, page.title]] : []
    )
  )
  if (pages.size === 0) return <p class="empty">{words.same}</p>
  return (
    <ul class="choices">
      {[...pages].map(([id, title]) => (
        <li key={id}>
          <label class="check">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              disabled={!chosen.has(id) && chosen.size >= mostPages}
              onChange={({ currentTarget: { checked } }) => {
                const next = new Set(chosen)
                if (checked) next.add(id)
                else next.delete(id)
                choose(next)
              }}
            />
            <span>{title}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}

/** The dialog. A revision of a change request is restored in it; one of main wherever the person may edit. */
export const Restore = (given: {
  readonly model: SpaceModel
  readonly revision: Revision
  readonly page: PageNode | undefined
  readonly close: () => void
}): JSX.Element => {
  const { close, model, page, revision } = given
  const space = model.space.value
  const own = model.request.value
  const refusal = mainRefusal(space)
  const what = useSignal<What>(page === undefined ? "whole" : "page")
  const some = useSignal<ReadonlySet<string>>(new Set())
  const target = useSignal<Target>(
    own !== undefined ? { kind: "request", id: own.id } : { kind: refusal === undefined ? "main" : "new" }
  )
  const isBusy = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const { found: requests = [] } = useAnswer<ReadonlyArray<ChangeRequest>>(
    async () => (own === undefined ? openRequests(space.id) : []),
    [space.id]
  )
  const to = target.value
  const pages = what.value === "whole" ? undefined : what.value === "page" ? [page?.id ?? ""] : [...some.value]
  const submit = () => {
    isBusy.value = true
    restore({ space, revision: revision.id, pages, target: to }).then(close, (error: Error) => {
      isBusy.value = false
      problem.value = shared.failed(error.message)
    })
  }
  const choosing = (to: Target) => () => {
    target.value = to
    some.value = new Set()
  }
  return (
    <Dialog label={words.title} class="restore" close={close}>
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div class="section-head">
          <h2>{words.title}</h2>
          <CloseButton close={close} />
        </div>
        <p class="empty">{words.help}</p>
        {own === undefined && (
          <fieldset>
            <legend>{words.where}</legend>
            <Choice
              name="where"
              label={words.main}
              isOn={to.kind === "main"}
              refusal={refusal}
              choose={choosing({ kind: "main" })}
            />
            <Choice name="where" label={words.request} isOn={to.kind === "new"} choose={choosing({ kind: "new" })} />
            {requests.map(({ id, number, subject }) => (
              <Choice
                key={id}
                name="where"
                label={texts.request(number, subject)}
                isOn={to.kind === "request" && to.id === id}
                choose={choosing({ kind: "request", id })}
              />
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>{words.what}</legend>
          {(["whole", ...(page === undefined ? [] : ["page" as const]), "some"] as const).map((each) => (
            <Choice
              key={each}
              name="what"
              label={each === "page" ? words.page(page?.title ?? "") : words[each]}
              isOn={what.value === each}
              choose={() => {
                what.value = each
              }}
            />
          ))}
          {what.value === "some" && (
            <Pages
              model={model}
              revision={revision.id}
              target={to.kind === "request" ? to.id : undefined}
              chosen={some.value}
              choose={(next) => {
                some.value = next
              }}
            />
          )}
        </fieldset>
        <p class="bad" role="alert">
          {problem.value}
        </p>
        <button type="submit" class="primary" disabled={isBusy.value || pages?.length === 0}>
          {words.confirm}
        </button>
      </form>
    </Dialog>
  )
}
