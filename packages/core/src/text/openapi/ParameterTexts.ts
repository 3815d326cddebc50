/** The values of parameters as requests state them: in a path, a query, a header or a cookie. */
import { isObject, type Json, type JsonObject, jsonText } from "./Json.js"
import { textIn } from "./NamedSpecs.js"

/** A plain value as text; strings without their quotes. */
export const valueText = (value: Json): string => (typeof value === "string" ? value : jsonText(value))

/** The styles of Swagger 2 by their names there. */
const olderStyles: Readonly<Record<string, string>> = {
  csv: "form",
  multi: "form",
  ssv: "spaceDelimited",
  tsv: "tabDelimited",
  pipes: "pipeDelimited"
}

const separators: Readonly<Record<string, string>> = {
  spaceDelimited: "%20",
  tabDelimited: "%09",
  pipeDelimited: "%7C"
}

const styleOf = ({ collectionFormat, in: place, style, schema }: JsonObject) => {
  const usual = place === "path" || place === "header" ? "simple" : "form"
  const isOlder = schema === undefined && style === undefined
  const own = isOlder && usual === "form" ? (olderStyles[textIn(collectionFormat)] ?? usual) : textIn(style) || usual
  return { style: own, isExploded: isOlder ? collectionFormat === "multi" : own === "form" }
}

/**
 * A parameter with its value, encoded for its place: `a=1&a=2` in a query, `1,2` in a path or a header, and alike for
 * the other styles of OpenAPI 3 and the formats of Swagger 2.
 */
export const parameterText = (parameter: JsonObject, value: Json): string => {
  const { explode, in: place } = parameter
  const encode = (part: Json): string =>
    place === "header" ? valueText(part).replaceAll(/[\r\n]+/g, " ") : encodeURIComponent(valueText(part))
  const { isExploded, style } = styleOf(parameter)
  const name = encode(textIn(parameter.name))
  const isNamed = style !== "simple" && style !== "label"
  const first = style === "label" ? "." : style === "matrix" ? ";" : ""
  const between = style === "simple" ? "," : first || (place === "cookie" ? "; " : "&")
  const inside = separators[style] ?? ","
  const key = isNamed ? `${name}=` : ""
  const whole = typeof explode === "boolean" ? explode : isExploded
  if (parameter.content === undefined && Array.isArray(value)) {
    const items = value.map(encode)
    return first + (whole ? items.map((item) => key + item).join(between) : key + items.join(inside))
  }
  if (parameter.content === undefined && isObject(value)) {
    const pairs = Object.entries(value).map(([each, item]) => [encode(each), encode(item)] as const)
    if (style === "deepObject") return pairs.map(([each, item]) => `${name}%5B${each}%5D=${item}`).join("&")
    return first + (whole ? pairs.map((pair) => pair.join("=")).join(between) : key + pairs.flat().join(inside))
  }
  return first + key + encode(value)
}
