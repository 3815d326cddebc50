/** The files of a space, and where each is used. */
import "../parts/shared.js"
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useMemo } from "preact/hooks"
import { get } from "../api/Api.js"
import type { ContentLocation, SpaceFile } from "../api/Objects.js"
import { PageLink } from "../page/PageLinks.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { complain, copy } from "../parts/Toasts.js"
import { useAnswer } from "../parts/useAnswer.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { closeFiles } from "./opened.js"
import { picturesOf } from "./Pictures.js"
import { size, words } from "./texts.js"
import { uploadFile } from "./Uploading.js"

const most = 50

interface Files {
  readonly items: ReadonlyArray<SpaceFile>
  readonly next?: { readonly page: string }
}

const Thumbnail = ({ address }: { address: ReturnType<ReturnType<typeof picturesOf>> }): JSX.Element => {
  const { found: source } = useAnswer(async () => address, [])
  return source === undefined ? <span class="thumb" /> : <img class="thumb" src={source} alt="" loading="lazy" />
}

const FileRow = ({
  file,
  model,
  picture
}: {
  file: SpaceFile
  model: SpaceModel
  picture: ReturnType<typeof picturesOf>
}) => {
  const uses = useSignal<ReadonlyArray<ContentLocation> | undefined>(undefined)
  const isPicture = file.contentType.startsWith("image/")
  const link = `${isPicture ? "!" : ""}[${file.name}](/files/${file.id})`
  const findUses = () =>
    get<{ items: ReadonlyArray<ContentLocation> }>(
      `${model.line}/content/files/${file.id}/backlinks?limit=${most}`
    ).then(({ items }) => {
      uses.value = items
    }, complain)
  return (
    <li class="file">
      {isPicture ? <Thumbnail address={picture(`/files/${file.id}`)} /> : <span class="thumb" />}
      <span class="file-words">
        <strong>{file.name}</strong>
        <small>{size(file.size)}</small>
        {uses.value !== undefined && (
          <small class="uses">
            {uses.value.length === 0
              ? words.unused
              : uses.value.map((location, index) => <PageLink key={index} location={location} model={model} />)}
          </small>
        )}
      </span>
      <button type="button" onClick={() => void findUses()}>
        {words.uses}
      </button>
      <button type="button" onClick={() => copy(link, words.copied)}>
        {words.copy}
      </button>
    </li>
  )
}

/** The dialog. */
export const FilesDialog = ({ model }: { model: SpaceModel }): JSX.Element => {
  const files = useSignal<Files | undefined>(undefined)
  const picture = useMemo(() => picturesOf(model.line), [model])
  const read = async (page?: string) => {
    const query = page === undefined ? "" : `&page=${encodeURIComponent(page)}`
    const found = await get<Files>(`${model.line}/content/files?limit=${most}${query}`)
    const before = page === undefined ? [] : (files.value?.items ?? [])
    files.value = { ...found, items: [...before, ...found.items] }
  }
  useEffect(() => {
    read().catch(complain)
  }, [model])
  const next = files.value?.next
  return (
    <Dialog label={texts.files} class="files" close={closeFiles}>
      <div class="section-head">
        <h2>{texts.files}</h2>
        <span class="page-tools">
          {model.canEdit() && (
            <label class="button upload">
              {words.upload}
              <input
                type="file"
                class="unseen"
                multiple
                onChange={async (event) => {
                  try {
                    for (const file of event.currentTarget.files ?? []) await uploadFile(model, file, () => {})
                    await read()
                  } catch (error) {
                    complain(error)
                  }
                }}
              />
            </label>
          )}
          <CloseButton close={closeFiles} />
        </span>
      </div>
      {files.value === undefined && <p class="empty">{texts.loading}</p>}
      {files.value?.items.length === 0 && <p class="empty">{words.none}</p>}
      <ul class="file-list" onClick={(event) => (event.target as Element).closest("a") && closeFiles()}>
        {files.value?.items.map((file) => (
          <FileRow key={file.id} file={file} model={model} picture={picture} />
        ))}
      </ul>
      {next !== undefined && (
        <button type="button" onClick={() => void read(next.page).catch(complain)}>
          {words.more}
        </button>
      )}
    </Dialog>
  )
}
