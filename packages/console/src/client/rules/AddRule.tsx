/** Further rules about approvals: from members of teams, from all of some people, or from one of them. */
import {
  type RuleNames,
  type RuleToAdd,
  ruleText,
  ruleToAdd
} from "@lectern/core/internal/people/merge-rules/RuleChoices"
import type { MergeRule } from "@lectern/core/merge-rules/MergeRule"
import type { UserId } from "@lectern/core/users/User"
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useRef } from "preact/hooks"
import { get } from "../api/Api.js"
import { Choice } from "../parts/Choice.js"
import { useAnswer } from "../parts/useAnswer.js"
import { Check } from "./Check.js"
import { type KnownRules, toggled } from "./rules.js"
import { words } from "./texts.js"

/** How many approvals a rule asks for, and how many teams or people it names, at most. */
const most = 10

/** How many people are suggested at a time. */
const mostFound = 8

interface Member {
  readonly user: { readonly id: UserId; readonly displayName: string; readonly email?: string }
}

const empty: RuleToAdd = { who: "one", approvals: 1, teams: [], users: [] }

/** People of the organization, found by their names; those who are chosen stay. */
const People = (given: {
  readonly organization: string
  readonly chosen: ReadonlyArray<UserId>
  readonly set: (chosen: ReadonlyArray<UserId>) => void
  /** The names of everybody who was found so far. */
  readonly names: Map<UserId, string>
}): JSX.Element => {
  const { chosen, names, organization, set } = given
  const typed = useSignal("")
  const { current: emails } = useRef(new Map<UserId, string | undefined>())
  const { found = [] } = useAnswer(async () => {
    const query = `limit=${mostFound}&search=${encodeURIComponent(typed.value)}`
    const { items } = await get<{ items: ReadonlyArray<Member> }>(`/orgs/${organization}/members?${query}`)
    for (const { user } of items) {
      names.set(user.id, user.displayName)
      emails.set(user.id, user.email)
    }
    return items.map(({ user }) => user.id)
  }, [organization, typed.value])
  const others = found.filter((id) => !chosen.includes(id))
  return (
    <>
      <label class="field">
        <span>{words.find}</span>
        <input
          type="search"
          value={typed.value}
          onInput={({ currentTarget: { value } }) => {
            typed.value = value
          }}
          onKeyDown={(event) => {
            // It would send the whole form.
            if (event.key === "Enter") event.preventDefault()
          }}
        />
      </label>
      <fieldset>
        <legend>{words.people}</legend>
        {[...chosen, ...others].map((id) => (
          <Check
            key={id}
            label={names.get(id) ?? words.somebody}
            detail={emails.get(id)}
            isOn={chosen.includes(id)}
            isRefused={!chosen.includes(id) && chosen.length >= most}
            set={(isOn) => set(toggled(chosen, id, isOn))}
          />
        ))}
        {others.length + chosen.length === 0 && <p class="empty">{words.nobody}</p>}
      </fieldset>
    </>
  )
}

/** The fields of a rule, and a button that adds it; `add` is given the names of the people in it, too. */
export const AddRule = (given: {
  readonly known: KnownRules
  readonly names: RuleNames
  readonly add: (rule: MergeRule, people: ReadonlyMap<UserId, string>) => void
}): JSX.Element => {
  const { add, known, names } = given
  const choice = useSignal(empty)
  const added = useSignal("")
  const { current: people } = useRef(new Map(known.people))
  const { approvals, teams, users, who } = choice.value
  const set = (change: Partial<RuleToAdd>) => {
    choice.value = { ...choice.value, ...change }
  }
  const rule = ruleToAdd(choice.value)
  const kinds = (["one", "all", "teams"] as const).filter((kind) => kind !== "teams" || known.teams.length > 0)
  return (
    <fieldset>
      <legend>{words.add}</legend>
      <fieldset>
        <legend>{words.whose}</legend>
        {kinds.map((kind) => (
          <Choice key={kind} name="who" label={words.who[kind]} isOn={who === kind} choose={() => set({ who: kind })} />
        ))}
      </fieldset>
      {who === "teams" ? (
        <>
          <label class="field">
            <span>{words.number}</span>
            <input
              type="number"
              min={1}
              max={most}
              required
              value={approvals}
              onInput={({ currentTarget: { valueAsNumber } }) => set({ approvals: valueAsNumber || 1 })}
            />
          </label>
          <fieldset>
            <legend>{words.ofTeams}</legend>
            {known.teams.map(({ id, title }) => (
              <Check
                key={id}
                label={title}
                isOn={teams.includes(id)}
                isRefused={!teams.includes(id) && teams.length >= most}
                set={(isOn) => set({ teams: toggled(teams, id, isOn) })}
              />
            ))}
          </fieldset>
        </>
      ) : (
        <People
          organization={known.organization}
          chosen={users}
          names={people}
          set={(chosen) => set({ users: chosen })}
        />
      )}
      <button
        type="button"
        disabled={rule === undefined}
        onClick={() => {
          if (rule === undefined) return
          add(rule, people)
          added.value = words.added(ruleText(rule, { ...names, user: (id) => people.get(id) ?? words.somebody }))
          choice.value = { ...empty, who }
        }}
      >
        {words.addIt}
      </button>
      <p class="dim" role="status">
        {added.value}
      </p>
    </fieldset>
  )
}
