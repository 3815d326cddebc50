/** Damages of revisions, pages, texts and blobs. */
import { type Damage, json } from "./damage.js"

/** The damages, each with its findings. */
export const contentDamages: ReadonlyArray<Damage> = [
  [
    "intervals that overlap",
    ({ guide, space }) =>
      `update items set until = until + 1, row_json = json_set(row_json, '$.until', until + 1)
      where item = '${guide}' and line = '${space}' and until < 9007199254740991
        and "from" = (select min("from") from items where item = '${guide}' and line = '${space}')`,
    ({ guide }) => new RegExp(`page ${guide} from \\d+: the version before it ends at`)
  ],
  [
    "an interval that ends before it begins",
    ({ last }) => `update items set until = 1, row_json = json_set(row_json, '$.until', 1) where item = '${last}'`,
    ({ last }) => new RegExp(`items .* ${last} .*: it begins at`)
  ],
  [
    "an interval beyond the head",
    ({ last }) => `update items set until = 99, row_json = json_set(row_json, '$.until', 99) where item = '${last}'`,
    ({ last, space }) => new RegExp(`space ${space} page ${last} from \\d+: it ends at 99, beyond the head`)
  ],
  [
    "a sequence without a revision",
    ({ space }) => `delete from revisions where line = '${space}' and sequence = 3`,
    ({ space }) => new RegExp(`history: space ${space}: no revision has the sequence 3`)
  ],
  [
    "a head that is not the last revision",
    ({ space }) => json("spaces", "sequence", "4", `id = '${space}'`),
    ({ space }) => new RegExp(`space ${space} revision \\w+: its sequence \\d is beyond the head, 4`)
  ],
  [
    "a revision whose parent is another one",
    ({ space }) =>
      json(
        "revisions",
        "parents",
        `json_array((select id from revisions where line = '${space}' and sequence = 1))`,
        `line = '${space}' and sequence = 3`
      ),
    ({ space }) => new RegExp(`space ${space} revision .*: its parent is`)
  ],
  [
    "a page without its parent",
    ({ guide, space }) => `delete from items where item = '${guide}' and line = '${space}'`,
    ({ guide, install }) => new RegExp(`page ${install}: its parent ${guide} does not exist`)
  ],
  [
    "a page below itself",
    ({ guide, install }) =>
      `update items set parent = '${install}', row_json = json_set(row_json, '$.value.parent', '${install}') where item = '${guide}' and until = 9007199254740991`,
    ({ guide }) => new RegExp(`page ${guide}: it stands below itself`)
  ],
  [
    "a path that is not that of its place",
    ({ install, space }) =>
      `update items set path = 'guide/other', row_json = json_set(row_json, '$.value.path', 'guide/other') where item = '${install}' and line = '${space}' and until = 9007199254740991`,
    ({ install, space }) =>
      new RegExp(`space ${space} page ${install}: its path is guide/other, but its place is guide/install`)
  ],
  [
    "a path in a change request that is not that of its place",
    ({ install, request }) =>
      `update items set path = 'x', row_json = json_set(row_json, '$.value.path', 'x') where item = '${install}' and line = '${request}'`,
    ({ install, request }) => new RegExp(`change request ${request} page ${install}: its path is x`)
  ],
  [
    "two siblings with one slug",
    ({ install, space }) =>
      `update items set parent = '', path = 'guide', row_json = json_set(row_json, '$.value.parent', '', '$.value.slug', 'guide', '$.value.path', 'guide') where item = '${install}' and line = '${space}' and until = 9007199254740991`,
    () => /its slug guide is that of/
  ],
  [
    "two siblings at one position",
    ({ guide, install, space }) =>
      `update items set parent = '', path = 'install', position = (select position from items where item = '${guide}' and line = '${space}' and until = 9007199254740991), row_json = json_set(row_json, '$.value.parent', '', '$.value.path', 'install', '$.value.position', (select position from items where item = '${guide}' and line = '${space}' and until = 9007199254740991)) where item = '${install}' and line = '${space}' and until = 9007199254740991`,
    () => /its position \w+ is that of/
  ],
  [
    "a text that is gone",
    ({ guide }) =>
      `delete from documents where hash in (select json_extract(row_json, '$.value.document') from items where item = '${guide}')`,
    ({ guide }) => new RegExp(`page ${guide} from \\d+: its text \\w+ does not exist`)
  ],
  [
    "a text with another hash",
    ({ space }) =>
      json("documents", "markdown", "'other'", `space = '${space}' and rowid = (select min(rowid) from documents)`),
    ({ space }) => new RegExp(`documents ${space} \\w+: its text does not have the hash`)
  ],
  [
    "texts of no space",
    () => "insert into documents (space, hash, row_version, row_json) values ('none', 'x', 1, '{}')",
    () => /documents of none: there is no space none/
  ],
  [
    "content of no line",
    ({ merged }) => `delete from change_requests where id = '${merged}'`,
    ({ merged }) => new RegExp(`items of ${merged}: there is no space or change request`)
  ],
  [
    "a file that does not hold its blob",
    ({ space }) => `delete from blob_references where space = '${space}'`,
    ({ space }) => new RegExp(`space ${space} file \\w+ from \\d+: its space does not hold the blob`)
  ],
  [
    "a blob that is gone",
    () => "delete from blob_heads",
    ({ space }) => new RegExp(`blob \\w+: it does not exist, but ${space} uses it`)
  ],
  [
    "a blob with other bytes",
    () => "update blob_pieces set bytes = zeroblob(length(bytes))",
    () => /blob \w+: its bytes do not have its hash/
  ],
  [
    "a blob that is too short",
    () => "update blob_pieces set bytes = substr(bytes, 2)",
    () => /blob \w+: it has \d+ bytes, but its pieces have/
  ],
  [
    "pieces of no blob",
    () => "insert into blob_pieces (id, bytes) values (99 * 1048576, x'00')",
    () => /pieces of upload 99: 1 belong to no blob/
  ],
  [
    "a file with another size",
    () => json("items", "value.size", "7", "kind = 'file'"),
    () => /file \w+ from \d+: it has 7 bytes, but its blob 5/
  ],
  [
    "a blob that nobody holds",
    () => "update blob_references set space = 'none', row_json = json_set(row_json, '$.space', 'none')",
    () => /blob_references of none: there is no holder none/
  ]
]
