/** Samples of bodies as they are sent, whatever their media type. */
import { isObject, type Json, type JsonObject, jsonText, parseExact } from "./Json.js"
import { objectIn, resolve, textIn } from "./NamedSpecs.js"
import { parameterText, valueText } from "./ParameterTexts.js"
import { propertiesOf, typesOf } from "./SchemaParts.js"
import { contentSample, type SampleOptions } from "./SchemaSamples.js"
import { xmlSample } from "./XmlSamples.js"

/** A part of a multipart body; one with a file name is a file. */
export interface BodyPart {
  readonly name: string
  readonly value: string
  readonly fileName?: string
  readonly contentType?: string
}

/** A sample of a body. */
export interface BodySample {
  readonly text: string
  /** The content type, with the boundary of a multipart body. */
  readonly contentType: string
  /** The parts of a form with files, from which `text` is made. */
  readonly parts?: ReadonlyArray<BodyPart>
}

/** The language that a media type is written in, for highlighting. */
export const languageOf = (media: string): string | undefined =>
  /json/i.test(media) ? "json" : /xml/i.test(media) ? "xml" : /yaml/i.test(media) ? "yaml" : undefined

/** Whether a media type is JSON itself, and not a sequence of JSON texts. */
export const isJsonMedia = (media: string): boolean => /[/+]json\s*(?:;|$)/i.test(media)

const isForm = (media: string): boolean => /^application\/x-www-form-urlencoded\b/i.test(media)
const isMultipart = (media: string): boolean => /^multipart\//i.test(media)

const isJson = (text: string): boolean => {
  try {
    parseExact(text)
    return true
  } catch {
    return false
  }
}

/** A value of a form, as the content states how to encode it; an object is JSON unless it has a style. */
const formText = (document: JsonObject, content: JsonObject, value: JsonObject): string =>
  Object.entries(value)
    .map(([name, each]) => {
      const encoding = objectIn(objectIn(content.encoding)[name])
      const text = isObject(each) && encoding.style === undefined ? jsonText(each) : each
      const property = objectIn(propertiesOf(document, resolve(document, content.schema).value)[name])
      const { collectionFormat } = property
      return parameterText(
        collectionFormat === undefined
          ? { in: "query", name, schema: {}, ...encoding }
          : { in: "query", name, collectionFormat },
        text
      )
    })
    .join("&")

/** The parts of a multipart body. */
const partsOf = (document: JsonObject, content: JsonObject, value: JsonObject): ReadonlyArray<BodyPart> => {
  const properties = propertiesOf(document, resolve(document, content.schema).value)
  return Object.entries(value).flatMap(([name, given]) => {
    const property = resolve(document, Object.hasOwn(properties, name) ? properties[name] : undefined).value
    const item = Array.isArray(given) ? resolve(document, property.items).value : property
    const stated = textIn(objectIn(objectIn(content.encoding)[name]).contentType) || textIn(item.contentMediaType)
    const [type = ""] = stated.split(",").filter((each) => each !== "" && !each.includes("*"))
    const isFile =
      item.format === "binary" ||
      item.type === "file" ||
      (stated !== "" && item.contentEncoding === undefined && !/json|xml|^text\//.test(stated))
    return (Array.isArray(given) ? given : [given]).map((each): BodyPart => {
      const contentType = type || (typeof each === "object" ? "application/json" : "")
      return {
        name,
        value: valueText(each),
        ...(isFile && { fileName: `${name}.bin` }),
        ...(contentType !== "" && { contentType })
      }
    })
  })
}

const quoted = (text: string): string => `"${text.replaceAll('"', "%22").replaceAll(/[\r\n]+/g, " ")}"`

/** A multipart body as it is sent. */
const multipartText = (parts: ReadonlyArray<BodyPart>, boundary: string): string => {
  const made = parts.map(({ contentType, fileName, name, value }) => {
    const file = fileName === undefined ? "" : `; filename=${quoted(fileName)}`
    const type = contentType === undefined ? "" : `Content-Type: ${contentType}\r\n`
    return `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}${file}\r\n${type}\r\n${value}\r\n`
  })
  return `${made.join("")}--${boundary}--\r\n`
}

const boundaryOf = (parts: ReadonlyArray<BodyPart>): string => {
  let boundary = "sample-boundary"
  while (parts.some(({ value }) => value.includes(boundary))) boundary += "-"
  return boundary
}

/** A media type that a request can state, in place of a range of types. */
const statable = (media: string): string =>
  media
    .replace(/^\*\/\*$/, "application/json")
    .replace(/^text\/\*$/, "text/plain")
    .replace(/\/\*$/, "/octet-stream")

/** A value as the text of a media type. */
const textOf = (document: JsonObject, media: string, content: JsonObject, value: Json): string => {
  if (languageOf(media) === "xml") return xmlSample(document, content.schema, value)
  if (isForm(media) && isObject(value)) return formText(document, content, value)
  if (typeof value !== "string") return jsonText(value, "  ")
  const isText =
    !isJsonMedia(media) || (!typesOf(resolve(document, content.schema).value).includes("string") && isJson(value))
  return isText ? value : jsonText(value)
}

/** A sample of content with a media type; `undefined` if there is none. */
export const bodySample = (
  document: JsonObject,
  media: string,
  content: JsonObject,
  options: SampleOptions
): BodySample | undefined => {
  const value = contentSample(document, content, options)
  const contentType = statable(media)
  if (value === undefined) return undefined
  if (!isMultipart(media)) return { text: textOf(document, contentType, content, value), contentType }
  if (!isObject(value)) return undefined
  const parts = partsOf(document, content, value)
  const boundary = boundaryOf(parts)
  const text = multipartText(parts, boundary)
  return { text, contentType: `${media}; boundary=${boundary}`, ...(/form-data/i.test(media) && { parts }) }
}
