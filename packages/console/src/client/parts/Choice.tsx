/** One of several things to choose from. */
import type { JSX } from "preact"

/** The choice; it is grey with the reason if it is refused. */
export const Choice = (given: {
  readonly name: string
  readonly label: string
  readonly isOn: boolean
  readonly refusal?: string | undefined
  readonly choose: () => void
}): JSX.Element => (
  <label class="check">
    <input
      type="radio"
      name={given.name}
      checked={given.isOn}
      disabled={given.refusal !== undefined}
      onChange={given.choose}
    />
    <span>
      {given.label} {given.refusal !== undefined && <small>{given.refusal}</small>}
    </span>
  </label>
)
