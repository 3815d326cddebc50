/** What differs in an item besides its text: its place, its settings, where old paths lead, or the bytes of a file. */
import type { JSX } from "preact"
import type { AttributeChange, Change } from "../api/Objects.js"
import { localAddress } from "../files/Pictures.js"
import { texts } from "./texts.js"

const valueOf = (value: unknown): string => {
  if (value === undefined) return texts.nothing
  if (value === true) return texts.yes
  if (value === false) return texts.no
  if (typeof value !== "object" || value === null) return String(value)
  return Object.entries(value)
    .map(([name, each]) => `${name}: ${valueOf(each)}`)
    .join(", ")
}

type Values = Readonly<Record<string, AttributeChange>>

const AttributeRows = (given: {
  readonly attributes: Values
  readonly nameOf: (name: string) => string
  readonly show: (value: unknown) => string
}): JSX.Element => (
  <>
    {Object.entries(given.attributes).map(([name, { after, before }]) => (
      <tr key={name}>
        <th scope="row">{given.nameOf(name)}</th>
        <td>{before === undefined ? texts.nothing : <del>{given.show(before)}</del>}</td>
        <td>{after === undefined ? texts.nothing : <ins>{given.show(after)}</ins>}</td>
      </tr>
    ))}
  </>
)

/** Values before and after, in a row each. */
const ValueTable = (given: {
  readonly title: string
  readonly values: ReadonlyArray<Values>
  readonly nameOf: (name: string) => string
  readonly show: (value: unknown) => string
}): JSX.Element | null =>
  given.values.every((each) => Object.keys(each).length === 0) ? null : (
    <table>
      <thead>
        <tr>
          <th scope="col">{given.title}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {given.values.map((each, index) => (
          <AttributeRows key={index} attributes={each} nameOf={given.nameOf} show={given.show} />
        ))}
      </tbody>
    </table>
  )

const nameOf = (name: string): string => texts.names[name] ?? name

/** The page that an old path leads to: by its path, or else by what there is. */
const targetOf = (value: unknown): string => {
  const { id, path, title } = value as { readonly id: string; readonly path?: string; readonly title?: string }
  return path === undefined ? title || id : `/${path}`
}

/** A picture, or the name of another file, as one version has it. */
const FileView = ({
  address,
  label,
  name
}: {
  readonly address: string | undefined
  readonly label: string
  readonly name: string
}): JSX.Element => {
  const path = address && localAddress(address)
  return (
    <figure class="file-version">
      <figcaption>{label}</figcaption>
      {path === undefined ? (
        <p class="dim">{texts.nothing}</p>
      ) : /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i.test(name) ? (
        <img src={path} alt={name} />
      ) : (
        <a href={path} download={name}>
          {name}
        </a>
      )}
    </figure>
  )
}

const FileChange = ({ change }: { readonly change: Change }): JSX.Element | null => {
  const { attributes = {}, file, type } = change
  if (file === undefined) return null
  const bytes = attributes.downloadURL
  const before = type === "file_created" ? undefined : ((bytes?.before as string | undefined) ?? file.downloadURL)
  const after = type === "file_deleted" ? undefined : ((bytes?.after as string | undefined) ?? file.downloadURL)
  return (
    <div class="file-versions">
      <FileView address={before} label={texts.before} name={file.name} />
      <FileView address={after} label={texts.after} name={file.name} />
    </div>
  )
}

const placeOf = (page: { readonly path?: string; readonly title: string } | undefined): string =>
  page === undefined ? texts.root : (page.path ?? page.title)

/** What differs besides the text. */
export const Facts = ({ changes }: { readonly changes: ReadonlyArray<Change> }): JSX.Element | null => {
  const moved = changes.filter(({ type }) => type === "page_moved")
  const attributes = changes.flatMap(({ attributes = {}, variables = {} }) => {
    // The text has its own comparison, and the address of a file is that of its bytes.
    const { document, downloadURL, ...settings } = attributes
    return [settings, variables]
  })
  const files = changes.filter(({ file }) => file !== undefined)
  const redirected = changes.filter(({ redirects }) => redirects !== undefined)
  const hasSettings = attributes.some((each) => Object.keys(each).length > 0)
  if (moved.length === 0 && !hasSettings && files.length === 0 && redirected.length === 0) return null
  return (
    <section class="facts">
      {moved.map(({ parent }, index) => (
        <p key={index}>{texts.moved(placeOf(parent?.before), placeOf(parent?.after))}</p>
      ))}
      <ValueTable title={texts.settings} values={attributes} nameOf={nameOf} show={valueOf} />
      {redirected.map(({ more, redirects = {} }, index) => (
        <div key={index}>
          <ValueTable title={texts.redirect} values={[redirects]} nameOf={(path) => `/${path}`} show={targetOf} />
          {more !== undefined && <p class="dim">{texts.moreRedirects(more)}</p>}
        </div>
      ))}
      {files.map((change, index) => (
        <FileChange key={index} change={change} />
      ))}
    </section>
  )
}
