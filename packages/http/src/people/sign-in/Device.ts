/** Names of devices that people recognise, from the `User-Agent` of the browser. */

const browsers = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"]
] as const

const systems = [
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"]
] as const

const named = (agent: string, names: ReadonlyArray<readonly [RegExp, string]>): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** A browser and a system, such as `Firefox on Linux`. */
export const deviceOf = (agent: string | undefined): string => {
  const browser = named(agent ?? "", browsers) ?? "Unknown browser"
  const system = named(agent ?? "", systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
