/** Where the keys of a YAML text are. */
import { isMap, isNode, isScalar } from "yaml"
import { readYaml } from "../markdown/Yaml.js"

/** Tells the line, from 1, of the key that some nested keys lead to; that of the last one found where they lead nowhere. */
export const yamlLines = (text: string): ((...keys: ReadonlyArray<string>) => number) => {
  const { document, lines } = readYaml(text)
  return (...keys) => {
    let node: unknown = document.contents
    let offset = 0
    for (const key of keys) {
      const pair = isMap(node) ? node.items.find((each) => isScalar(each.key) && each.key.value === key) : undefined
      if (pair === undefined) break
      if (isNode(pair.key) && pair.key.range) offset = pair.key.range[0]
      node = pair.value
    }
    return lines.linePos(offset).line
  }
}
