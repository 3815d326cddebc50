/** The fields for rules of approval of a space's own. */

import { type RuleChoices, ruleText } from "@lectern/core/internal/people/merge-rules/RuleChoices"
import { type Signal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { AddRule } from "./AddRule.js"
import { Check } from "./Check.js"
import { type KnownRules, namesOf, toggled } from "./rules.js"
import { words } from "./texts.js"

const most = 10

/** The fields, which change `choices`; rules of `before`, and those that are added, can be kept or dropped. */
export const RuleFields = (given: {
  readonly known: KnownRules
  readonly choices: Signal<RuleChoices>
  readonly before: RuleChoices["others"]
}): JSX.Element => {
  const { before, choices, known } = given
  const all = useSignal(before)
  const people = useSignal(known.people)
  const names = namesOf({ teams: known.teams, people: people.value })
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
        {all.value.map((rule, index) => (
          <Check
            key={index}
            label={ruleText(rule, names)}
            isOn={others.includes(rule)}
            set={(isOn) => set({ others: toggled(others, rule, isOn) })}
          />
        ))}
      </fieldset>
      <AddRule
        known={known}
        names={names}
        add={(rule, found) => {
          people.value = new Map([...people.value, ...found])
          all.value = [...all.value, rule]
          set({ others: [...others, rule] })
        }}
      />
    </>
  )
}
