/** The fields for rules of approval of a space's own. */

import { type RuleChoices, ruleText } from "@lectern/core/internal/people/merge-rules/RuleChoices"
import type { Signal } from "@preact/signals"
import type { JSX } from "preact"
import { type KnownRules, toggled } from "./rules.js"
import { words } from "./texts.js"

const most = 10

const Check = (given: {
  readonly label: string
  readonly isOn: boolean
  readonly set: (isOn: boolean) => void
}): JSX.Element => (
  <label class="check">
    <input type="checkbox" checked={given.isOn} onChange={({ currentTarget: { checked } }) => given.set(checked)} />
    <span>{given.label}</span>
  </label>
)

/** The fields, which change `choices`; `all` are further rules, which can be kept or dropped. */
export const RuleFields = (given: {
  readonly known: KnownRules
  readonly choices: Signal<RuleChoices>
  readonly all: RuleChoices["others"]
}): JSX.Element => {
  const { all, choices, known } = given
  const { approvals, hasSubject, isUpToDate, others, teams } = choices.value
  const set = (change: Partial<RuleChoices>) => {
    choices.value = { ...choices.value, ...change }
  }
  return (
    <>
      <div class="field">
        <label for="approvals">{words.approvals}</label>
        <input
          id="approvals"
          type="number"
          min={0}
          max={most}
          required
          value={approvals}
          aria-describedby="approvals-hint"
          onInput={({ currentTarget: { valueAsNumber } }) => set({ approvals: valueAsNumber || 0 })}
        />
        <small id="approvals-hint">{words.approvalsHint}</small>
      </div>
      {approvals > 0 && known.teams.length > 0 && (
        <fieldset>
          <legend>{words.teams}</legend>
          <small>{words.anybody}</small>
          {known.teams.map(({ id, title }) => (
            <Check
              key={id}
              label={title}
              isOn={teams.includes(id)}
              set={(isOn) => set({ teams: toggled(teams, id, isOn) })}
            />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>{words.others}</legend>
        <Check label={words.upToDate} isOn={isUpToDate} set={(isOn) => set({ isUpToDate: isOn })} />
        <Check label={words.subject} isOn={hasSubject} set={(isOn) => set({ hasSubject: isOn })} />
        {all.map((rule, index) => (
          <Check
            key={index}
            label={ruleText(rule, known.names)}
            isOn={others.includes(rule)}
            set={(isOn) => set({ others: toggled(others, rule, isOn) })}
          />
        ))}
      </fieldset>
    </>
  )
}
