/** Maps the names that other tools give admonitions, callouts and alerts to hint styles. */

/** The style of a hint. */
export type HintStyle = "info" | "success" | "warning" | "danger"

const names: Readonly<Record<HintStyle, ReadonlyArray<string>>> = {
  info: [
    ...["note", "info", "information", "important", "abstract", "summary", "tldr", "todo", "question", "help", "faq"],
    ...["example", "quote", "cite", "seealso", "see-also", "primary", "secondary", "callout", "aside"]
  ],
  success: ["tip", "hint", "success", "check", "done"],
  warning: ["warning", "warn", "caution", "attention"],
  danger: ["danger", "error", "failure", "fail", "missing", "bug", "critical"]
}

const styles: ReadonlyMap<string, HintStyle> = new Map(
  (["info", "success", "warning", "danger"] as const).flatMap((style) => names[style].map((name) => [name, style]))
)

/** The hint style for the name of an admonition, ignoring case; `undefined` if the name is unknown. */
export const hintStyle = (name: string): HintStyle | undefined => styles.get(name.toLowerCase())

const icons: ReadonlyArray<readonly [RegExp, HintStyle]> = [
  [/^(?:⚠|🚧|✋|🔥|❕)/u, "warning"],
  [/^(?:❗|🚨|⛔|🛑|❌|‼)/u, "danger"],
  [/^(?:✅|👍|🎉|☑|✔)/u, "success"]
]

/** The style that the emoji of a callout stands for; `undefined` if it stands for none. */
export const iconStyle = (icon: string): HintStyle | undefined => icons.find(([pattern]) => pattern.test(icon))?.[1]
