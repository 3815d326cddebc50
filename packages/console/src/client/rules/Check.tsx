/** Something that is chosen or not. */
import type { JSX } from "preact"

/** The choice. */
export const Check = (given: {
  readonly label: string
  readonly detail?: string | undefined
  readonly isOn: boolean
  readonly isRefused?: boolean
  readonly set: (isOn: boolean) => void
}): JSX.Element => (
  <label class="check">
    <input
      type="checkbox"
      checked={given.isOn}
      disabled={given.isRefused}
      onChange={({ currentTarget: { checked } }) => given.set(checked)}
    />
    <span>
      {given.label}
      {given.detail !== undefined && <small> {given.detail}</small>}
    </span>
  </label>
)
