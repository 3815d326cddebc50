/** The positions of keys in a YAML text. */
import { isMap, isNode, isScalar } from "yaml"
import { readYaml } from "../../text/markdown/Yaml.js"

/** The line, from 1, of the key at a path of nested keys; the line of the last key found if the path does not exist. */
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
