/** The rules of approval of a space: what they are, and, for administrators of its organization, a form to change them. */
import "../parts/shared.js"
import {
  choicesOf,
  noChoices,
  type RuleChoices,
  rulesOf,
  ruleText
} from "@lectern/core/internal/people/merge-rules/RuleChoices"
import type { OrganizationMergeRules, SpaceMergeRules } from "@lectern/core/merge-rules/MergeRule"
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { Choice } from "../parts/Choice.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { say } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts as shared } from "../texts.js"
import { closeRules } from "./opened.js"
import { RuleFields } from "./RuleFields.js"
import { type KnownRules, namesOf, readRules, saveRules } from "./rules.js"
import { words } from "./texts.js"

type Kind = SpaceMergeRules["type"]

const inherit: SpaceMergeRules = { type: "inherit" }
const kinds: ReadonlyArray<Kind> = ["inherit", "none", "rules"]

/** Rules in words. */
const List = ({ known, rules }: { known: KnownRules; rules: OrganizationMergeRules }): JSX.Element | null =>
  rules.type === "none" ? null : (
    <ul>
      {rules.rules.map((rule, index) => (
        <li key={index}>{ruleText(rule, namesOf(known))}</li>
      ))}
    </ul>
  )

const OfOrganization = ({ known }: { known: KnownRules }): JSX.Element => (
  <div>
    <p>{known.ofOrganization.type === "none" ? words.organizationHasNone : words.ofOrganization}</p>
    <List known={known} rules={known.ofOrganization} />
  </div>
)

/** The rules for who cannot change them. */
const Shown = ({ known, model }: { known: KnownRules; model: SpaceModel }): JSX.Element => {
  const { administrators, own } = known
  return (
    <div class="settings">
      {own?.type === "inherit" && <OfOrganization known={known} />}
      {own?.type === "none" && <p>{words.hasNone}</p>}
      {own === undefined && <p>{model.space.value.protected === true ? words.hidden : words.hasNone}</p>}
      {own?.type === "rules" && <List known={known} rules={own} />}
      <p class="empty">{words.readOnly(administrators)}</p>
    </div>
  )
}

/** The form for who administers the organization. */
const Form = ({ known, model }: { known: KnownRules; model: SpaceModel }): JSX.Element => {
  const own = known.own ?? inherit
  const before = own.type === "rules" ? choicesOf(own.rules) : noChoices
  const kind = useSignal<Kind>(own.type)
  const choices = useSignal<RuleChoices>(own.type === "rules" ? before : { ...noChoices, approvals: 1 })
  const isBusy = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const submit = () => {
    const type = kind.value
    const rules = rulesOf(choices.value)
    if (type === "rules" && rules.length === 0) {
      problem.value = words.nothing
      return
    }
    isBusy.value = true
    saveRules(model.space.value, type === "rules" ? { type, rules } : { type })
      .then(() => {
        closeRules()
        say(words.saved)
        return model.reload()
      })
      .catch((error: Error) => {
        isBusy.value = false
        problem.value = shared.failed(error.message)
      })
  }
  return (
    <form
      class="settings"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <fieldset>
        <legend>{words.which}</legend>
        {kinds.map((each) => (
          <Choice
            key={each}
            name="kind"
            label={words[each]}
            isOn={kind.value === each}
            choose={() => {
              kind.value = each
            }}
          />
        ))}
      </fieldset>
      {kind.value === "rules" ? (
        <RuleFields known={known} choices={choices} before={before.others} />
      ) : (
        <OfOrganization known={known} />
      )}
      <p class="bad" role="alert">
        {problem.value}
      </p>
      <button type="submit" class="primary" disabled={isBusy.value}>
        {words.save}
      </button>
    </form>
  )
}

/** The dialog. */
export const RulesDialog = ({ model }: { model: SpaceModel }): JSX.Element => {
  const { found: known, problem } = useAnswer(() => readRules(model.space.value), [model])
  return (
    <Dialog label={shared.rules} class="files" close={closeRules}>
      <div class="section-head">
        <h2>{shared.rules}</h2>
        <CloseButton close={closeRules} />
      </div>
      <p class="empty">{words.help}</p>
      {known === undefined && <p>{problem === undefined ? shared.loading : shared.failed(problem)}</p>}
      {known !== undefined &&
        (known.mayChange ? <Form known={known} model={model} /> : <Shown known={known} model={model} />)}
    </Dialog>
  )
}
